import { isJsonObject } from '#lib/json/json.ts';
import { createBooleanSetting, createConnectionSettings } from '#lib/setting.ts';
import type { DevicesState } from '#paths/devices.ts';
import { usePhone } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { columnWidth } from '#ui/grid/gridColumn.ts';

/** Whether rows are as low as they can be. */
export const compactRows = createBooleanSetting('compactRows');

/** Whether a phone shows columns side by side too, instead of rows of two lines. */
export const tableOnPhone = createBooleanSetting('tableOnPhone');

/** Widths of columns in px, by field: they suit a fleet and whoever looks at it, so that no link holds them. */
export const columnWidths = createConnectionSettings<Readonly<Record<string, number>>>({
  name: 'columnWidths',
  fallback: {},
  read: readWidths,
});

/** Columns as they were chosen last, for links that name none. */
export const keptColumns = createConnectionSettings<Pick<DevicesState, 'columns' | 'pins'>>({
  name: 'columns',
  fallback: { columns: undefined, pins: undefined },
  read: (kept) => (isJsonObject(kept) ? { columns: textsOf(kept['columns']), pins: textsOf(kept['pins']) } : undefined),
});

function textsOf(kept: unknown): readonly string[] | undefined {
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : undefined;
}

/** Gives a column a width, or its own again. */
export function setColumnWidth(connectionId: string, field: string, width: number | undefined): void {
  const widths = columnWidths(connectionId);
  const others = Object.entries(widths.get()).filter(([name]) => name !== field);
  widths.set(Object.fromEntries(width === undefined ? others : [...others, [field, width]]));
}

export function readWidths(kept: unknown, drop: (field: string) => void): Record<string, number> {
  if (!isJsonObject(kept)) {
    drop('all of them');
    return {};
  }
  const widths = new Map<string, number>();
  for (const [field, width] of Object.entries(kept)) {
    if (typeof width === 'number' && columnWidth(width) === width) widths.set(field, width);
    else drop(field);
  }
  return Object.fromEntries(widths);
}

/** Whether devices are rows of two lines: on a phone, unless somebody wants its columns there too. */
export function useTwoLines(): boolean {
  const phone = usePhone();
  const [table] = useSetting(tableOnPhone);
  return phone && !table;
}
