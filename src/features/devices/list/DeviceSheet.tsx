import { IconX } from '@tabler/icons-react';
import { sortFields } from '#features/devices/columns/columnChoice.ts';
import { useTwoLines } from '#features/devices/columns/gridSettings.ts';
import { useColumnsOffered } from '#features/devices/columns/useDeviceColumns.ts';
import { type Sheet, useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { ExportForm } from '#features/devices/export/ExportForm.tsx';
import { kindOf } from '#fields/deviceField.ts';
import { pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import type { DevicesState } from '#paths/devices.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { ColumnsList } from '#ui/grid/columns/ColumnsList.tsx';
import { Dialog } from '#ui/overlays/panel.tsx';
import classes from './DeviceSheet.module.css';
import { useClaimedSort } from './useClaimedSort.ts';

const TITLES: Record<Sheet, string> = { sort: 'Sort', columns: 'Columns', export: 'Export', selected: 'Export' };

export function DeviceSheet({ sheet }: { sheet: Sheet }) {
  const { fields, go, setSheet } = useDevices();
  const sort = useClaimedSort();
  const { view } = useDeviceList();
  const sorted = sortFields(fields.all, view);
  const columns = useColumnsOffered();
  const onClose = () => setSheet(undefined);
  const twoLines = useTwoLines();
  const file = sheet === 'export' || sheet === 'selected';
  const done = (
    <Button look="primary" wide onClick={onClose}>
      {`Show ${pluralize(view.rows.count, 'device')}`}
    </Button>
  );
  return (
    <Dialog title={TITLES[sheet]} opened onClose={onClose} frame={{ footer: file ? undefined : done }}>
      {sheet === 'sort' && (
        <SortKeys
          fields={sorted}
          sort={sort.filter(({ field }) => sorted.includes(field))}
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

type SortKey = DevicesState['sort'][number];

type Props = { fields: readonly string[]; sort: readonly SortKey[]; onSort: (sort: SortKey[]) => void };

function SortKeys({ fields, sort, onSort }: Props) {
  const unused = fields.filter((field) => !sort.some((key) => key.field === field));
  const change = (at: number, next: SortKey) => onSort(sort.with(at, next));
  return (
    <>
      {sort.length === 0 && <p className={classes['note']}>Rows are in the service’s order.</p>}
      <ol className={classes['keys']}>
        {sort.map(({ field, descending }, at) => (
          <li key={field}>
            <span className={classes['word']} aria-hidden>
              {at === 0 ? 'by' : 'then by'}
            </span>
            <Pick
              aria-label={at === 0 ? 'Sort by' : `Then by, ${at + 1}`}
              size="form"
              options={fields.filter((one) => one === field || unused.includes(one))}
              value={field}
              onPick={(next) => change(at, { field: next, descending })}
            />
            <Pick
              aria-label={`Order of ${toPlainText(field)}`}
              size="form"
              options={ordersOf(field)}
              value={descending ? 'descending' : 'ascending'}
              onPick={(order) => change(at, { field, descending: order === 'descending' })}
            />
            <IconButton
              Icon={IconX}
              label={`Do not sort by ${toPlainText(field)}`}
              onClick={() => onSort(sort.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      {unused[0] !== undefined && (
        <Button look="link" onClick={() => onSort([...sort, { field: unused[0] ?? '', descending: false }])}>
          {sort.length === 0 ? '+ Sort by' : '+ Then by'}
        </Button>
      )}
    </>
  );
}

function ordersOf(field: string) {
  const time = kindOf(field) === 'time';
  return [
    { value: 'ascending', label: time ? 'oldest first' : 'ascending' },
    { value: 'descending', label: time ? 'newest first' : 'descending' },
  ] as const;
}
