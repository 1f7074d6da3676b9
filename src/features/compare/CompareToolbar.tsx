import { createDeviceRequestSnippets } from '#api/requestSnippets.ts';
import { getFieldKind } from '#fields/deviceField.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { useConnection } from '#session/useSession.ts';
import { COPYING_FAILED, triggerCopyEvent } from '#ui/browser/triggerCopyEvent.ts';
import { useIsPhone } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx';
import { type ClipboardTable, ClipboardTableBuilder, formatCopiedCell } from '#ui/grid/copy/clipboardTableBuilder.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { showToast } from '#ui/notices/toast.ts';
import { Toolbar } from '#ui/page/Bars.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { RefreshControls } from '#ui/states/RefreshControls.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { AddDevicePopover } from './AddDevicePopover.tsx';
import classes from './ComparePage.module.css';
import { useComparison } from './CompareProvider.tsx';
import { OutlierIcon } from './ComparisonTable.tsx';

export function CompareToolbar() {
  const { different, fields, differing, isComplete, show } = useComparison();
  const phone = useIsPhone();
  const copyTable = useCopyTable();
  return (
    <Toolbar label="Fields shown">
      <SegmentedControl
        label="Fields"
        options={[
          {
            value: 'all',
            label: isComplete ? `All ${fields.length} fields` : 'All fields',
          },
          {
            value: 'different',
            label: isComplete ? `${differing.length} differing` : 'Differing fields',
          },
        ]}
        value={different ? 'different' : 'all'}
        onValueChange={(value) => show({ different: value === 'different' })}
      />
      {!phone && <OutlierLegend />}
      <span className={`${classes['tools']} ${shared['row']}`}>
        <Button variant="plain" className={classes['copy']} onClick={copyTable}>
          Copy as table
        </Button>
        <AddDevicePopover />
      </span>
    </Toolbar>
  );
}

export function OutlierLegend() {
  return (
    <span className={`${classes['legend']} ${shared['inline']} ${shared['hint']}`}>
      <OutlierIcon />
      outlier
    </span>
  );
}

export function CompareHeaderActions() {
  const { deviceIDs, queries } = useComparison();
  const connection = useConnection();
  const copyTable = useCopyTable();
  const asOf = Math.min(...queries.map(({ data }) => data?.fetchedAt ?? Number.POSITIVE_INFINITY));
  return (
    <>
      <RefreshControls
        updatedAt={Number.isFinite(asOf) ? asOf : undefined}
        stale={queries.some(({ isRefetchError }) => isRefetchError)}
        refresh={{
          running: queries.some(({ isFetching }) => isFetching),
          run: () => queries.forEach(({ refetch }) => void refetch()),
        }}
      />
      <PageMenu
        label="More comparison actions"
        requests={deviceIDs.length > 0 ? createDeviceRequestSnippets(connection, deviceIDs) : []}
        extraItems={[{ label: 'Copy as table', run: copyTable }, 'line']}
      />
    </>
  );
}

function useCopyTable(): () => void {
  const { columns, fieldsShown } = useComparison();
  const mode = useTimeMode();
  const copy = (): boolean => {
    const labels = ['field', ...columns.map(({ deviceID }) => deviceID)];
    const columnHeaders = labels.map((label, at): GridColumn => ({ key: String(at), label, type: 'json' }));
    const rows = new ClipboardTableBuilder(columnHeaders, mode);
    rows.addRow(({ key }) => (key === '0' ? 'name' : columns[Number(key) - 1]?.device?.['name']));
    for (const { field, values } of fieldsShown) {
      rows.addRow(({ key }) => (key === '0' ? field : formatCell(field, values[Number(key) - 1])));
    }
    return copyToSpreadsheet(rows.table);
  };
  const formatCell = (field: string, value: unknown) =>
    getFieldKind(field, 'number') === 'time'
      ? formatCopiedCell(value, { key: field, label: field, type: 'time' }, mode)
      : value;
  return () =>
    showToast(copy() ? `Copied ${formatCountWithNoun(columns.length, 'device')} as a table` : COPYING_FAILED);
}

function copyToSpreadsheet({ text, html }: ClipboardTable): boolean {
  return triggerCopyEvent((event) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
  });
}
