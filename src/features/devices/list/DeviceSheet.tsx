import { SortKeys } from '#features/devices/columns/SortKeys.tsx';
import { useTwoLines } from '#features/devices/columns/useTwoLines.ts';
import { ExportForm, type ExportFormProps } from '#features/devices/export/ExportForm.tsx';
import { counted } from '#lib/counts.ts';
import type { DevicesState } from '#paths/devices.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ColumnsList, type ColumnsOffered } from '#ui/grid/columns/ColumnsList.tsx';
import { Dialog } from '#ui/overlays/dialogs.ts';
import classes from './DeviceSheet.module.css';

/** What a phone has in the page's menu instead of in its bar and its headings. */
export type Sheet = 'sort' | 'columns' | 'export' | 'selected';

type Props = {
  sheet: Sheet;
  onClose: () => void;
  /** Every field, in the order offered. */
  fields: readonly string[];
  sort: DevicesState['sort'];
  onSort: (sort: DevicesState['sort']) => void;
  columns: ColumnsOffered;
  toFile: Omit<ExportFormProps, 'onDone'>;
};

const TITLES: Record<Sheet, string> = { sort: 'Sort', columns: 'Columns', export: 'Export', selected: 'Export' };

/** The sheet from below of one of them. Loaded when it is first wanted. */
export function DeviceSheet({ sheet, onClose, fields, sort, onSort, columns, toFile }: Props) {
  const twoLines = useTwoLines();
  const file = sheet === 'export' || sheet === 'selected';
  const done = (
    <Button look="primary" wide onClick={onClose}>
      {`Show ${counted(toFile.count, 'device')}`}
    </Button>
  );
  return (
    <Dialog title={TITLES[sheet]} opened onClose={onClose} frame={{ footer: file ? undefined : done }}>
      {sheet === 'sort' && <SortKeys fields={fields} sort={sort} onSort={onSort} />}
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
          <ExportForm {...toFile} onDone={onClose} />
        </div>
      )}
    </Dialog>
  );
}
