import { BLOCK_MASK, BLOCK_SHIFT, type Cells, TAG } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { stringifyJson } from '#lib/json/json.ts';

/**
 * Compares a field of rows in two fleets; cells with the same storage are compared without creating values. JSON
 * texts are compared as written.
 */
export function sameCells(one: Fleet, other: Fleet, field: string): (row: number, otherRow: number) => boolean {
  const [column, otherColumn] = [one.columnOf(field), other.columnOf(field)];
  const sameValues = (row: number, otherRow: number) =>
    written(one.value(row, column)) === written(other.value(otherRow, otherColumn));
  const values = one.codedValues(column);
  const codes = new Map(values.map((value, code) => [value, code]));
  /** Codes of the other fleet in terms of the first; -1 for values that it lacks. */
  const translated = Int32Array.from(other.codedValues(otherColumn), (value) => codes.get(value) ?? -1);
  const sameStorage = one.columns[column]?.storage === other.columns[otherColumn]?.storage;
  return (row, otherRow) => {
    const cells = one.blocks[row >> BLOCK_SHIFT]?.cells[column];
    const otherCells = other.blocks[otherRow >> BLOCK_SHIFT]?.cells[otherColumn];
    const [at, otherAt] = [row & BLOCK_MASK, otherRow & BLOCK_MASK];
    const [tag, otherTag] = [tagAt(cells, at), tagAt(otherCells, otherAt)];
    if (tag !== otherTag) return tag === TAG.odd || otherTag === TAG.odd ? sameValues(row, otherRow) : false;
    if (tag === TAG.odd || !sameStorage) return sameValues(row, otherRow);
    if (tag !== TAG.value) return true;
    if (cells?.form === 'codes' && otherCells?.form === 'codes') {
      return cells.codes[at] === translated[otherCells.codes[otherAt] as number]; // a row's code is in the dictionary
    }
    if (cells?.form === 'text' && otherCells?.form === 'text') return sameText(cells, at, otherCells, otherAt);
    if (cells?.form === 'number' && otherCells?.form === 'number')
      return cells.values[at] === otherCells.values[otherAt];
    if (cells?.form === 'flag' && otherCells?.form === 'flag') return cells.values[at] === otherCells.values[otherAt];
    return sameValues(row, otherRow);
  };
}

type Text = Extract<Cells, { form: 'text' }>;

function sameText(one: Text, row: number, other: Text, otherRow: number): boolean {
  const start = row === 0 ? 0 : (one.ends[row - 1] as number); // rows of the blocks
  const otherStart = otherRow === 0 ? 0 : (other.ends[otherRow - 1] as number);
  const length = (one.ends[row] as number) - start;
  if ((other.ends[otherRow] as number) - otherStart !== length) return false;
  for (let at = 0; at < length; at++) if (one.bytes[start + at] !== other.bytes[otherStart + at]) return false;
  return true;
}

function tagAt(cells: Cells | undefined, row: number): number {
  return cells ? (cells.tags?.[row] ?? TAG.value) : TAG.missing;
}

function written(value: unknown): string | undefined {
  return value === undefined ? undefined : stringifyJson(value);
}
