import type { ColumnHead } from '#fleet/cells.ts';
import { namesTime } from '#lib/time.ts';
import type { CellType, GridColumn } from '#ui/grid/gridColumn.ts';

/** Known only by asking for the devices that are online; no field of the record says it. */
export const CONNECTIVITY = 'connectivity';

type Look = { type: CellType; fill?: boolean };

/** A map: a field may be called like something that every object has. */
const LOOKS = new Map<string, Look>(
  Object.entries({
    deviceID: { type: 'id' },
    name: { type: 'text', fill: true },
    productID: { type: 'text' },
    [CONNECTIVITY]: { type: 'text' },
    paired: { type: 'boolean' },
    status: { type: 'boolean' },
    admin: { type: 'email' },
    registeredAt: { type: 'time' },
    lastPairedAt: { type: 'time' },
  }),
);

/** Every field of a fleet in the order it is offered in: those of the interface, most looked at first, then the others. */
export function fieldsOf(columns: readonly ColumnHead[]): string[] {
  const known = [...LOOKS.keys()];
  return [...known, ...columns.map(({ name }) => name).filter((name) => !known.includes(name))];
}

export type ColumnChoice = { columns: readonly string[] | undefined; pins: readonly string[] | undefined };

/** The fields shown as columns, those that stay in view first, and how many these are. */
export function columnsShown(fields: readonly string[], { columns, pins }: ColumnChoice) {
  const chosen = columns ?? fields;
  const pinned = pins ? pins.filter((field) => chosen.includes(field)) : chosen.slice(0, 1);
  return { shown: [...pinned, ...chosen.filter((field) => !pinned.includes(field))], pinned };
}

/** The choice that shows columns in an order, of which some stay in view; the usual order is no choice. */
export function choiceOf(fields: readonly string[], shown: readonly string[], { pins }: ColumnChoice): ColumnChoice {
  const usual = shown.length === fields.length && shown.every((field, index) => field === fields[index]);
  return { columns: usual ? undefined : shown, pins: pins && shown.filter((field) => pins.includes(field)) };
}

/** The grid's column for a field, in its own width or a chosen one; a further field is shown by what its values are. */
export function gridColumn(field: string, columns: readonly ColumnHead[], width?: number): GridColumn {
  const storage = columns.find(({ name }) => name === field)?.storage;
  return {
    key: field,
    label: field,
    ...(LOOKS.get(field) ?? furtherLook(field, storage)),
    ...(width !== undefined && { width }),
  };
}

function furtherLook(field: string, storage: ColumnHead['storage'] | undefined): Look {
  if (storage === 'number') {
    return namesTime(field) ? { type: 'time' } : { type: 'number' };
  }
  if (storage === 'flag') return { type: 'boolean' };
  if (storage === 'json') return { type: 'json' };
  return { type: 'text' };
}
