import { DEVICE_FIELD_TYPES } from '#contract/device.ts';
import {
  BLOCK_ROWS,
  type BlockBatch,
  CELL_TAG,
  type ColumnSchema,
  type ColumnStorageType,
  type RowBlock,
} from '#fleet/model/cells.ts';
import { encodeWtf8 } from '#fleet/text/utf8.ts';
import { ExactNumber, isJsonObject, stringifyJson } from '#lib/json/json.ts';
import { type JsonMember, parseJson } from '#lib/json/parseJson.ts';
import { ColumnWriter } from './columnWriter.ts';

const STORAGE_BY_TYPE = { string: 'text', boolean: 'flag', number: 'number' } as const;

/** Storage types of the fields of the API. Every fleet begins with these columns, in this order. */
const DEVICE_STORAGE: Readonly<Record<string, ColumnStorageType>> = Object.fromEntries(
  Object.entries(DEVICE_FIELD_TYPES).map(([field, type]) => [field, STORAGE_BY_TYPE[type]]),
);

const UNIQUE_FIELDS = new Set(['deviceID', 'name']);

const OPTIONAL_FIELDS = new Set(['registeredAt', 'lastPairedAt']);

const NESTED_MAX = 40;
const NESTED_DEPTH = 3;
/** Separates the names of an object and its member if a field already has the dotted name. */
const NAME_SEPARATOR = ' › ';

/** Maximum number of columns. Only the names of further fields are kept. */
const COLUMNS_MAX = 200;
/** Maximum number of such names, because an object may have other members in each record. */
const UNLISTED_MAX = 1000;

/**
 * Writes records into columns, block by block. A record that violates the schema of the API is kept unchanged and
 * counted in `violationCount`.
 */
export class RowWriter {
  readonly columns: ColumnWriter[] = [];
  row = 0;
  violationCount = 0;
  layoutVersion = 0;
  readonly unlistedFields = new Set<string>();
  private readonly byName = new Map<string, ColumnWriter>();
  private readonly nested = new Map<string, number>();
  readonly objectColumns: ColumnWriter[] = [];
  private readonly onlyFields: ReadonlySet<string> | undefined;
  private sealed: RowBlock[] = [];
  private values: [number, string[]][] = [];
  private sealedBefore = 0;

  constructor(only?: readonly string[]) {
    this.onlyFields = only && new Set(only);
    for (const [name, storage] of Object.entries(DEVICE_STORAGE)) {
      if (!this.onlyFields || this.onlyFields.has(name)) this.addColumn(name, storage);
    }
  }

  get rowCount(): number {
    return (this.sealedBefore + this.sealed.length) * BLOCK_ROWS + this.row;
  }

  get hasFullBlocks(): boolean {
    return this.sealed.length > 0;
  }

  getColumn(name: string): ColumnWriter | undefined {
    return this.byName.get(name);
  }

  isIncluded(name: string): boolean {
    return !this.onlyFields || this.onlyFields.has(name);
  }

  /** Writes a record. If a name is repeated, the last value counts. */
  write(given: readonly JsonMember[]): void {
    const { row } = this;
    for (const writer of this.columns) writer.rewind(row);
    const seen = new Map<ColumnWriter, JsonMember>();
    for (const member of given) {
      this.resolveNameConflict(member.name);
      const writer = this.getOrCreateColumn(member.name, member.value);
      if (writer) seen.set(writer, member);
    }
    let flawed = false;
    for (const writer of this.columns) {
      const member = seen.get(writer);
      const tag = member ? this.writeMember(writer, member.value, member.source) : CELL_TAG.missing;
      if (tag === CELL_TAG.null || tag === CELL_TAG.missing) writer.writeTag(row, tag);
      flawed ||= isSchemaViolation(writer.name, tag);
    }
    if (flawed) this.violationCount++;
    this.commit();
  }

  /**
   * Ends a record. Columns that it lacks must have been tagged before. Also writes the members of the objects in
   * `writeNested`.
   */
  commit(writeNested = this.objectColumns): void {
    // nested objects are added to the list and handled in the same loop
    for (const writer of writeNested) this.spread(writer);
    if (++this.row === BLOCK_ROWS) this.sealBlock();
  }

  /** Returns the data written since the last batch. `partial` includes a copy of the unfinished block. */
  takeBatch(partial: boolean): BlockBatch {
    const first = this.sealedBefore;
    const blocks = this.sealed;
    if (partial && this.row > 0) blocks.push(this.copyBlock());
    this.collectValues();
    const values = this.values;
    this.sealedBefore += blocks.length - (partial && this.row > 0 ? 1 : 0);
    this.sealed = [];
    this.values = [];
    return {
      firstBlock: first,
      blocks,
      columns: this.columns.map((writer) => this.getSchema(writer)),
      newValues: values,
    };
  }

  private getSchema({ name, storage }: ColumnWriter): ColumnSchema {
    return this.nested.has(name) ? { name, storage, nested: true } : { name, storage };
  }

  private spread(parent: ColumnWriter): void {
    const { row } = this;
    const text = parent.hasTags && parent.tags[row] !== CELL_TAG.value ? '' : parent.getText(row);
    if (!text.startsWith('{')) return;
    const object = parseJson(text);
    if (!isJsonObject(object)) return;
    for (const member of Object.keys(object)) {
      const value = object[member];
      const writer = this.getNestedColumn(parent, member, value);
      if (!writer) continue;
      writer.rewind(row);
      if (this.writeMember(writer, value) === CELL_TAG.null) writer.writeTag(row, CELL_TAG.null);
    }
  }

