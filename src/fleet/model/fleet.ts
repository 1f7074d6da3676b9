import type { MalformedEntry } from '#fleet/read/deviceListParser.ts';
import type { RowOrder } from '#fleet/sort/computeRowOrder.ts';
import { decodeAscii, decodeWtf8, encodeWtf8 } from '#fleet/text/utf8.ts';
import { isSchemaViolation } from '#fleet/write/rowWriter.ts';
import { Emitter } from '#lib/emitter.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import {
  BLOCK_MASK,
  BLOCK_ROWS,
  BLOCK_SHIFT,
  type BlockBatch,
  CELL_TAG,
  type ColumnCells,
  type ColumnSchema,
  findMismatchedIndex,
  getMismatchedBytes,
  type RowBlock,
  type Utf8Cells,
} from './cells.ts';

/**
 * State of a device list: `reading` while records arrive, `complete` at the end, `incomplete` if the response ended
 * early or was damaged.
 */
type FleetState = 'reading' | 'complete' | 'incomplete';

export type FleetProgress = {
  fields: Record<string, unknown>;
  bytes: number;
  /** The first list entries that are not objects, and their total number. Such entries are not rows. */
  bad: readonly MalformedEntry[];
  badCount: number;
  flawed: number;
  unlisted: readonly string[];
};

/**
 * Device list in the order of the response, available while it loads. Rows and columns are numbered from 0. The first
 * columns are the fields of the API; members of objects become columns named `object.member`.
 */
export class Fleet {
  columns: readonly ColumnSchema[] = [];
  count = 0;
  /** Number of missing values, cached by cells, which are immutable. */
  readonly missingCounts = new WeakMap<ColumnCells, number>();
  state: FleetState = 'reading';
  cancelled = false;
  progress: FleetProgress = { fields: {}, bytes: 0, bad: [], badCount: 0, flawed: 0, unlisted: [] };
  /** Time of the last received byte, in ms since 1970. 0 while the list is being read. */
  fetchedAt = 0;
  /** Time from the request to the last byte, in ms. */
  latency = 0;
  version = 0;
  status = 0;
  headers = new Headers();
  blocks: readonly RowBlock[] = [];
  readonly rowOrders = new Map<number, RowOrder>();
  private readonly dictionaries: string[][] = [];
  private isRestarting = false;
  private readonly listeners = new Emitter();
  /** Stops reading and keeps the received rows. No effect after the end. */
  cancel: () => void = () => {};
  private requestOrder: (column: number) => void = () => {};

  get nDevices(): number | undefined {
    const sent = this.progress.fields['nDevices'];
    return typeof sent === 'number' ? sent : undefined;
  }

  get missingCount(): number {
    return Math.max(0, (this.nDevices ?? 0) - this.count - this.progress.badCount);
  }

  findColumn(name: string): number {
    return this.columns.findIndex((column) => column.name === name);
  }

  /** Returns a cell as parsed from JSON. Integers beyond 2^53 are ExactNumber, and a missing field is undefined. */
  getValue(row: number, column: number): unknown {
    const block = this.blocks[row >> BLOCK_SHIFT];
    const cells = block?.cells[column];
    if (!block || !cells) return undefined;
    const at = row & BLOCK_MASK;
    const tag = cells.tags?.[at] ?? CELL_TAG.value;
    if (tag === CELL_TAG.null) return null;
    if (tag === CELL_TAG.missing) return undefined;
    if (tag === CELL_TAG.mismatched) return parseMismatchedValue(cells, at);
    if (cells.form === 'flag') return cells.values[at] === 1;
    if (cells.form === 'number') return cells.values[at];
    if (cells.form === 'codes') return this.dictionaries[column]?.[cells.codes[at] ?? 0];
    const [start, end] = [at === 0 ? 0 : (cells.ends[at - 1] ?? 0), cells.ends[at] ?? 0];
    const text = cells.ascii ? decodeAscii(cells.bytes, start, end) : decodeWtf8(cells.bytes.subarray(start, end));
    return this.columns[column]?.storage === 'json' ? parseJson(text) : text;
  }

