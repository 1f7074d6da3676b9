import { type Block, TAG } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';

type Reader<Value> = (block: Block, row: number) => Value;

export function flagIn(fleet: Fleet, field: string): Reader<boolean | undefined> {
  const column = fleet.columnOf(field);
  return ({ cells }, row) => {
    const own = cells[column];
    if (own?.form !== 'flag' || (own.tags?.[row] ?? TAG.value) !== TAG.value) return undefined;
    return own.values[row] === 1;
  };
}

/** True if a text is empty, null or missing; false for values of other types. */
export function emptyIn(fleet: Fleet, field: string): Reader<boolean> {
  const column = fleet.columnOf(field);
  const emptyCode = fleet.codedValues(column).indexOf('');
  return ({ cells }, row) => {
    const own = cells[column];
    const tag = own ? (own.tags?.[row] ?? TAG.value) : TAG.missing;
    if (tag !== TAG.value) return tag !== TAG.odd;
    if (own?.form === 'codes') return own.codes[row] === emptyCode;
    if (own?.form !== 'text') return false;
    return own.ends[row] === (row === 0 ? 0 : own.ends[row - 1]);
  };
}
