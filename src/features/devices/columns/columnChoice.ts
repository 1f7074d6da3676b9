import { type FieldKind, isListed, kindOf } from '#fields/deviceField.ts';
import { drawWord, GLYPH_PX, hasWords, textOf } from '#fields/FieldWord.tsx';
import type { ColumnHead } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { INVENTORY } from '#fleet/model/joined.ts';
import { shareMissing } from '#fleet/model/missing.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
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

export type ChosenColumns = Pick<DevicesState, 'columns' | 'pins'>;

/** A further field is not a default column if at least this share of devices lack it, in lists of `DEVICES_LEAST` or more. */
const MISSING_MOST = 0.95;
const DEVICES_LEAST = 20;

/** Returns the default columns: all fields except members of objects and fields that nearly all devices lack. */
export function usualColumns(fields: readonly string[], fleet: Fleet): readonly string[] {
  const nested = new Set(fleet.columns.flatMap((column) => (column.nested ? [column.name] : [])));
  const few = fleet.count < DEVICES_LEAST;
  const usual = fields.filter(
    (field) => isListed(field) || (!nested.has(field) && (few || shareMissing(fleet, field) < MISSING_MOST)),
  );
  return usual.length === fields.length ? fields : usual;
}

/** Returns the visible columns, pinned ones first, and the pinned ones; skips fields that no device has. */
export function columnsShown(
  fields: readonly string[],
  { columns, pins }: ChosenColumns,
  usual: readonly string[] = fields,
) {
  const known = columns?.filter((field) => fields.includes(field)) ?? [];
  const chosen = known.length > 0 ? known : usual;
  const pinned = pins ? pins.filter((field) => chosen.includes(field)) : chosen.slice(0, 1);
  return { shown: [...pinned, ...chosen.filter((field) => !pinned.includes(field))], pinned };
}

export function sortFields(fields: readonly string[], view: ViewSnapshot): readonly string[] {
  return view.joinedAs(INVENTORY) ? [...new Set([...fields, INVENTORY])] : fields;
}

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

/**
 * Returns the column choice for a new order; undefined `columns` if it equals the default. Chosen columns that are not in
 * this list's `fields` are kept for lists that have them.
 */
export function choiceOf(
  usual: readonly string[],
  shown: readonly string[],
  { columns = [], pins }: ChosenColumns,
  fields: readonly string[] = usual,
): ChosenColumns {
  const chosen = [...shown, ...columns.filter((field) => !fields.includes(field))];
  const same = chosen.length === usual.length && chosen.every((field, index) => field === usual[index]);
  return { columns: same ? undefined : chosen, pins: pins && chosen.filter((field) => pins.includes(field)) };
}

export function gridColumn(field: string, columns: readonly ColumnHead[], width?: number): GridColumn {
  const kind = kindOf(field, columns.find(({ name }) => name === field)?.storage);
  return {
    key: field,
    label: field || '(no name)',
    type: TYPES[kind],
    ...(field === 'name' && { fill: true }),
    ...(width !== undefined && { width }),
    ...(hasWords(kind)
      ? {
          draw: (value) => drawWord(kind, value),
          text: (value) => textOf(kind, value),
          glyphPx: GLYPH_PX,
        }
      : { drawFlag }),
  };
}

function drawFlag(value: boolean) {
  return drawWord('yesNo', value);
}
