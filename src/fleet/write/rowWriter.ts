import { DEVICE_FIELD_TYPES } from '#contract/device.ts';
import { type Batch, BLOCK_ROWS, type Block, type ColumnHead, type Storage, TAG } from '#fleet/model/cells.ts';
import { encodeText } from '#fleet/text/utf8.ts';
import { ExactNumber, isJsonObject, stringifyJson } from '#lib/json/json.ts';
import { type JsonMember, parseJson } from '#lib/json/parseJson.ts';
import { ColumnWriter } from './columnWriter.ts';

const STORAGE = { string: 'text', boolean: 'flag', number: 'number' } as const;

/** Storage of the interface's fields; every fleet begins with these columns, in this order. */
const DEVICE_STORAGE: Readonly<Record<string, Storage>> = Object.fromEntries(
  Object.entries(DEVICE_FIELD_TYPES).map(([field, type]) => [field, STORAGE[type]]),
);

/** Fields with mostly distinct values, for which a dictionary would be dropped again. */
const MOSTLY_UNIQUE = new Set(['deviceID', 'name']);

/** Times may be absent: a device that was never paired. Everything else is present in every record. */
const MAY_BE_ABSENT = new Set(['registeredAt', 'lastPairedAt']);

/** Maximum number of nested columns, and maximum depth. */
const NESTED_MAX = 40;
const NESTED_DEPTH = 3;
/** Separates the names of an object and its member if a field already has the dotted name. */
const APART = ' › ';

/** Maximum number of columns; of further fields only the names are kept. */
const COLUMNS_MAX = 200;

/**
 * Writes records into columns, block by block. A record that violates the interface is kept unchanged and counted in
 * `flawed`.
 */
export class RowWriter {
  readonly columns: ColumnWriter[] = [];
  row = 0;
  flawed = 0;
  /** Incremented when the columns change. */
  layout = 0;
  readonly unlisted = new Set<string>();
  private readonly byName = new Map<string, ColumnWriter>();
  /** Columns of nested members, such as `location.site`, with their depth. */
  private readonly nested = new Map<string, number>();
  readonly objects: ColumnWriter[] = [];
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

  get rows(): number {
    return (this.sealedBefore + this.sealed.length) * BLOCK_ROWS + this.row;
  }

  get hasFullBlocks(): boolean {
    return this.sealed.length > 0;
  }

  column(name: string): ColumnWriter | undefined {
    return this.byName.get(name);
  }

  keeps(name: string): boolean {
    return !this.only || this.only.has(name);
  }

  /** Writes a record; of members with the same name the last one counts. */
  write(given: readonly JsonMember[]): void {
    const { row } = this;
    for (const writer of this.columns) writer.rewind(row);
    const seen = new Map<ColumnWriter, JsonMember>();
    for (const member of given) {
      this.makeWay(member.name);
      const writer = this.columnOf(member.name, member.value);
      if (writer) seen.set(writer, member);
    }
    let flawed = false;
    for (const writer of this.columns) {
      const member = seen.get(writer);
      const tag = member ? this.writeMember(writer, member.value, member.source) : TAG.missing;
      if (tag === TAG.null || tag === TAG.missing) writer.writeTag(row, tag);
      flawed ||= isFlaw(writer.name, tag);
    }
    if (flawed) this.flawed++;
    this.commit();
  }

  /** Ends a record. Columns that it lacks must have been tagged; `spread` are the object columns whose members are written. */
  commit(spread = this.objects): void {
    // nested objects are added to the list and handled in the same loop
    for (const writer of spread) this.spread(writer);
    if (++this.row === BLOCK_ROWS) this.seal();
  }

  /** Takes the data since the last batch; `partial` includes a copy of the unfinished block. */
  takeBatch(partial: boolean): Batch {
    const first = this.sealedBefore;
    const blocks = this.sealed;
    if (partial && this.row > 0) blocks.push(this.block());
    this.collectValues();
    const values = this.values;
    this.sealedBefore += blocks.length - (partial && this.row > 0 ? 1 : 0);
    this.sealed = [];
    this.values = [];
    return { first, blocks, columns: this.columns.map((writer) => this.head(writer)), values };
  }

