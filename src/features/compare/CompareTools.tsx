import { snippetsOfEach } from '#api/snippets.ts';
import { kindOf } from '#fields/deviceField.ts';
import { useConnection } from '#session/session.ts';
import { inCopyEvent } from '#ui/browser/copyEvent.ts';
import { usePhone } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { type Copied, CopiedRows, copiedCell } from '#ui/grid/copy/gridCopy.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { showToast } from '#ui/notices/toast.ts';
import { ToolBar } from '#ui/page/Bars.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { Freshness } from '#ui/states/Freshness.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { AddDevice } from './AddDevice.tsx';
import classes from './ComparePage.module.css';
import { useComparison } from './ComparePlace.tsx';
import { UnlikeIcon } from './UnlikeIcon.tsx';

export function CompareTools() {
  const { different, fields, differing, isComplete, show } = useComparison();
  const phone = usePhone();
  const copyTable = useCopyTable();
  return (
    <ToolBar label="Fields shown">
      <Segmented
        label="Fields"
        options={[
          { value: 'all', label: isComplete ? `All ${fields.length} fields` : 'All fields' },
          { value: 'different', label: isComplete ? `${differing.length} that differ` : 'Those that differ' },
        ]}
        value={different ? 'different' : 'all'}
        onPick={(value) => show({ different: value === 'different' })}
      />
      {!phone && <Legend />}
      <span className={`${classes['tools']} ${shared['row']}`}>
        <Button look="plain" className={classes['copy']} onClick={copyTable}>
          Copy as table
        </Button>
        <AddDevice />
      </span>
    </ToolBar>
  );
}

export function Legend() {
  return (
    <span className={`${classes['legend']} ${shared['inline']} ${shared['hint']}`}>
      <UnlikeIcon />
      unlike the others
    </span>
  );
}

export function CompareAside() {
  const { deviceIDs, queries } = useComparison();
  const connection = useConnection();
  const copyTable = useCopyTable();
  const asOf = Math.min(...queries.map(({ data }) => data?.fetchedAt ?? Number.POSITIVE_INFINITY));
  return (
    <>
      <Freshness
        asOf={Number.isFinite(asOf) ? asOf : undefined}
        stale={queries.some(({ isRefetchError }) => isRefetchError)}
        refresh={{
          running: queries.some(({ isFetching }) => isFetching),
          run: () => queries.forEach(({ refetch }) => void refetch()),
        }}
      />
      <PageMenu
        label="More of this comparison"
        requests={deviceIDs.length > 0 ? snippetsOfEach(connection, deviceIDs) : []}
        further={[{ label: 'Copy as table', run: copyTable }, 'line']}
      />
    </>
  );
}

/** Copies the table for spreadsheets: one row per field, one column per device. */
function useCopyTable(): () => void {
  const { columns, fieldsShown } = useComparison();
  const mode = useTimeMode();
  const copy = (): boolean => {
    const labels = ['field', ...columns.map(({ deviceID }) => deviceID)];
    const heads = labels.map((label, at): GridColumn => ({ key: String(at), label, type: 'json' }));
    const rows = new CopiedRows(heads, mode);
    rows.add(({ key }) => (key === '0' ? 'name' : columns[Number(key) - 1]?.device?.['name']));
    for (const { field, values } of fieldsShown) {
      rows.add(({ key }) => (key === '0' ? field : written(field, values[Number(key) - 1])));
    }
    return copyToSpreadsheet(rows.all);
  };
  const written = (field: string, value: unknown) =>
    kindOf(field, 'number') === 'time' ? copiedCell(value, { key: field, label: field, type: 'time' }, mode) : value;
  return () => showToast(copy() ? `Copied ${columns.length} devices as a table` : 'Copying was refused by the browser');
}

function copyToSpreadsheet({ text, html }: Copied): boolean {
  return inCopyEvent((event) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
  });
}
