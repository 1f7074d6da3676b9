import type { MalformedEntry } from '#fleet/read/deviceListParser.ts';
import type { RowOrder } from '#fleet/sort/computeRowOrder.ts';
import { decodeAscii, decodeText, encodeText } from '#fleet/text/utf8.ts';
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
  type TextCells,
} from './cells.ts';

/** `reading` while records arrive, `complete` at the end, `incomplete` if the body ended early or was damaged. */
type FleetState = 'reading' | 'complete' | 'incomplete';

export type FleetProgress = {
  /** Other fields of the response so far: `code`, `message`, `nDevices` and additional ones. */
  fields: Record<string, unknown>;
  bytes: number;
  /** The first list entries that are not objects, and their total number. They are not rows. */
  bad: readonly MalformedEntry[];
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
  columns: readonly ColumnSchema[] = [];
  count = 0;
  /** Numbers of missing values, cached by cells, which are immutable. */
  readonly missingCounts = new WeakMap<ColumnCells, number>();
  state: FleetState = 'reading';
  /** True if it is incomplete because of `cancel`. */
  cancelled = false;
  progress: FleetProgress = { fields: {}, bytes: 0, bad: [], badCount: 0, flawed: 0, unlisted: [] };
  /** Time of the last byte, in ms since 1970; 0 while reading. */
  fetchedAt = 0;
  /** Time from the request to the last byte, in ms. */
  latency = 0;
  version = 0;
  status = 0;
  headers = new Headers();
  blocks: readonly RowBlock[] = [];
  /** Sort orders by column, as far as they are computed. */
  readonly rowOrders = new Map<number, RowOrder>();
  private readonly dictionaries: string[][] = [];
  private isRestarting = false;
  private readonly listeners = new Emitter();
  /** Stops reading and keeps the received rows; no effect after the end. */
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

  /** Value of a cell as parsed from JSON; integers beyond 2^53 are ExactNumber; undefined if the record lacks the field. */
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
    const text = cells.ascii ? decodeAscii(cells.bytes, start, end) : decodeText(cells.bytes.subarray(start, end));
    return this.columns[column]?.storage === 'json' ? parseJson(text) : text;
  }

  /** First row with this text in the column, or -1; scans all rows. */
  findRow(text: string, column: number): number {
    const bytes = encodeText(text);
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

  /** Distinct values of a column with a dictionary, in order of appearance; undefined for other columns. */
  getDictionary(column: number): readonly string[] | undefined {
    const coded = this.blocks.every(({ cells }) => !cells[column] || cells[column].form === 'codes');
    return coded && this.blocks.length > 0 ? this.getDictionaryValues(column) : undefined;
  }

  /** Dictionary values, even if later blocks no longer use the dictionary. */
  getDictionaryValues(column: number): readonly string[] {
    return this.dictionaries[column] ?? [];
  }

  /** Sort order by a column; if it is not computed yet, requests it, and subscribers are notified later. */
  getRowOrder(column: number): RowOrder | undefined {
    const order = this.rowOrders.get(column);
    if (!order && this.state !== 'reading') this.requestOrder(column);
    return this.rowOrders.get(column);
  }

  readonly subscribe = this.listeners.subscribe;

  setOrderRequestHandler(wanted: (column: number) => void): void {
    this.requestOrder = wanted;
  }

  /** For the reader: prepares for a new reader, which starts at the first row. Current rows stay until then. */
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
  return mismatched && index >= 0 ? parseJson(decodeText(getMismatchedBytes(mismatched, index))) : null;
}

function hasTextAt({ bytes, ends }: TextCells, row: number, wanted: Uint8Array): boolean {
  const start = row === 0 ? 0 : (ends[row - 1] as number); // rows of the block
  if ((ends[row] as number) - start !== wanted.length) return false;
  for (let at = 0; at < wanted.length; at++) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}
