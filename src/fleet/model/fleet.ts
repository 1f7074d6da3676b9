import type { Order } from '#fleet/order/order.ts';
import type { BadRecord } from '#fleet/read/bodyReader.ts';
import { asciiText, decodeText, encodeText } from '#fleet/text/utf8.ts';
import { isFlaw } from '#fleet/write/rowWriter.ts';
import { Emitter } from '#lib/emitter.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import {
  type Batch,
  BLOCK_MASK,
  BLOCK_ROWS,
  BLOCK_SHIFT,
  type Block,
  type Cells,
  type ColumnHead,
  oddBytes,
  oddIndex,
  TAG,
  type TextCells,
} from './cells.ts';

/** `reading` while records arrive, `complete` at the end, `incomplete` if the body ended early or was damaged. */
type FleetState = 'reading' | 'complete' | 'incomplete';

export type Progress = {
  /** Other fields of the response so far: `code`, `message`, `nDevices` and additional ones. */
  fields: Record<string, unknown>;
  bytes: number;
  /** The first list entries that are not objects, and their total number. They are not rows. */
  bad: readonly BadRecord[];
  badCount: number;
  flawed: number;
  /** Names of fields beyond the maximum number of columns. */
  unlisted: readonly string[];
};

/**
 * Records of a device list in the order of the response, during and after loading. Rows and columns are numbered from
 * 0. The interface's fields are the first columns; members of objects are columns named `object.member`. Reading a
 * cell is synchronous.
 */
export class Fleet {
  /** All columns so far: the interface's fields, then others in order of appearance. */
  columns: readonly ColumnHead[] = [];
  count = 0;
  state: FleetState = 'reading';
  /** True if it is incomplete because of `cancel`. */
  cancelled = false;
  progress: Progress = { fields: {}, bytes: 0, bad: [], badCount: 0, flawed: 0, unlisted: [] };
  /** Time of the last byte, in ms since 1970; 0 while reading. */
  fetchedAt = 0;
  /** Time from the request to the last byte, in ms. */
  latency = 0;
  version = 0;
  status = 0;
  headers = new Headers();
  blocks: readonly Block[] = [];
  /** Sort orders by column, as far as they are computed. */
  readonly orders = new Map<number, Order>();
  private readonly dictionaries: string[][] = [];
  private readAnew = false;
  private readonly listeners = new Emitter();
  /** Stops reading and keeps the received rows; no effect after the end. */
  cancel: () => void = () => {};
  private wanted: (column: number) => void = () => {};

  get nDevices(): number | undefined {
    const sent = this.progress.fields['nDevices'];
    return typeof sent === 'number' ? sent : undefined;
  }

  get missing(): number {
    return Math.max(0, (this.nDevices ?? 0) - this.count - this.progress.badCount);
  }

  columnOf(name: string): number {
    return this.columns.findIndex((column) => column.name === name);
  }

  /** Value of a cell as parsed from JSON; integers beyond 2^53 are ExactNumber; undefined if the record lacks the field. */
  value(row: number, column: number): unknown {
    const block = this.blocks[row >> BLOCK_SHIFT];
    const cells = block?.cells[column];
    if (!block || !cells) return undefined;
    const at = row & BLOCK_MASK;
    const tag = cells.tags?.[at] ?? TAG.value;
    if (tag === TAG.null) return null;
    if (tag === TAG.missing) return undefined;
    if (tag === TAG.odd) return oddValue(cells, at);
    if (cells.form === 'flag') return cells.values[at] === 1;
    if (cells.form === 'number') return cells.values[at];
    if (cells.form === 'codes') return this.dictionaries[column]?.[cells.codes[at] ?? 0];
    const [start, end] = [at === 0 ? 0 : (cells.ends[at - 1] ?? 0), cells.ends[at] ?? 0];
    const text = cells.ascii ? asciiText(cells.bytes, start, end) : decodeText(cells.bytes.subarray(start, end));
    return this.columns[column]?.storage === 'json' ? parseJson(text) : text;
  }

  /** First row with this text in the column, or -1; scans all rows. */
  rowOf(text: string, column: number): number {
    const bytes = encodeText(text);
    const code = this.codedValues(column).indexOf(text);
    for (const [index, { rows, cells: all }] of this.blocks.entries()) {
      const cells = all[column];
      if (cells?.form === 'codes' && code < 0) continue;
      for (let row = 0; row < rows; row++) {
        const found =
          cells?.form === 'codes' ? cells.codes[row] === code : cells?.form === 'text' && isTextAt(cells, row, bytes);
        if (found && !cells?.tags?.[row]) return index * BLOCK_ROWS + row;
      }
    }
    return -1;
  }

  record(row: number): Record<string, unknown> {
    const record: Record<string, unknown> = Object.create(null);
    for (const [column, { name, nested }] of this.columns.entries()) {
      const value = nested ? undefined : this.value(row, column);
      if (value !== undefined) record[name] = value;
    }
    return record;
  }

  flaws(row: number): string[] {
    const cells = this.blocks[row >> BLOCK_SHIFT]?.cells;
    return this.columns
      .filter(({ name }, column) => {
        const own = cells?.[column];
        return isFlaw(name, own ? (own.tags?.[row & BLOCK_MASK] ?? TAG.value) : TAG.missing);
      })
      .map(({ name }) => name);
  }

  /** Distinct values of a column with a dictionary, in order of appearance; undefined for other columns. */
  dictionary(column: number): readonly string[] | undefined {
    const coded = this.blocks.every(({ cells }) => !cells[column] || cells[column].form === 'codes');
    return coded && this.blocks.length > 0 ? this.codedValues(column) : undefined;
  }

  /** Dictionary values, even if later blocks no longer use the dictionary. */
  codedValues(column: number): readonly string[] {
    return this.dictionaries[column] ?? [];
  }

  /** Sort order by a column; if it is not computed yet, requests it, and subscribers are notified later. */
  order(column: number): Order | undefined {
    const order = this.orders.get(column);
    if (!order && this.state !== 'reading') this.wanted(column);
    return this.orders.get(column);
  }

  readonly subscribe = this.listeners.subscribe;

  onWanted(wanted: (column: number) => void): void {
    this.wanted = wanted;
  }

  /** For the reader: prepares for a new reader, which starts at the first row. Current rows stay until then. */
  beginAnew(): void {
    this.readAnew = true;
  }

  take(batch: Batch): void {
    const blocks = this.blocks.slice(0, batch.first).concat(batch.blocks);
    const last = blocks.at(-1);
    this.count = last ? (blocks.length - 1) * BLOCK_ROWS + last.rows : 0;
    this.blocks = blocks;
    this.columns = batch.columns;
    if (this.readAnew) this.dictionaries.length = 0;
    this.readAnew = false;
    for (const [column, values] of batch.values) {
      const dictionary = this.dictionaries[column] ?? [];
      this.dictionaries[column] = dictionary;
      for (const value of values) dictionary.push(value);
    }
  }

  changed(): void {
    this.version++;
    this.listeners.emit();
  }
}

function oddValue({ odd }: Cells, row: number): unknown {
  const index = odd ? oddIndex(odd, row) : -1;
  return odd && index >= 0 ? parseJson(decodeText(oddBytes(odd, index))) : null;
}

function isTextAt({ bytes, ends }: TextCells, row: number, wanted: Uint8Array): boolean {
  const start = row === 0 ? 0 : (ends[row - 1] as number); // rows of the block
  if ((ends[row] as number) - start !== wanted.length) return false;
  for (let at = 0; at < wanted.length; at++) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}
