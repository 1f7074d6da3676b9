import { DEVICE_FIELD_TYPES } from '#contract/device.ts';
import { type Batch, BLOCK_ROWS, type Block, type ColumnHead, type Storage, TAG } from '#fleet/model/cells.ts';
import { encodeText } from '#fleet/text/utf8.ts';
import { ExactNumber, isJsonObject, stringifyJson } from '#lib/json/json.ts';
import { type JsonMember, parseJson } from '#lib/json/parseJson.ts';
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

/** Members of objects that are columns as well, at most, and how deep they may lie. */
const NESTED_MAX = 40;
const NESTED_DEPTH = 3;
/** Between the names of an object and its member where a field has the name with a dot. */
const APART = ' › ';

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
  /** Columns of members within objects, such as `location.site`, with how deep they lie. */
  private readonly nested = new Map<string, number>();
  /** Columns of objects whose members are columns too. */
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

  /** Ends a record. Columns that it did not have must have been tagged; `spread` are those whose members are to be written. */
  commit(spread = this.objects): void {
    // those of members that are objects follow within the same loop
    for (const writer of spread) this.spread(writer);
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
    return { first, blocks, columns: this.columns.map((writer) => this.head(writer)), values };
  }

  private head({ name, storage }: ColumnWriter): ColumnHead {
    return this.nested.has(name) ? { name, storage, nested: true } : { name, storage };
  }

  /** Writes the members of the object that a column has in this row into columns of their own. */
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

  /** The column of a member of an object; none where there are enough. */
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

  /** A field called `a.b` has that name, and a member b of a, whose column had it, another. */
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

  /** A field that is new to the fleet becomes a column; its first value that is not null tells its type. */
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