  findRow(text: string, column: number): number {
    const bytes = encodeWtf8(text);
    const code = this.getDictionaryValues(column).indexOf(text);
    for (const [index, { rows, cells: all }] of this.blocks.entries()) {
      const cells = all[column];
      if (cells?.form === 'codes' && code < 0) continue;
      for (let row = 0; row < rows; row++) {
        const found =
          cells?.form === 'codes' ? cells.codes[row] === code : cells?.form === 'text' && hasTextAt(cells, row, bytes);
        if (found && !cells?.tags?.[row]) return index * BLOCK_ROWS + row;
      }
    }
    return -1;
  }

  getRecord(row: number): Record<string, unknown> {
    const record: Record<string, unknown> = Object.create(null);
    for (const [column, { name, nested }] of this.columns.entries()) {
      const value = nested ? undefined : this.getValue(row, column);
      if (value !== undefined) record[name] = value;
    }
    return record;
  }

  getSchemaViolations(row: number): string[] {
    const cells = this.blocks[row >> BLOCK_SHIFT]?.cells;
    return this.columns
      .filter(({ name }, column) => {
        const own = cells?.[column];
        return isSchemaViolation(name, own ? (own.tags?.[row & BLOCK_MASK] ?? CELL_TAG.value) : CELL_TAG.missing);
      })
      .map(({ name }) => name);
  }

  getDictionary(column: number): readonly string[] | undefined {
    const coded = this.blocks.every(({ cells }) => !cells[column] || cells[column].form === 'codes');
    return coded && this.blocks.length > 0 ? this.getDictionaryValues(column) : undefined;
  }

  getDictionaryValues(column: number): readonly string[] {
    return this.dictionaries[column] ?? [];
  }

  /** Returns the sort order of a column. If it is not computed yet, requests it and notifies subscribers later. */
  getRowOrder(column: number): RowOrder | undefined {
    const order = this.rowOrders.get(column);
    if (!order && this.state !== 'reading') this.requestOrder(column);
    return this.rowOrders.get(column);
  }

  readonly subscribe = this.listeners.subscribe;

  setOrderRequestHandler(wanted: (column: number) => void): void {
    this.requestOrder = wanted;
  }

  /** Prepares for a new reader that starts at the first row. The current rows stay until it has read them. */
  prepareRestart(): void {
    this.isRestarting = true;
  }

  applyBatch(batch: BlockBatch): void {
    const blocks = this.blocks.slice(0, batch.firstBlock).concat(batch.blocks);
    const last = blocks.at(-1);
    this.count = last ? (blocks.length - 1) * BLOCK_ROWS + last.rows : 0;
    this.blocks = blocks;
    this.columns = batch.columns;
    if (this.isRestarting) this.dictionaries.length = 0;
    this.isRestarting = false;
    for (const [column, values] of batch.newValues) {
      const dictionary = this.dictionaries[column] ?? [];
      this.dictionaries[column] = dictionary;
      for (const value of values) dictionary.push(value);
    }
  }

  notify(): void {
    this.version++;
    this.listeners.emit();
  }
}

function parseMismatchedValue({ mismatched }: ColumnCells, row: number): unknown {
  const index = mismatched ? findMismatchedIndex(mismatched, row) : -1;
  return mismatched && index >= 0 ? parseJson(decodeWtf8(getMismatchedBytes(mismatched, index))) : null;
}

function hasTextAt({ bytes, ends }: Utf8Cells, row: number, wanted: Uint8Array): boolean {
  const start = row === 0 ? 0 : (ends[row - 1] as number); // rows of the block
  if ((ends[row] as number) - start !== wanted.length) return false;
  for (let at = 0; at < wanted.length; at++) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}
