import { CELL_TAG, type RowBlock } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';

type FieldReader<Value> = (block: RowBlock, row: number) => Value;

export function createBooleanCellReader(fleet: Fleet, field: string): FieldReader<boolean | undefined> {
  const column = fleet.findColumn(field);
  return ({ cells }, row) => {
    const own = cells[column];
    if (own?.form !== 'flag' || (own.tags?.[row] ?? CELL_TAG.value) !== CELL_TAG.value) return undefined;
    return own.values[row] === 1;
  };
}

/** Creates a test for cells that are empty text, null or missing. Values of another type do not count as empty. */
export function createEmptyCellPredicate(fleet: Fleet, field: string): FieldReader<boolean> {
  const column = fleet.findColumn(field);
  const emptyCode = fleet.getDictionaryValues(column).indexOf('');
  return ({ cells }, row) => {
    const own = cells[column];
    const tag = own ? (own.tags?.[row] ?? CELL_TAG.value) : CELL_TAG.missing;
    if (tag !== CELL_TAG.value) return tag !== CELL_TAG.mismatched;
    if (own?.form === 'codes') return own.codes[row] === emptyCode;
    if (own?.form !== 'text') return false;
    return own.ends[row] === (row === 0 ? 0 : own.ends[row - 1]);
  };
}
