import {
  BLOCK_MASK,
  BLOCK_SHIFT,
  CELL_TAG,
  type ColumnCells,
  type ColumnStorageType,
  getMismatchedBytes,
} from '#fleet/model/cells.ts';
import { decodeWtf8, encodeWtf8 } from '#fleet/text/utf8.ts';
import { compareDecimals, type Decimal, parseDecimal } from '#lib/group/decimal.ts';
import { isTimeFieldName } from '#lib/time/time.ts';
import { buildSortKeys, type SortColumn, SortKeyWriter } from './sortKeyWriter.ts';
import { type SortedRows, sortNumbers } from './sortNumbers.ts';
import { sortRowsByKeys } from './sortRowsByKeys.ts';

/**
 * Rows sorted by one column, ascending. `ties[i]` is 1 if the value at position i equals the previous one. The last
 * `emptyCount` rows have no value and stay last in both directions. Values are compared by type (booleans, numbers,
 * text, JSON), then by value. Equal values keep their order.
 */
export type RowOrder = { rows: Uint32Array; ties: Uint8Array; emptyCount: number };

const TYPE_CLASS = { flag: 0, number: 1, text: 2, json: 3, empty: 4 } as const;
const TYPE_CLASS_COUNT = 5;

type MismatchedValue = { class: number; value: unknown };

export function computeRowOrder(column: SortColumn): RowOrder {
  return new ColumnSorter(column).sort();
}

class ColumnSorter {
  private readonly cells: readonly (ColumnCells | undefined)[];
  private readonly sortColumn: SortColumn;
  private readonly storage: ColumnStorageType;
  private readonly total: number;
  private readonly mismatched = new Map<number, MismatchedValue>();

  constructor(given: SortColumn) {
    const { blocks, column, schema } = given;
    this.sortColumn = given;
    this.storage = schema.storage;
    this.cells = blocks.map((block) => block.cells[column]);
    this.total = blocks.reduce((sum, block) => sum + block.rows, 0);
  }

  sort(): RowOrder {
    const classes = this.classify();
    const order: RowOrder = { rows: new Uint32Array(this.total), ties: new Uint8Array(this.total), emptyCount: 0 };
    let place = 0;
    for (let wanted = 0; wanted < TYPE_CLASS_COUNT; wanted++) {
      const rows = getRowsOfClass(classes, wanted, this.total);
      if (rows.length === 0) continue;
      const part = this.sortClass(wanted, rows);
      order.rows.set(part.rows, place);
      order.ties.set(part.ties, place);
      if (wanted === TYPE_CLASS.empty) order.emptyCount = rows.length;
      place += rows.length;
    }
    return order;
  }

  private sortClass(wanted: number, rows: Uint32Array): SortedRows {
    if (wanted === TYPE_CLASS.empty) return { rows, ties: new Uint8Array(rows.length).fill(1, 1) };
    if (wanted === TYPE_CLASS.flag || wanted === TYPE_CLASS.number) {
      const sorted = sortNumbers(rows, (row) => this.getNumber(row));
      return wanted === TYPE_CLASS.number ? this.sortEqualDoubles(sorted) : sorted;
    }
    const coded = this.cells.every((cells) => !cells || cells.form === 'codes');
    if (wanted === TYPE_CLASS.text && this.storage === 'text' && this.mismatched.size === 0 && coded)
      return this.sortCodes(rows);
    return sortRowsByKeys(
      rows,
      buildSortKeys(this.sortColumn, wanted === TYPE_CLASS.text, this.getMismatchedTexts(wanted)),
    );
  }

  private classify(): number | Uint8Array {
    const { name, storage } = this.sortColumn.schema;
    const own = TYPE_CLASS[storage];
    const zeroIsEmpty = storage === 'number' && isTimeFieldName(name);
    const plain = (cells: ColumnCells | undefined) => cells && !cells.tags && !(zeroIsEmpty && hasZero(cells));
    if (this.cells.every(plain)) return own;
    const classes = new Uint8Array(this.total);
    let start = 0;
    for (const [index, block] of this.sortColumn.blocks.entries()) {
      const cells = this.cells[index];
      let nth = 0;
      for (let row = 0; row < block.rows; row++) {
        const tag = cells ? (cells.tags?.[row] ?? CELL_TAG.value) : CELL_TAG.missing;
        if (tag === CELL_TAG.value) classes[start + row] = zeroIsEmpty && isZero(cells, row) ? TYPE_CLASS.empty : own;
        else if (tag !== CELL_TAG.mismatched) classes[start + row] = TYPE_CLASS.empty;
        else
          classes[start + row] = this.classifyMismatched(
            start + row,
            cells?.mismatched && getMismatchedBytes(cells.mismatched, nth++),
          );
      }
      start += block.rows;
    }
    return classes;
  }

