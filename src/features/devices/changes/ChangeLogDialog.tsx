import { useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { formatTimeOfDay } from '#lib/time/time.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import classes from './ChangeDialog.module.css';
import { buildChangedDeviceUrl, CHANGE_COLUMNS, getChangeCellValue } from './changeColumns.ts';
import { useChangeLog } from './changeLog.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'at', label: 'at', type: 'time', showSeconds: true, sortable: false },
  ...CHANGE_COLUMNS,
];

export function ChangeLogDialog() {
  const { connection, setLookingBack } = useDevicesPage();
  const { changes, forgotten } = useChangeLog(connection.id);
  const mode = useTimeMode();
  const cell = (place: number, { key }: GridColumn) =>
    key === 'at' ? changes[place]?.at : getChangeCellValue(changes[place], key, mode);
  return (
    <Dialog
      title="What changed"
      opened
      onClose={() => setLookingBack(false)}
      size={{ width: 1000 }}
      frame={{
        aside: <span className={shared['muted']}>{`since ${formatTimeOfDay(performance.timeOrigin)}`}</span>,
      }}
    >
      {changes.length === 0 ? (
        <p>No changes have been applied yet.</p>
      ) : (
        <div className={classes['list']}>
          <DataGrid
            label="What changed"
            columns={{ all: COLUMNS }}
            rows={{
              count: changes.length,
              getCellValue: cell,
              version: `${mode} ${changes.length} ${changes[0]?.at}`,
              getRowPath: (place) => buildChangedDeviceUrl(changes[place]),
              compact: true,
            }}
          />
        </div>
      )}
      {forgotten > 0 && (
        <p>{`${formatCountWithNoun(forgotten, 'older change')} not shown. Only the newest ${formatCount(changes.length)} are kept.`}</p>
      )}
    </Dialog>
  );
}
