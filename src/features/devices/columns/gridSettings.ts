import { isJsonObject } from '#lib/json/json.ts';
import { createBooleanSetting, createConnectionSettings } from '#lib/setting.ts';
import { useIsPhone } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { clampColumnWidth } from '#ui/grid/gridColumn.ts';
import type { DevicesState } from '#urls/devices.ts';

export const compactRows = createBooleanSetting('compactRows');

/** True to show a table on a phone instead of rows of two lines. */
export const tableOnPhone = createBooleanSetting('tableOnPhone');

/** Column widths by field, in px. Stored per connection and browser, not in links. */
export const columnWidths = createConnectionSettings<Readonly<Record<string, number>>>({
  name: 'columnWidths',
  fallback: {},
  parse: parseWidths,
});

export const savedColumnChoice = createConnectionSettings<Pick<DevicesState, 'columns' | 'pins'>>({
  name: 'columns',
  fallback: { columns: undefined, pins: undefined },
  parse: (kept) =>
    isJsonObject(kept) ? { columns: parseTexts(kept['columns']), pins: parseTexts(kept['pins']) } : undefined,
});

function parseTexts(kept: unknown): readonly string[] | undefined {
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : undefined;
}

export function setColumnWidth(connectionId: string, field: string, width: number | undefined): void {
  const widths = columnWidths(connectionId);
  const others = Object.entries(widths.get()).filter(([name]) => name !== field);
  widths.set(Object.fromEntries(width === undefined ? others : [...others, [field, width]]));
}

export function parseWidths(kept: unknown, drop: (field: string) => void): Record<string, number> {
  if (!isJsonObject(kept)) {
    drop('all of them');
    return {};
  }
  const widths = new Map<string, number>();
  for (const [field, width] of Object.entries(kept)) {
    if (typeof width === 'number' && clampColumnWidth(width) === width) widths.set(field, width);
    else drop(field);
  }
  return Object.fromEntries(widths);
}

/** True for rows of two lines: on a phone, unless the user chose the table. */
export function useMobileRows(): boolean {
  const phone = useIsPhone();
  const [table] = useSetting(tableOnPhone);
  return phone && !table;
}