  private classifyMismatched(row: number, bytes: Uint8Array | undefined): number {
    const source = bytes ? decodeWtf8(bytes) : 'null';
    const value: unknown = JSON.parse(source);
    const kind = TYPE_CLASS[getStorage(value)];
    const isExact = kind === TYPE_CLASS.json || kind === TYPE_CLASS.number;
    this.mismatched.set(row, { class: kind, value: isExact ? source : value });
    return kind;
  }

  /** Sorts rows with equal doubles by their exact numbers, which are stored as text. */
  private sortEqualDoubles(sorted: SortedRows): SortedRows {
    const { rows, ties } = sorted;
    for (let start = 0, end = 0; start < rows.length && this.mismatched.size > 0; start = end) {
      do end++;
      while (ties[end]);
      const group = rows.subarray(start, end);
      if (group.length === 1 || !group.some((row) => this.mismatched.has(row))) continue;
      const exact = Array.from(group, (row) => ({ row, number: this.getDecimal(row) }));
      exact.sort((one, other) => compareDecimals(one.number, other.number));
      for (const [at, { row, number }] of exact.entries()) {
        const before = exact[at - 1];
        group[at] = row;
        ties[start + at] = Number(before !== undefined && compareDecimals(before.number, number) === 0);
      }
    }
    return sorted;
  }

  private getDecimal(row: number): Decimal {
    const text = String(this.mismatched.get(row)?.value ?? this.getNumber(row));
    // larger exponents would take too much memory
    return parseDecimal(text.replace(/(e[+-]?)\d{4,}$/i, '$1999'));
  }

  private getNumber(row: number): number {
    const odd = this.mismatched.get(row);
    if (odd) return Number(odd.value);
    const cells = this.cells[row >> BLOCK_SHIFT];
    if (cells?.form !== 'number' && cells?.form !== 'flag') return 0;
    return cells.values[row & BLOCK_MASK] ?? 0;
  }

  private sortCodes(rows: Uint32Array): SortedRows {
    const { ranks, different } = rankValues(this.sortColumn.values);
    const places = new Uint32Array(different + 1);
    const rankAt = (row: number) => ranks[this.getCode(row)] as number; // codes are within the dictionary
    for (const row of rows) (places[rankAt(row) + 1] as number)++;
    for (let rank = 1; rank <= different; rank++) (places[rank] as number) += places[rank - 1] as number;
    const firsts = places.slice();
    const sorted = new Uint32Array(rows.length);
    for (const row of rows) {
      const rank = rankAt(row);
      const place = places[rank] as number; // ranks are below `different`
      sorted[place] = row;
      places[rank] = place + 1;
    }
    const ties = new Uint8Array(rows.length).fill(1);
    for (const first of firsts) if (first < ties.length) ties[first] = 0;
    return { rows: sorted, ties };
  }

  private getCode(row: number): number {
    const cells = this.cells[row >> BLOCK_SHIFT];
    return cells?.form === 'codes' ? (cells.codes[row & BLOCK_MASK] ?? 0) : 0;
  }

  private getMismatchedTexts(wanted: number): Map<number, Uint8Array> {
    const texts = new Map<number, Uint8Array>();
    for (const [row, { class: own, value }] of this.mismatched) {
      if (own === wanted) texts.set(row, encodeWtf8(String(value)));
    }
    return texts;
  }
}

function hasZero(cells: ColumnCells): boolean {
  return cells.form === 'number' && cells.values.includes(0);
}

function isZero(cells: ColumnCells | undefined, row: number): boolean {
  return cells?.form === 'number' && cells.values[row] === 0;
}

function getStorage(value: unknown): ColumnStorageType {
  if (typeof value === 'boolean') return 'flag';
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' ? 'text' : 'json';
}

function getRowsOfClass(classes: number | Uint8Array, wanted: number, total: number): Uint32Array {
  if (typeof classes === 'number') {
    const rows = new Uint32Array(classes === wanted ? total : 0);
    for (let row = 0; row < rows.length; row++) rows[row] = row;
    return rows;
  }
  let count = 0;
  for (const own of classes) if (own === wanted) count++;
  const rows = new Uint32Array(count);
  for (let row = 0, place = 0; row < total; row++) if (classes[row] === wanted) rows[place++] = row;
  return rows;
}

function rankValues(values: readonly string[]): { ranks: Uint32Array; different: number } {
  const text = new SortKeyWriter(values.length, true);
  for (const value of values) text.write(encodeWtf8(value));
  const sorted = sortRowsByKeys(Uint32Array.from(values.keys()), text.finish());
  const ranks = new Uint32Array(values.length);
  let rank = -1;
  for (let at = 0; at < values.length; at++) {
    if (!sorted.ties[at]) rank++;
    ranks[sorted.rows[at] as number] = rank;
  }
  return { ranks, different: rank + 1 };
}
