import { type FieldKind, kindOf } from '#fields/deviceField.ts';
import { drawWord, GLYPH_PX, hasWords, textOf } from '#fields/FieldWord.tsx';
import type { ColumnHead } from '#fleet/cells.ts';
import type { DevicesState } from '#paths/devices.ts';
import type { CellType, GridColumn } from '#ui/grid/gridColumn.ts';

const TYPES: Record<FieldKind, CellType> = {
  id: 'id',
  text: 'text',
  email: 'email',
  pairing: 'boolean',
  yesNo: 'boolean',
  connectivity: 'text',
  time: 'time',
  number: 'number',
  json: 'json',
};

export type ColumnChoice = { columns: readonly string[] | undefined; pins: readonly string[] | undefined };

/** The fields shown as columns, those that stay in view first, and how many these are; none that no device has. */
export function columnsShown(fields: readonly string[], { columns, pins }: ColumnChoice) {
  const known = columns?.filter((field) => fields.includes(field)) ?? [];
  const chosen = known.length > 0 ? known : fields;
  const pinned = pins ? pins.filter((field) => chosen.includes(field)) : chosen.slice(0, 1);
  return { shown: [...pinned, ...chosen.filter((field) => !pinned.includes(field))], pinned };
}

/** The parts of a link that name fields which no device of a whole list has, in words. */
export function unknownParts(
  fields: readonly string[],
  { sort, columns = [] }: Pick<DevicesState, 'sort' | 'columns'>,
) {
  const parts = [
    ...sort.map(({ field, descending }) => ({ name: descending ? 'desc' : 'asc', field })),
    ...columns.map((field) => ({ name: 'column', field })),
  ];
  return parts.filter(({ field }) => !fields.includes(field)).map(({ name, field }) => `${name} ${field}`);
}

/** The choice that shows columns in an order, of which some stay in view; the usual order is no choice. */
export function choiceOf(fields: readonly string[], shown: readonly string[], { pins }: ColumnChoice): ColumnChoice {
  const usual = shown.length === fields.length && shown.every((field, index) => field === fields[index]);
  return { columns: usual ? undefined : shown, pins: pins && shown.filter((field) => pins.includes(field)) };
}

/** The grid's column for a field, in its own width or a chosen one; a further field is shown by what its values are. */
export function gridColumn(field: string, columns: readonly ColumnHead[], width?: number): GridColumn {
  const kind = kindOf(field, columns.find(({ name }) => name === field)?.storage);
  return {
    key: field,
    label: field,
    type: TYPES[kind],
    ...(field === 'name' && { fill: true }),
    ...(width !== undefined && { width }),
    ...(hasWords(kind) && {
      draw: (value) => drawWord(kind, value),
      text: (value) => textOf(kind, value),
      glyphPx: GLYPH_PX,
    }),
  };
}
