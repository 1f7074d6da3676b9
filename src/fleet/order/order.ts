import { BLOCK_MASK, BLOCK_SHIFT, type Cells, oddBytes, type Storage, TAG } from '#fleet/model/cells.ts';
import { decodeText, encodeText } from '#fleet/text/utf8.ts';
import { isTimeFieldName } from '#lib/time/time.ts';
import { FoldedWriter, type SortColumn, textOfColumn } from './foldedText.ts';
import { KeyedItems } from './keyedItems.ts';
import { orderText } from './textOrder.ts';

/**
 * Rows of a fleet sorted by one column, ascending. `ties[i]` is 1 if the value at place i equals the previous one.
 * The last `empties` rows have no value (null, missing, or 0 for a time) and stay last in both directions.
 * Values are compared by type (false and true, numbers, text, objects and lists), then by value: text by its
 * `toSortKey`, objects and lists by their JSON text. Equal values, which may differ in case, accents and leading
 * zeros, keep their order.
 */
export type Order = { rows: Uint32Array; ties: Uint8Array; empties: number };

const CLASS = { flag: 0, number: 1, text: 2, json: 3, empty: 4 } as const;
const CLASSES = 5;

type Odd = { class: number; value: unknown };

/** Sorts by a column. Takes long, so it runs in a worker for large lists. */
export function orderOf(column: SortColumn): Order {
  return new ColumnSort(column).order();
}

type Part = { rows: Uint32Array; ties: Uint8Array };

class ColumnSort {
  private readonly cells: readonly (Cells | undefined)[];
  private readonly given: SortColumn;
  private readonly storage: Storage;
  private readonly total: number;
  /** Values of another type than their column, by row. */
  private readonly odd = new Map<number, Odd>();

  constructor(given: SortColumn) {
    const { blocks, column, head } = given;
    this.given = given;
    this.storage = head.storage;
    this.cells = blocks.map((block) => block.cells[column]);
    this.total = blocks.reduce((sum, block) => sum + block.rows, 0);
  }

  order(): Order {
    const classes = this.classify();
    const order: Order = { rows: new Uint32Array(this.total), ties: new Uint8Array(this.total), empties: 0 };
    let place = 0;
    for (let wanted = 0; wanted < CLASSES; wanted++) {
      const rows = rowsOf(classes, wanted, this.total);
      if (rows.length === 0) continue;
      const part = this.orderClass(wanted, rows);
      order.rows.set(part.rows, place);
      order.ties.set(part.ties, place);
      if (wanted === CLASS.empty) order.empties = rows.length;
      place += rows.length;
    }
    return order;
  }

  private orderClass(wanted: number, rows: Uint32Array): Part {
    if (wanted === CLASS.empty) return { rows, ties: new Uint8Array(rows.length).fill(1, 1) };
    if (wanted === CLASS.flag || wanted === CLASS.number) return this.orderNumbers(rows);
    const coded = this.cells.every((cells) => !cells || cells.form === 'codes');
    if (wanted === CLASS.text && this.storage === 'text' && this.odd.size === 0 && coded) return this.orderCodes(rows);
    return orderText(rows, textOfColumn(this.given, wanted === CLASS.text, this.oddTexts(wanted)));
  }

  /** Class of each row, or the one class of all. Parses the odd values. */
  private classify(): number | Uint8Array {
    const { name, storage } = this.given.head;
    const own = CLASS[storage];
    const zeroIsEmpty = storage === 'number' && isTimeFieldName(name);
    const plain = (cells: Cells | undefined) => cells && !cells.tags && !(zeroIsEmpty && hasZero(cells));
    if (this.cells.every(plain)) return own;
    const classes = new Uint8Array(this.total);
    let start = 0;
    for (const [index, block] of this.given.blocks.entries()) {
      const cells = this.cells[index];
      let nth = 0;
      for (let row = 0; row < block.rows; row++) {
        const tag = cells ? (cells.tags?.[row] ?? TAG.value) : TAG.missing;
        if (tag === TAG.value) classes[start + row] = zeroIsEmpty && isZero(cells, row) ? CLASS.empty : own;
        else if (tag !== TAG.odd) classes[start + row] = CLASS.empty;
        else classes[start + row] = this.classifyOdd(start + row, cells?.odd && oddBytes(cells.odd, nth++));
      }
      start += block.rows;
    }
    return classes;
  }

