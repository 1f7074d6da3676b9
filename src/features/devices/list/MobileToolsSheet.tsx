import { IconX } from '@tabler/icons-react';
import { getSortableFields } from '#features/devices/columns/deviceColumns.ts';
import { useHasMobileRows } from '#features/devices/columns/gridSettings.ts';
import { useDeviceColumnOptions, useEffectiveSort } from '#features/devices/columns/useDeviceColumns.tsx';
import { type MobileSheetName, useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { DeviceExportForm } from '#features/devices/export/DeviceExportForm.tsx';
import { getFieldKind } from '#fields/deviceField.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { ColumnChooser } from '#ui/grid/columns/ColumnChooser.tsx';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';
import type { DevicesState } from '#urls/devices.ts';
import classes from './MobileToolsSheet.module.css';

const TITLES: Record<MobileSheetName, string> = {
  sort: 'Sort',
  columns: 'Columns',
  export: 'Export',
  selected: 'Export',
};

export function MobileToolsSheet({ sheet }: { sheet: MobileSheetName }) {
  const { fields, go, setSheet } = useDevicesPage();
  const sort = useEffectiveSort();
  const { view } = useDeviceList();
  const sorted = getSortableFields(fields.all, view);
  const columns = useDeviceColumnOptions();
  const onClose = () => setSheet(undefined);
  const twoLines = useHasMobileRows();
  const isExport = sheet === 'export' || sheet === 'selected';
  const doneButton = (
    <Button variant="primary" fullWidth onClick={onClose}>
      {`Show ${formatCountWithNoun(view.rows.count, 'device')}`}
    </Button>
  );
  return (
    <Dialog title={TITLES[sheet]} opened onClose={onClose} frame={{ footer: isExport ? undefined : doneButton }}>
      {sheet === 'sort' && (
        <SortFields
          fields={sorted}
          sort={sort.filter(({ field }) => sorted.includes(field))}
          onSort={(next) => go.replace({ sort: next })}
        />
      )}
      {sheet === 'columns' && (
        <>
          {twoLines && (
            <p className={classes['note']}>
              Two-line rows show four fields. These columns apply to the table, copied rows and exports. The device page
              shows every field.
            </p>
          )}
          <div className={classes['whole']}>
            <ColumnChooser columns={columns} />
          </div>
        </>
      )}
      {isExport && (
        <div className={classes['whole']}>
          <DeviceExportForm selected={sheet === 'selected'} onDone={onClose} />
        </div>
      )}
    </Dialog>
  );
}

type SortKey = DevicesState['sort'][number];

type SortFieldsProps = { fields: readonly string[]; sort: readonly SortKey[]; onSort: (sort: SortKey[]) => void };

function SortFields({ fields, sort, onSort }: SortFieldsProps) {
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
            <Select
              aria-label={at === 0 ? 'Sort by' : `Then by, ${at + 1}`}
              size="form"
              options={fields.filter((one) => one === field || unused.includes(one))}
              value={field}
              onValueChange={(next) => change(at, { field: next, descending })}
            />
            <Select
              aria-label={`Order of ${toVisibleText(field)}`}
              size="form"
              options={getSortOrderOptions(field)}
              value={descending ? 'descending' : 'ascending'}
              onValueChange={(order) => change(at, { field, descending: order === 'descending' })}
            />
            <IconButton
              Icon={IconX}
              label={`Remove sort by ${toVisibleText(field)}`}
              onClick={() => onSort(sort.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      {unused[0] !== undefined && (
        <Button variant="link" onClick={() => onSort([...sort, { field: unused[0] ?? '', descending: false }])}>
          {sort.length === 0 ? '+ Sort by' : '+ Then by'}
        </Button>
      )}
    </>
  );
}

function getSortOrderOptions(field: string) {
  const time = getFieldKind(field) === 'time';
  return [
    { value: 'ascending', label: time ? 'oldest first' : 'ascending' },
    { value: 'descending', label: time ? 'newest first' : 'descending' },
  ] as const;
}
