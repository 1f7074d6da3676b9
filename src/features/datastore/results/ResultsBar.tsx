import { IconPlayerTrackNext } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { Export } from '#features/datastore/export/documentExport.ts';
import { ExportMenu } from '#features/datastore/export/ExportMenu.tsx';
import type { DatastoreState } from '#paths/datastore.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { ColumnsMenu } from '#ui/grid/columns/ColumnsMenu.tsx';
import { Tag } from '#ui/values/Tag.tsx';
import { type Count, CountRows } from './CountRows.tsx';
import { Pager } from './Pager.tsx';
import classes from './Results.module.css';
import type { DocumentColumns } from './useDocumentColumns.ts';
import type { Pages } from './usePages.ts';
import type { Rows } from './useRows.ts';

type Props = {
  ref: Ref<HTMLDivElement>;
  state: DatastoreState;
  pages: Pages;
  rows: Rows;
  arrangement: DocumentColumns;
  /** Whether the service sorts. */
  sorts: boolean;
  /** What is shown belongs to the query before it was edited. */
  edited: boolean;
  follow: { following: boolean; toggle: () => void };
  work: Export;
  count: Count;
  onShow: (change: Partial<DatastoreState>) => void;
};

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON', name: 'Rows as JSON' },
  { value: 'chart', label: 'Chart' },
] as const;

/** How the rows are looked at, the ways through them, and what can be made of them. */
export function ResultsBar(props: Props) {
  const { ref, state, pages, rows, arrangement, sorts, edited, follow, work, count, onShow } = props;
  const { data } = pages.current;
  const held = rows.documents.length;
  return (
    <div ref={ref} className={classes['bar']}>
      <Segmented label="View" options={VIEWS} value={state.view} onPick={(view) => onShow({ view })} />
      {data && held > 0 && !pages.current.isPlaceholderData && (
        <>
          <Pager
            state={state}
            rows={held}
            until={rows.until}
            size={pages.size}
            total={data.total}
            more={rows.more}
            onShow={onShow}
          />
          {data.total === undefined && <CountRows count={count} />}
          {edited && (
            <span className={classes['edited']}>
              <Tag tone="attention">
                <span data-spoken="phone">before your edits</span>
                <span className={classes['narrow']} aria-hidden>
                  edited
                </span>
              </Tag>
            </span>
          )}
          <span className={classes['tools']}>
            <Button
              look="plain"
              aria-pressed={follow.following}
              icon={<IconPlayerTrackNext size={16} stroke={1.5} aria-hidden />}
              aria-label="Follow"
              data-tight
              data-tip={`${sorts ? 'Newest first' : 'First, in the service’s order'}, renewed by itself, new rows marked`}
              onClick={follow.toggle}
            >
              <span className={classes['word']}>Follow</span>
            </Button>
            <ColumnsMenu
              columns={{
                shown: arrangement.columns.map(({ key }) => key),
                others: arrangement.hidden,
                pinned: arrangement.columns.filter(({ pinned }) => pinned).map(({ key }) => key),
                onShown: arrangement.show,
                onPinned: arrangement.pin,
                onReset: arrangement.reset,
              }}
            />
            <ExportMenu
              query={state}
              page={state.page}
              rows={data.documents.length}
              total={data.total ?? count.result?.rows}
              work={work}
            />
          </span>
        </>
      )}
    </div>
  );
}
