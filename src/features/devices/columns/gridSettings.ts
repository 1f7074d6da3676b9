import * as z from 'zod/mini';
import { isJsonObject } from '#lib/json/json.ts';
import { createListParser, createParser } from '#lib/schema.ts';
import { createBooleanSetting, createPerConnectionSetting } from '#lib/setting.ts';
import { useIsPhone } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { clampColumnWidth } from '#ui/grid/gridColumn.ts';
import type { DevicesState } from '#urls/devices.ts';

const parseChoice = createParser(z.object({ columns: z.optional(z.unknown()), pins: z.optional(z.unknown()) }));
const parseNames = createListParser(z.string());
const parseWidth = createParser(z.number().check(z.refine((width) => clampColumnWidth(width) === width)));

export const compactRowsSetting = createBooleanSetting('compactRows');

export const tableOnPhoneSetting = createBooleanSetting('tableOnPhone');

/** Column widths by field, in px. Stored per connection and browser, not in links. */
export const getColumnWidthsSetting = createPerConnectionSetting<Readonly<Record<string, number>>>({
  name: 'columnWidths',
  fallback: {},
  parse: parseColumnWidths,
});

export const getColumnChoiceSetting = createPerConnectionSetting<Pick<DevicesState, 'columns' | 'pins'>>({
  name: 'columns',
  fallback: { columns: undefined, pins: undefined },
  parse: (kept) => {
    const choice = parseChoice(kept);
    return choice && { columns: parseNames(choice.columns), pins: parseNames(choice.pins) };
  },
});

export function saveColumnWidth(connectionId: string, field: string, width: number | undefined): void {
  const widths = getColumnWidthsSetting(connectionId);
  const others = Object.entries(widths.get()).filter(([name]) => name !== field);
  widths.set(Object.fromEntries(width === undefined ? others : [...others, [field, width]]));
}

export function parseColumnWidths(storedValue: unknown, drop: (field: string) => void): Record<string, number> {
  // entry by entry: a field may have any name, and a schema of records would leave out `__proto__`
  const stored = isJsonObject(storedValue) ? storedValue : {};
  if (stored !== storedValue) drop('all of them');
  const widths = new Map<string, number>();
  for (const [field, value] of Object.entries(stored)) {
    const width = parseWidth(value);
    if (width === undefined) drop(field);
    else widths.set(field, width);
  }
  return Object.fromEntries(widths);
}

/** True for two-line rows: on a phone, unless the user chose the table. */
export function useHasMobileRows(): boolean {
  const phone = useIsPhone();
  const [table] = useSetting(tableOnPhoneSetting);
  return phone && !table;
}
