import { IconChartHistogram, IconPlayerTrackNext, IconRowInsertBottom } from '@tabler/icons-react';
import type { ComponentProps, MouseEvent } from 'react';
import { useDatastore, useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { ExportMenu } from '#features/datastore/export/ExportMenu.tsx';
import { ShowDevicesButton } from '#features/datastore/groups/ShowDevicesButton.tsx';
import { useResultGroups } from '#features/datastore/groups/useResultGroups.ts';
import type { Setting } from '#lib/setting.ts';
import { formatFieldPath, parseFieldKey } from '#pipeline/documents/fieldPath.ts';
import { hasTimeKey } from '#pipeline/documents/resultGrouping.ts';
import { addNewestFirstSort } from '#pipeline/run/addNewestFirstSort.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx';
import { ColumnsMenu } from '#ui/grid/columns/ColumnsMenu.tsx';
import shared from '#ui/theme/shared.module.css';
import { Tag } from '#ui/values/Tag.tsx';
import { Pager } from './Pager.tsx';
import classes from './Results.module.css';
import { useResults } from './ResultsProvider.tsx';
import { ToolbarButton } from './ToolbarButton.tsx';
import { emptyTimesSetting } from './useResultPage.ts';
import { timeHistogramSetting, useTimeHistogramField } from './useTimeHistogramField.ts';

const VIEW_OPTIONS = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON', ariaLabel: 'JSON rows' },
  { value: 'chart', label: 'Chart' },
] as const;

export function ResultsToolbar() {
  const { state, pages, show } = useDatastore();
  const { rows, arrangement } = useResults();
  const { columns, hidden, reset } = arrangement;
  const isGrouped = useResultGroups() !== undefined;
  const { data, isPlaceholderData } = pages.current;
  return (
    <div className={`${classes['bar']} ${classes['rows']} ${shared['wrap']}`}>
      <SegmentedControl
        label="View"
        options={VIEW_OPTIONS}
        value={state.view}
        // the pages of a chart of groups are larger
        onValueChange={(view) => show({ view, ...(isGrouped && [view, state.view].includes('chart') && { page: 1 }) })}
      />
      {data && rows.documents.length > 0 && !isPlaceholderData && (
        <>
          <Pager />
          <EditedTag />
          <span className={`${classes['tools']} ${shared['denseRow']}`}>
            {state.view === 'table' && <HistogramButton />}
            {state.view === 'table' && <EmptyTimesButton />}
            {!isGrouped && <FollowButton />}
            <ColumnsMenu
              columns={{
                shown: columns.map(({ key }) => key),
                hidden,
                getLabel: (key) => formatFieldPath(parseFieldKey(key)),
                pinned: columns.filter(({ pinned }) => pinned).map(({ key }) => key),
                onShownChange: arrangement.show,
                onPinnedChange: arrangement.pin,
                getWidth: (key) => columns.find((column) => column.key === key)?.width,
                onWidthChange: arrangement.setWidth,
                onResetWidths: arrangement.resetWidths,
                onReset: reset,
              }}
            />
            <ShowDevicesButton />
            <ExportMenu />
          </span>
        </>
      )}
    </div>
  );
}

function EmptyTimesButton() {
  const { show } = useDatastore();
  if (!hasTimeKey(useResultGroups()?.groups)) return null;
  const button = { label: 'Empty times', Icon: IconRowInsertBottom, 'data-tip': 'Also list times without documents' };
  // pages get another size
  return <SettingButton {...button} setting={emptyTimesSetting} onClick={() => show({ page: 1 }, true)} />;
}

function HistogramButton() {
  if (!useTimeHistogramField()) return null;
  const tip = 'Count the documents of this query by time';
  return <SettingButton setting={timeHistogramSetting} label="Histogram" Icon={IconChartHistogram} data-tip={tip} />;
}

type SettingButtonProps = ComponentProps<typeof ToolbarButton> & { setting: Setting<boolean>; 'data-tip': string };

function SettingButton({ setting, onClick, ...button }: SettingButtonProps) {
  const [isOn, setOn] = useSetting(setting);
  const toggle = (event: MouseEvent<HTMLButtonElement>) => {
    setOn(!isOn);
    onClick?.(event);
  };
  return <ToolbarButton {...button} aria-pressed={isOn} data-tight onClick={toggle} />;
}

function EditedTag() {
  if (!useQueryEditorContext().edited) return null;
  return (
    <span className={classes['edited']}>
      <Tag tone="attention">
        <span data-wide>from before your edits</span>
        <span className={classes['narrow']} aria-hidden>
          edited
        </span>
      </Tag>
    </span>
  );
}

function FollowButton() {
  const { state, observedFields, show } = useDatastore();
  const { extensions } = useQueryService();
  const { draft, apply } = useQueryEditorContext();
  const { following, follow } = useResults();
  const order = extensions.includes('sort') ? 'Newest first' : 'First rows in the service’s order';
  const start = () => {
    follow(true);
    const next = addNewestFirstSort(draft, observedFields, extensions);
    if (next !== draft) apply(next);
    else if (state.page > 1) show({ page: 1 });
  };
  return (
    <ToolbarButton
      label="Follow"
      Icon={IconPlayerTrackNext}
      aria-pressed={following}
      data-tight
      data-tip={`${order}, refreshed automatically, new rows marked`}
      onClick={following ? () => follow(false) : start}
    />
  );
}
