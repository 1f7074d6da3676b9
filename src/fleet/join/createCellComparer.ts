import { BLOCK_MASK, BLOCK_SHIFT, CELL_TAG, type ColumnCells } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { stringifyJson } from '#lib/json/json.ts';

/**
 * Creates a function that compares one field between rows of two fleets. Cells with the same storage are compared
 * without creating values; JSON values by their text.
 */
export function createCellComparer(
  firstFleet: Fleet,
  secondFleet: Fleet,
  field: string,
): (row: number, otherRow: number) => boolean {
  const [column, otherColumn] = [firstFleet.findColumn(field), secondFleet.findColumn(field)];
  const sameValues = (row: number, otherRow: number) =>
    toComparableText(firstFleet.getValue(row, column)) ===
    toComparableText(secondFleet.getValue(otherRow, otherColumn));
  const values = firstFleet.getDictionaryValues(column);
  const codes = new Map(values.map((value, code) => [value, code]));
  const translated = Int32Array.from(secondFleet.getDictionaryValues(otherColumn), (value) => codes.get(value) ?? -1);
  const sameStorage = firstFleet.columns[column]?.storage === secondFleet.columns[otherColumn]?.storage;
  return (row, otherRow) => {
    const cells = firstFleet.blocks[row >> BLOCK_SHIFT]?.cells[column];
    const otherCells = secondFleet.blocks[otherRow >> BLOCK_SHIFT]?.cells[otherColumn];
    const [at, otherAt] = [row & BLOCK_MASK, otherRow & BLOCK_MASK];
    const [tag, otherTag] = [getTag(cells, at), getTag(otherCells, otherAt)];
    if (tag !== otherTag)
      return tag === CELL_TAG.mismatched || otherTag === CELL_TAG.mismatched ? sameValues(row, otherRow) : false;
    if (tag === CELL_TAG.mismatched || !sameStorage) return sameValues(row, otherRow);
    if (tag !== CELL_TAG.value) return true;
    if (cells?.form === 'codes' && otherCells?.form === 'codes') {
      return cells.codes[at] === translated[otherCells.codes[otherAt] as number]; // a row's code is in the dictionary
    }
    if (cells?.form === 'text' && otherCells?.form === 'text') return isSameText(cells, at, otherCells, otherAt);
    if (cells?.form === 'number' && otherCells?.form === 'number')
      return cells.values[at] === otherCells.values[otherAt];
    if (cells?.form === 'flag' && otherCells?.form === 'flag') return cells.values[at] === otherCells.values[otherAt];
    return sameValues(row, otherRow);
  };
}

type TextColumnCells = Extract<ColumnCells, { form: 'text' }>;

function isSameText(one: TextColumnCells, row: number, other: TextColumnCells, otherRow: number): boolean {
  const start = row === 0 ? 0 : (one.ends[row - 1] as number); // rows of the blocks
  const otherStart = otherRow === 0 ? 0 : (other.ends[otherRow - 1] as number);
  const length = (one.ends[row] as number) - start;
  if ((other.ends[otherRow] as number) - otherStart !== length) return false;
  for (let at = 0; at < length; at++) if (one.bytes[start + at] !== other.bytes[otherStart + at]) return false;
  return true;
}

function getTag(cells: ColumnCells | undefined, row: number): number {
  return cells ? (cells.tags?.[row] ?? CELL_TAG.value) : CELL_TAG.missing;
}

function toComparableText(value: unknown): string | undefined {
  return value === undefined ? undefined : stringifyJson(value);
}
