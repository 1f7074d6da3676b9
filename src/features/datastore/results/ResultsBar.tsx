import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { ExportMenu } from '#features/datastore/export/ExportMenu.tsx';
import { autoRefresh } from '#lib/time/autoRefresh.ts';
import { newestFirst } from '#pipeline/ask/newestFirst.ts';
import { fieldLabel, pathOf } from '#pipeline/documents/fieldPath.ts';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { ColumnsMenu } from '#ui/grid/columns/ColumnsMenu.tsx';
import shared from '#ui/theme/shared.module.css';
import { Tag } from '#ui/values/Tag.tsx';
import { Pager } from './Pager.tsx';
import classes from './Results.module.css';
import { useResults } from './ResultsPlace.tsx';
import { ToolButton } from './ToolButton.tsx';

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON', name: 'JSON rows' },
  { value: 'chart', label: 'Chart' },
] as const;

export function ResultsBar() {
  const { state, pages, show } = useDatastore();
  const { rows, arrangement } = useResults();
  const { columns, hidden, reset } = arrangement;
  const { data, isPlaceholderData } = pages.current;
  return (
    <div className={`${classes['bar']} ${classes['rows']} ${shared['wrap']}`}>
      <Segmented label="View" options={VIEWS} value={state.view} onPick={(view) => show({ view })} />
      {data && rows.documents.length > 0 && !isPlaceholderData && (
        <>
          <Pager />
          <BeforeEdits />
          <span className={`${classes['tools']} ${shared['tight']}`}>
            <FollowButton />
            <ColumnsMenu
              columns={{
                shown: columns.map(({ key }) => key),
                others: hidden,
                nameOf: (key) => fieldLabel(pathOf(key)),
                pinned: columns.filter(({ pinned }) => pinned).map(({ key }) => key),
                onShown: arrangement.show,
                onPinned: arrangement.pin,
                widthOf: (key) => columns.find((column) => column.key === key)?.width,
                onWidth: arrangement.setWidth,
                onWidthsReset: arrangement.resetWidths,
                onReset: reset,
              }}
            />
            <ExportMenu />
          </span>
        </>
      )}
    </div>
  );
}

function BeforeEdits() {
  if (!useEditing().edited) return null;
  return (
    <span className={classes['edited']}>
      <Tag tone="attention">
        <span data-wide>before your edits</span>
        <span className={classes['narrow']} aria-hidden>
          edited
        </span>
      </Tag>
    </span>
  );
}

const EVERY_S = 10;

/** Toggles follow mode: newest first with auto-refresh. Stopping restores the previous refresh interval. */
function FollowButton() {
  const { state, seen, extensions, show } = useDatastore();
  const { draft, apply } = useEditing();
  const { following, follow } = useResults();
  const order = extensions.includes('sort') ? 'Newest first' : 'First, in the service’s order';
  const start = () => {
    const before = autoRefresh.get();
    if (before === 0) autoRefresh.set(EVERY_S);
    follow({ before });
    const next = newestFirst(draft, seen, extensions);
    if (next !== draft) apply(next);
    else if (state.page > 1) show({ page: 1 });
  };
  const stop = () => {
    if (following?.before === 0) autoRefresh.set(0);
    follow(undefined);
  };
  return (
    <ToolButton
      word="Follow"
      Icon={IconPlayerTrackNext}
      aria-pressed={following !== undefined}
      data-tight
      data-tip={`${order}, renewed by itself, new rows marked`}
      onClick={following ? stop : start}
    />
  );
}
