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

/** `reading` while records arrive, `complete` when all did, `incomplete` when the body broke off or was damaged. */
type FleetState = 'reading' | 'complete' | 'incomplete';

/** What is known of a body beside its rows. */
export type Progress = {
  /** The other fields of the reply so far: `code`, `message`, `nDevices` and whatever the service adds. */
  fields: Record<string, unknown>;
  /** Body bytes read. */
  bytes: number;
  /** The first entries of the list that are no objects, and how many there are. They are no rows. */
  bad: readonly BadRecord[];
  badCount: number;
  /** Rows with a field that is not what the interface says. */
  flawed: number;
  /** Names of fields beyond the columns that a fleet may have. */
  unlisted: readonly string[];
};

/**
 * The records of one list answer, in the order they came, while they come and after. Rows and columns are numbered from
 * 0; the interface's fields are always the first columns, and
 * members of objects are columns named `object.member`. Reading a cell is synchronous and makes one small value.
 */
export class Fleet {
  /** Every column so far: the interface's fields, then others in order of appearance. */
  columns: readonly ColumnHead[] = [];
  /** Rows so far. */
  count = 0;
  state: FleetState = 'reading';
  /** Whether it is incomplete because `cancel` was called. */
  cancelled = false;
  progress: Progress = { fields: {}, bytes: 0, bad: [], badCount: 0, flawed: 0, unlisted: [] };
  /** Milliseconds since 1970 when the last byte had arrived; 0 while reading. */
  fetchedAt = 0;
  /** Milliseconds from sending the request to the last byte. */
  latency = 0;
  /** Grows with every change; equal versions look the same. */
  version = 0;
  /** HTTP status and headers of the reply. */
  status = 0;
  headers = new Headers();
  blocks: readonly Block[] = [];
  /** Sort orders by column, as far as they were computed. */
  readonly orders = new Map<number, Order>();
  private readonly dictionaries: string[][] = [];
  private readAnew = false;
  private readonly listeners = new Emitter();
  /** Ends the reading; the rows that came stay. Does nothing when all did. */
  cancel: () => void = () => {};
  private wanted: (column: number) => void = () => {};

  /** Number of devices that the service says it sent, if it said so by now. */
  get nDevices(): number | undefined {
    const sent = this.progress.fields['nDevices'];
    return typeof sent === 'number' ? sent : undefined;
  }

  /** How many fewer entries came than were announced. */
  get missing(): number {
    return Math.max(0, (this.nDevices ?? 0) - this.count - this.progress.badCount);
  }

  /** The column of a field, or -1. */
  columnOf(name: string): number {
    return this.columns.findIndex((column) => column.name === name);
  }

  /** The value of a cell as JSON has it; integers beyond 2^53 as ExactNumber; `undefined` where the record lacks it. */
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

  /** The first row whose cell is this text, or -1; looks at every row. */
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

  /** The record of a row with the fields it has. */
  record(row: number): Record<string, unknown> {
    const record: Record<string, unknown> = Object.create(null);
    for (const [column, { name, nested }] of this.columns.entries()) {
      const value = nested ? undefined : this.value(row, column);
      if (value !== undefined) record[name] = value;
    }
    return record;
  }

  /** Names of the fields of a row that are not what the interface says of them. */
  flaws(row: number): string[] {
    const cells = this.blocks[row >> BLOCK_SHIFT]?.cells;
    return this.columns
      .filter(({ name }, column) => {
        const own = cells?.[column];
        return isFlaw(name, own ? (own.tags?.[row & BLOCK_MASK] ?? TAG.value) : TAG.missing);
      })
      .map(({ name }) => name);
  }

  /** The different values of a column that has few, in order of appearance; none for a column that has many. */
  dictionary(column: number): readonly string[] | undefined {
    const coded = this.blocks.every(({ cells }) => !cells[column] || cells[column].form === 'codes');
    return coded && this.blocks.length > 0 ? this.codedValues(column) : undefined;
  }

  /** Dictionary values, whether or not later blocks gave the dictionary up. */
  codedValues(column: number): readonly string[] {
    return this.dictionaries[column] ?? [];
  }

  /** The order by a column if it is ready; else it is asked for, and a change tells when it is there. */
  order(column: number): Order | undefined {
    const order = this.orders.get(column);
    if (!order && this.state !== 'reading') this.wanted(column);
    return this.orders.get(column);
  }

  readonly subscribe = this.listeners.subscribe;

  /** For the reader: how orders that are asked for get made. */
  onWanted(wanted: (column: number) => void): void {
    this.wanted = wanted;
  }

  /** For the reader: another one begins at the first row again and numbers values itself; what came stays until then. */
  beginAnew(): void {
    this.readAnew = true;
  }

  /** For the reader: takes rows. */
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

  /** For the reader: says that something changed. */
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