  private classifyOdd(row: number, bytes: Uint8Array | undefined): number {
    const source = bytes ? decodeText(bytes) : 'null';
    const value: unknown = JSON.parse(source);
    const kind = CLASS[storageOf(value)];
    this.odd.set(row, { class: kind, value: kind === CLASS.json ? source : value });
    return kind;
  }

  private orderNumbers(rows: Uint32Array): Part {
    const keyed = new KeyedItems(rows);
    const float = new Float64Array(1);
    const halves = new Uint32Array(float.buffer);
    const [low, high] = LITTLE_ENDIAN ? [0, 1] : [1, 0];
    for (let at = 0; at < rows.length; at++) {
      float[0] = this.numberAt(rows[at] as number) + 0; // -0 becomes 0, as they are equal
      const top = halves[high] as number;
      // as unsigned integers, floats sort correctly once negative ones are inverted and the sign bit is flipped
      keyed.high[at] = top >>> 31 ? ~top : top | 0x80000000;
      keyed.low[at] = top >>> 31 ? ~(halves[low] as number) : (halves[low] as number);
    }
    keyed.sort(0, rows.length);
    const ties = new Uint8Array(rows.length);
    for (let at = 1; at < rows.length; at++) {
      if (keyed.high[at] === keyed.high[at - 1] && keyed.low[at] === keyed.low[at - 1]) ties[at] = 1;
    }
    return { rows: keyed.items, ties };
  }

  private numberAt(row: number): number {
    const odd = this.odd.get(row);
    if (odd) return Number(odd.value);
    const cells = this.cells[row >> BLOCK_SHIFT];
    if (cells?.form !== 'number' && cells?.form !== 'flag') return 0;
    return cells.values[row & BLOCK_MASK] ?? 0;
  }

  /** Counting sort by the rank of the dictionary values. */
  private orderCodes(rows: Uint32Array): Part {
    const { ranks, different } = rankValues(this.given.values);
    const places = new Uint32Array(different + 1);
    const rankAt = (row: number) => ranks[this.codeAt(row)] as number; // codes are within the dictionary
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

  private codeAt(row: number): number {
    const cells = this.cells[row >> BLOCK_SHIFT];
    return cells?.form === 'codes' ? (cells.codes[row & BLOCK_MASK] ?? 0) : 0;
  }

  private oddTexts(wanted: number): Map<number, Uint8Array> {
    const texts = new Map<number, Uint8Array>();
    for (const [row, { class: own, value }] of this.odd) {
      if (own === wanted) texts.set(row, encodeText(String(value)));
    }
    return texts;
  }
}

const LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

function hasZero(cells: Cells): boolean {
  return cells.form === 'number' && cells.values.includes(0);
}

function isZero(cells: Cells | undefined, row: number): boolean {
  return cells?.form === 'number' && cells.values[row] === 0;
}

function storageOf(value: unknown): Storage {
  if (typeof value === 'boolean') return 'flag';
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' ? 'text' : 'json';
}

function rowsOf(classes: number | Uint8Array, wanted: number, total: number): Uint32Array {
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
  const text = new FoldedWriter(values.length, true);
  for (const value of values) text.write(encodeText(value));
  const sorted = orderText(Uint32Array.from(values.keys()), text.done());
  const ranks = new Uint32Array(values.length);
  let rank = -1;
  for (let at = 0; at < values.length; at++) {
    if (!sorted.ties[at]) rank++;
    ranks[sorted.rows[at] as number] = rank;
  }
  return { ranks, different: rank + 1 };
}
