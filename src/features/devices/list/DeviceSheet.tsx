import { useColumnsOffered } from '#features/devices/columns/DeviceColumns.tsx';
import { useTwoLines } from '#features/devices/columns/gridSettings.ts';
import { SortKeys } from '#features/devices/columns/SortKeys.tsx';
import { type Sheet, useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { ExportForm } from '#features/devices/export/ExportForm.tsx';
import { counted } from '#lib/counts.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ColumnsList } from '#ui/grid/columns/ColumnsList.tsx';
import { Dialog } from '#ui/overlays/dialogs.ts';
import classes from './DeviceSheet.module.css';

const TITLES: Record<Sheet, string> = { sort: 'Sort', columns: 'Columns', export: 'Export', selected: 'Export' };

/** The sheet from below of one of them. Loaded when it is first wanted. */
export function DeviceSheet({ sheet }: { sheet: Sheet }) {
  const { sort, fields, go, setSheet } = useDevices();
  const { view } = useDeviceList();
  const columns = useColumnsOffered();
  const onClose = () => setSheet(undefined);
  const twoLines = useTwoLines();
  const file = sheet === 'export' || sheet === 'selected';
  const done = (
    <Button look="primary" wide onClick={onClose}>
      {`Show ${counted(view.rows.count, 'device')}`}
    </Button>
  );
  return (
    <Dialog title={TITLES[sheet]} opened onClose={onClose} frame={{ footer: file ? undefined : done }}>
      {sheet === 'sort' && (
        <SortKeys
          fields={fields.all}
          sort={sort.filter(({ field }) => fields.all.includes(field))}
          onSort={(next) => go.replace({ sort: next })}
        />
      )}
      {sheet === 'columns' && (
        <>
          {twoLines && (
            <p className={classes['note']}>
              Rows of two lines have room for four fields. These are the columns of the table, of copied rows and of
              exports; a device’s page has all.
            </p>
          )}
          <div className={classes['whole']}>
            <ColumnsList columns={columns} />
          </div>
        </>
      )}
      {file && (
        <div className={classes['whole']}>
          <ExportForm selected={sheet === 'selected'} onDone={onClose} />
        </div>
      )}
    </Dialog>
  );
}
