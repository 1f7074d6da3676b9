import { DEVICE_FIELD_TYPES } from '#contract/device.ts';
import { type Batch, BLOCK_ROWS, type Block, type Storage, TAG } from '#fleet/model/cells.ts';
import { encodeText } from '#fleet/text/utf8.ts';
import { ExactNumber } from '#lib/json/json.ts';
import type { Member } from '#lib/json/jsonText.ts';
import { ColumnWriter } from './columnWriter.ts';

const STORAGE = { string: 'text', boolean: 'flag', number: 'number' } as const;

/** What the interface says of its fields; the columns of every fleet begin with them, in this order. */
const DEVICE_STORAGE: Readonly<Record<string, Storage>> = Object.fromEntries(
  Object.entries(DEVICE_FIELD_TYPES).map(([field, type]) => [field, STORAGE[type]]),
);

/** Nearly every device has its own value: a dictionary would only be given up again. */
const MOSTLY_UNIQUE = new Set(['deviceID', 'name']);

/** Times may be absent: a device that was never paired. Everything else is present in every record. */
const MAY_BE_ABSENT = new Set(['registeredAt', 'lastPairedAt']);

/** Columns of one fleet at most; what further fields hold is not kept, their names are. */
const COLUMNS_MAX = 200;

/**
 * Writes records into columns, block by block. A record whose fields the interface describes otherwise is kept as it
 * is and counted in `flawed`.
 */
export class RowWriter {
  readonly columns: ColumnWriter[] = [];
  /** Row within the block that is being filled. */
  row = 0;
  flawed = 0;
  /** Grows whenever the columns change. */
  layout = 0;
  /** Fields beyond the columns that a fleet may have. */
  readonly unlisted = new Set<string>();
  private readonly byName = new Map<string, ColumnWriter>();
  private readonly only: ReadonlySet<string> | undefined;
  private sealed: Block[] = [];
  private values: [number, string[]][] = [];
  private sealedBefore = 0;

  constructor(only?: readonly string[]) {
    this.only = only && new Set(only);
    for (const [name, storage] of Object.entries(DEVICE_STORAGE)) {
      if (!this.only || this.only.has(name)) this.add(name, storage);
    }
  }

  /** Rows written so far. */
  get rows(): number {
    return (this.sealedBefore + this.sealed.length) * BLOCK_ROWS + this.row;
  }

  /** Whether there are full blocks that no batch took yet. */
  get hasFullBlocks(): boolean {
    return this.sealed.length > 0;
  }

  column(name: string): ColumnWriter | undefined {
    return this.byName.get(name);
  }

  keeps(name: string): boolean {
    return !this.only || this.only.has(name);
  }

  /** Writes one record from its members; of members with the same name the last one counts. */
  write(members: readonly Member[]): void {
    const { row } = this;
    for (const writer of this.columns) writer.rewind(row);
    const seen = new Map<ColumnWriter, Member>();
    for (const member of members) {
      const writer = this.columnOf(member);
      if (writer) seen.set(writer, member);
    }
    let flawed = false;
    for (const writer of this.columns) {
      const member = seen.get(writer);
      const tag = member ? this.writeMember(writer, member) : TAG.missing;
      if (tag === TAG.null || tag === TAG.missing) writer.writeTag(row, tag);
      flawed ||= isFlaw(writer.name, tag);
    }
    if (flawed) this.flawed++;
    this.commit();
  }

  /** Ends a record. Columns that it did not have must have been tagged. */
  commit(): void {
    if (++this.row === BLOCK_ROWS) this.seal();
  }

  /** What was written since the last batch; with `partial` a copy of the unfinished block too. */
  takeBatch(partial: boolean): Batch {
    const first = this.sealedBefore;
    const blocks = this.sealed;
    if (partial && this.row > 0) blocks.push(this.block());
    this.collectValues();
    const values = this.values;
    this.sealedBefore += blocks.length - (partial && this.row > 0 ? 1 : 0);
    this.sealed = [];
    this.values = [];
    return { first, blocks, columns: this.columns.map(({ name, storage }) => ({ name, storage })), values };
  }

  private seal(): void {
    this.sealed.push(this.block());
    this.collectValues();
    for (const writer of this.columns) writer.clear();
    this.row = 0;
  }

  private block(): Block {
    return { rows: this.row, cells: this.columns.map((writer) => writer.snapshot(this.row)) };
  }

  private collectValues(): void {
    for (const [index, writer] of this.columns.entries()) {
      const values = writer.newValues();
      if (values.length > 0) this.values.push([index, values]);
    }
  }

  private writeMember(writer: ColumnWriter, { source, value }: Member): number {
    const { row } = this;
    if (value === null) return TAG.null;
    if (writer.storage === 'text' && typeof value === 'string') writer.writeText(row, value);
    else if (writer.storage === 'flag' && typeof value === 'boolean') writer.flags[row] = value ? 1 : 0;
    else if (writer.storage === 'number' && typeof value === 'number') writer.values[row] = value;
    else if (writer.storage === 'json' && storageOf(value) === 'json') writer.writeText(row, source);
    else {
      const bytes = encodeText(source);
      writer.writeOdd(row, bytes, 0, bytes.length);
      return TAG.odd;
    }
    return TAG.value;
  }

  /** A field that is new to the fleet becomes a column; its first value that is not null tells its type. */
  private columnOf({ name, value }: Member): ColumnWriter | undefined {
    const known = this.byName.get(name);
    if (known && (known.settled || value === null)) return known;
    if (known) return this.settle(known, storageOf(value));
    if (!this.keeps(name)) return undefined;
    if (this.columns.length === COLUMNS_MAX) {
      this.unlisted.add(name);
      return undefined;
    }
    const writer = this.add(name, value === null ? undefined : storageOf(value));
    for (let before = 0; before < this.row; before++) writer.writeTag(before, TAG.missing);
    return writer;
  }

  private settle(unsettled: ColumnWriter, storage: Storage): ColumnWriter {
    const writer = new ColumnWriter(unsettled.name, storage, storage === 'text');
    for (let before = 0; before < this.row; before++) writer.writeTag(before, unsettled.tags[before] ?? TAG.missing);
    this.columns[this.columns.indexOf(unsettled)] = writer;
    this.byName.set(writer.name, writer);
    this.layout++;
    return writer;
  }

  private add(name: string, storage: Storage | undefined): ColumnWriter {
    const writer = new ColumnWriter(name, storage, storage === 'text' && !MOSTLY_UNIQUE.has(name));
    this.columns.push(writer);
    this.byName.set(name, writer);
    this.layout++;
    return writer;
  }
}

/** Whether a cell of the interface's fields is not what the interface says. Fields it does not know have no flaws. */
export function isFlaw(name: string, tag: number): boolean {
  if (tag === TAG.value || !Object.hasOwn(DEVICE_STORAGE, name)) return false;
  return tag === TAG.odd || !MAY_BE_ABSENT.has(name);
}

function storageOf(value: unknown): Storage {
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  if (typeof value === 'boolean') return 'flag';
  return typeof value === 'object' && value !== null ? 'json' : 'text';
}