  /** Returns the column of an object's member. Undefined if the maximum number of columns is reached. */
  private getNestedColumn(parent: ColumnWriter, member: string, value: unknown): ColumnWriter | undefined {
    const known = parent.members.get(member);
    if (known?.hasStorage) return known;
    const dotted = `${parent.name}.${member}`;
    if (!known && (this.nested.size === NESTED_MAX || this.columns.length === COLUMNS_MAX)) {
      if (this.isIncluded(dotted)) this.noteUnlisted(dotted);
      return undefined;
    }
    const taken = this.byName.has(dotted) && !this.nested.has(dotted);
    const name = known?.name ?? (taken ? parent.name + NAME_SEPARATOR + member : dotted);
    if (!known) this.nested.set(name, (this.nested.get(parent.name) ?? 0) + 1);
    const writer = this.getOrCreateColumn(name, value);
    if (writer) parent.members.set(member, writer);
    return writer;
  }

  private resolveNameConflict(name: string): void {
    const depth = this.nested.get(name);
    const writer = depth === undefined ? undefined : this.byName.get(name);
    if (!writer || depth === undefined) return;
    this.nested.delete(name);
    this.byName.delete(name);
    writer.name = name.replace(/\.(?=[^.]*$)/, NAME_SEPARATOR);
    this.nested.set(writer.name, depth);
    this.byName.set(writer.name, writer);
  }

  private sealBlock(): void {
    this.sealed.push(this.copyBlock());
    this.collectValues();
    for (const writer of this.columns) writer.clear();
    this.row = 0;
  }

  private copyBlock(): RowBlock {
    return { rows: this.row, cells: this.columns.map((writer) => writer.copyCells(this.row)) };
  }

  private collectValues(): void {
    for (const [index, writer] of this.columns.entries()) {
      const values = writer.takeNewValues();
      if (values.length > 0) this.values.push([index, values]);
    }
  }

  private writeMember(writer: ColumnWriter, value: unknown, source?: string): number {
    const { row } = this;
    if (value === null) return CELL_TAG.null;
    if (writer.storage === 'text' && typeof value === 'string') writer.writeText(row, value);
    else if (writer.storage === 'flag' && typeof value === 'boolean') writer.flags[row] = value ? 1 : 0;
    else if (writer.storage === 'number' && typeof value === 'number') writer.values[row] = value;
    else if (writer.storage === 'json' && getStorage(value) === 'json')
      writer.writeText(row, source ?? stringifyJson(value));
    else {
      const bytes = encodeWtf8(source ?? stringifyJson(value));
      writer.writeMismatched(row, bytes, 0, bytes.length);
      return CELL_TAG.mismatched;
    }
    return CELL_TAG.value;
  }

  private getOrCreateColumn(name: string, value: unknown): ColumnWriter | undefined {
    const known = this.byName.get(name);
    if (known && (known.hasStorage || value === null)) return known;
    if (known) return this.setStorage(known, getStorage(value));
    if (!this.isIncluded(name)) return undefined;
    if (this.columns.length === COLUMNS_MAX) {
      this.noteUnlisted(name);
      return undefined;
    }
    const writer = this.addColumn(name, value === null ? undefined : getStorage(value));
    for (let before = 0; before < this.row; before++) writer.writeTag(before, CELL_TAG.missing);
    return writer;
  }

  private noteUnlisted(name: string): void {
    if (this.unlistedFields.size < UNLISTED_MAX) this.unlistedFields.add(name);
  }

  private setStorage(unsettled: ColumnWriter, storage: ColumnStorageType): ColumnWriter {
    const writer = new ColumnWriter(unsettled.name, storage, storage === 'text');
    for (let before = 0; before < this.row; before++)
      writer.writeTag(before, unsettled.tags[before] ?? CELL_TAG.missing);
    this.columns[this.columns.indexOf(unsettled)] = writer;
    return this.registerColumn(writer);
  }

  private addColumn(name: string, storage: ColumnStorageType | undefined): ColumnWriter {
    const writer = new ColumnWriter(name, storage, storage === 'text' && !UNIQUE_FIELDS.has(name));
    this.columns.push(writer);
    return this.registerColumn(writer);
  }

  private registerColumn(writer: ColumnWriter): ColumnWriter {
    const { name, storage } = writer;
    this.byName.set(name, writer);
    if (storage === 'json' && (this.nested.get(name) ?? 0) < NESTED_DEPTH) this.objectColumns.push(writer);
    this.layoutVersion++;
    return writer;
  }
}

/** True if a cell violates the schema of the API. Unknown fields never do. */
export function isSchemaViolation(name: string, tag: number): boolean {
  if (tag === CELL_TAG.value || !Object.hasOwn(DEVICE_STORAGE, name)) return false;
  return tag === CELL_TAG.mismatched || !OPTIONAL_FIELDS.has(name);
}

function getStorage(value: unknown): ColumnStorageType {
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  if (typeof value === 'boolean') return 'flag';
  return typeof value === 'object' && value !== null ? 'json' : 'text';
}
