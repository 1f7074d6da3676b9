import { kindOf } from '#fields/deviceField.ts';
import { formatTime, isNever } from '#lib/time/time.ts';
import { inCopyEvent } from '#ui/browser/copyEvent.ts';
import { type Copied, CopiedRows } from '#ui/grid/copy/gridCopy.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { showToast } from '#ui/notices/toast.ts';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { useComparison } from './ComparePlace.tsx';

/** Copies what is compared as a spreadsheet takes it: a row for each field, a column for each device. */
export function useCopyTable(): () => void {
  const { columns, fieldsShown } = useComparison();
  const mode = useTimeMode();
  const copy = (): boolean => {
    const heads: GridColumn[] = ['field', ...columns.map(({ deviceID }) => deviceID)].map((label, at) => ({
      key: String(at),
      label,
      type: 'json',
    }));
    const rows = new CopiedRows(heads, mode);
    rows.add(({ key }) => (key === '0' ? 'name' : columns[Number(key) - 1]?.device?.['name']));
    for (const { field, values } of fieldsShown) {
      rows.add(({ key }) => (key === '0' ? field : written(field, values[Number(key) - 1])));
    }
    return copyToSpreadsheet(rows.all);
  };
  const written = (field: string, value: unknown) => {
    if (kindOf(field, 'number') !== 'time') return value;
    if (isNever(value)) return 'never';
    const time = typeof value === 'number' ? formatTime(value, mode === 'relative' ? 'local' : mode, 0) : undefined;
    return time ?? value;
  };
  return () =>
    showToast({
      words: copy() ? `Copied ${columns.length} devices as a table` : 'Copying was refused by the browser',
    });
}

function copyToSpreadsheet({ text, html }: Copied): boolean {
  return inCopyEvent((event) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
  });
}