  private head({ name, storage }: ColumnWriter): ColumnHead {
    return this.nested.has(name) ? { name, storage, nested: true } : { name, storage };
  }

  private spread(parent: ColumnWriter): void {
    const { row } = this;
    const text = parent.tagged && parent.tags[row] !== TAG.value ? '' : parent.textAt(row);
    if (!text.startsWith('{')) return;
    const object = parseJson(text);
    if (!isJsonObject(object)) return;
    for (const member of Object.keys(object)) {
      const value = object[member];
      const writer = this.nestedColumn(parent, member, value);
      if (!writer) continue;
      writer.rewind(row);
      if (this.writeMember(writer, value) === TAG.null) writer.writeTag(row, TAG.null);
    }
  }

  /** The column of an object's member; undefined at the maximum number of columns. */
  private nestedColumn(parent: ColumnWriter, member: string, value: unknown): ColumnWriter | undefined {
    const known = parent.members.get(member);
    if (known?.settled) return known;
    if (!known && (this.nested.size === NESTED_MAX || this.columns.length === COLUMNS_MAX)) return undefined;
    const dotted = `${parent.name}.${member}`;
    const taken = this.byName.has(dotted) && !this.nested.has(dotted);
    const name = known?.name ?? (taken ? parent.name + APART + member : dotted);
    if (!known) this.nested.set(name, (this.nested.get(parent.name) ?? 0) + 1);
    const writer = this.columnOf(name, value);
    if (writer) parent.members.set(member, writer);
    return writer;
  }

  /** Renames the column of a member b of a, if a field named `a.b` appears. */
  private makeWay(name: string): void {
    const depth = this.nested.get(name);
    const writer = depth === undefined ? undefined : this.byName.get(name);
    if (!writer || depth === undefined) return;
    this.nested.delete(name);
    this.byName.delete(name);
    writer.name = name.replace(/\.(?=[^.]*$)/, APART);
    this.nested.set(writer.name, depth);
    this.byName.set(writer.name, writer);
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

  private writeMember(writer: ColumnWriter, value: unknown, source?: string): number {
    const { row } = this;
    if (value === null) return TAG.null;
    if (writer.storage === 'text' && typeof value === 'string') writer.writeText(row, value);
    else if (writer.storage === 'flag' && typeof value === 'boolean') writer.flags[row] = value ? 1 : 0;
    else if (writer.storage === 'number' && typeof value === 'number') writer.values[row] = value;
    else if (writer.storage === 'json' && storageOf(value) === 'json')
      writer.writeText(row, source ?? stringifyJson(value));
    else {
      const bytes = encodeText(source ?? stringifyJson(value));
      writer.writeOdd(row, bytes, 0, bytes.length);
      return TAG.odd;
    }
    return TAG.value;
  }

  /** The column of a field; a new field gets one, and its first non-null value determines the type. */
  private columnOf(name: string, value: unknown): ColumnWriter | undefined {
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
    return this.know(writer);
  }

  private add(name: string, storage: Storage | undefined): ColumnWriter {
    const writer = new ColumnWriter(name, storage, storage === 'text' && !MOSTLY_UNIQUE.has(name));
    this.columns.push(writer);
    return this.know(writer);
  }

  private know(writer: ColumnWriter): ColumnWriter {
    const { name, storage } = writer;
    this.byName.set(name, writer);
    if (storage === 'json' && (this.nested.get(name) ?? 0) < NESTED_DEPTH) this.objects.push(writer);
    this.layout++;
    return writer;
  }
}

/** True if a cell violates the interface. Unknown fields never do. */
export function isFlaw(name: string, tag: number): boolean {
  if (tag === TAG.value || !Object.hasOwn(DEVICE_STORAGE, name)) return false;
  return tag === TAG.odd || !MAY_BE_ABSENT.has(name);
}

function storageOf(value: unknown): Storage {
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  if (typeof value === 'boolean') return 'flag';
  return typeof value === 'object' && value !== null ? 'json' : 'text';
}
