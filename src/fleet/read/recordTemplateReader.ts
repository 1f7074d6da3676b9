import { CELL_TAG } from '#fleet/model/cells.ts';
import type { ColumnWriter } from '#fleet/write/columnWriter.ts';
import { isSchemaViolation, type RowWriter } from '#fleet/write/rowWriter.ts';
import { type JsonMember, parseJsonMembers } from '#lib/json/parseJson.ts';
import type { JsonValueReader } from './jsonValueReader.ts';

const encoder = new TextEncoder();

const [SKIP, READ, OPEN, CLOSE] = [0, 1, 2, 3];

type TemplateStep = { literal: Uint8Array; action: number; index: number };

/**
 * Reads records with the same fields, order and spacing as an earlier record, directly from bytes into columns. Most
 * services send such lists. Everything unusual, such as escapes and long numbers, is a mismatch and left to
 * `JSON.parse`.
 */
export class RecordTemplateReader {
  private readonly shape: string;
  private readonly steps: readonly TemplateStep[];
  private readonly tail: Uint8Array;
  private layoutVersion = -1;
  private absentColumns: ColumnWriter[] = [];
  private unsplitColumns: ColumnWriter[] = [];
  private hasViolation = false;
  private readonly starts: number[] = [];

  private constructor(shape: string, steps: readonly TemplateStep[], tail: Uint8Array) {
    this.shape = shape;
    this.steps = steps;
    this.tail = tail;
  }

  /**
   * Creates a template from a valid record.
   * @returns undefined if field names repeat or contain escapes
   */
  static create(text: string, given: readonly JsonMember[], rows: RowWriter): RecordTemplateReader | undefined {
    const found = new TemplateBuilder(rows);
    const tail = found.addMembers(text, given, (name) => rows.getColumn(name));
    if (tail === undefined || found.steps.length === 0) return undefined;
    const steps = found.steps.map(({ literal, ...step }) => ({ ...step, literal: encoder.encode(literal) }));
    return new RecordTemplateReader(JSON.stringify([found.steps, tail]), steps, encoder.encode(tail));
  }

  equals(other: RecordTemplateReader): boolean {
    return this.shape === other.shape;
  }

  /**
   * Reads the record at `start` into `rows`.
   * @returns its end, NEED_MORE if it continues after the limit, or MISMATCH if it has another shape. In the last two
   * cases nothing is written.
   */
  read(start: number, values: JsonValueReader, rows: RowWriter): number {
    const { steps, starts } = this;
    const { columns, row } = rows;
    if (this.layoutVersion !== rows.layoutVersion) this.findAbsent(rows);
    values.beginRecord(row, this.hasViolation);
    let at = start;
    let depth = 0;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as TemplateStep; // within bounds
      at = values.matchLiteral(at, step.literal);
      if (at < 0) break;
      const writer = columns[step.index] as ColumnWriter; // defined unless the value is skipped, which needs no column
      if (step.action === READ) at = values.read(at, writer);
      else if (step.action === OPEN) starts[depth++] = at;
      else if (step.action === CLOSE) values.writeSlice(starts[--depth] as number, at, writer);
      else at = values.skipValue(at);
      if (at < 0) break;
    }
    if (at >= 0) at = values.matchLiteral(at, this.tail);
    if (at < 0) {
      for (const writer of columns) writer.rewind(row);
      return at;
    }
    for (const writer of this.absentColumns) writer.writeTag(row, CELL_TAG.missing);
    if (values.hasViolation) rows.violationCount++;
    rows.commit(this.unsplitColumns);
    return at;
  }

  private findAbsent({ layoutVersion, columns, objectColumns }: RowWriter): void {
    this.layoutVersion = layoutVersion;
    const written = new Set(this.steps.filter(({ action }) => action !== SKIP).map(({ index }) => columns[index]));
    const opened = new Set(this.steps.filter(({ action }) => action === OPEN).map(({ index }) => columns[index]));
    this.absentColumns = columns.filter((writer) => !written.has(writer));
    this.unsplitColumns = objectColumns.filter((writer) => !opened.has(writer));
    this.hasViolation = this.absentColumns.some((writer) => isSchemaViolation(writer.name, CELL_TAG.missing));
  }
}

class TemplateBuilder {
  readonly steps: (Omit<TemplateStep, 'literal'> & { literal: string })[] = [];
  private readonly rows: RowWriter;

  constructor(rows: RowWriter) {
    this.rows = rows;
  }

  /**
   * Adds the steps for the members of an object.
   * @returns the text after the last member, or undefined if a name repeats or has escapes
   */
  addMembers(
    text: string,
    given: readonly JsonMember[],
    columnOf: (name: string) => ColumnWriter | undefined,
  ): string | undefined {
    const { steps, rows } = this;
    const names = new Set<string>();
    let from = 0;
    for (const { nameStart, nameEnd, valueStart, valueEnd } of given) {
      const name = text.slice(nameStart + 1, nameEnd - 1);
      if (name.includes('\\') || names.has(name)) return undefined;
      names.add(name);
      const writer = columnOf(name);
      const literal = text.slice(from, valueStart);
      from = valueEnd;
      const value = text.slice(valueStart, valueEnd);
      if (!writer) steps.push({ literal, action: SKIP, index: -1 });
      else if (!this.addNested(literal, value, writer))
        steps.push({ literal, action: READ, index: rows.columns.indexOf(writer) });
    }
    return text.slice(from);
  }

  /**
   * Adds the steps for an object whose members become columns.
   * @returns false if it must be read as one value
   */
  private addNested(literal: string, value: string, writer: ColumnWriter): boolean {
    const { steps, rows } = this;
    if (!value.startsWith('{') || !rows.objectColumns.includes(writer)) return false;
    const within = parseJsonMembers(value);
    if (within.length === 0) return false;
    const index = rows.columns.indexOf(writer);
    const before = steps.length;
    steps.push({ literal, action: OPEN, index });
    const tail = this.addMembers(value, within, (name) => writer.members.get(name));
    if (tail === undefined) steps.length = before;
    else steps.push({ literal: tail, action: CLOSE, index });
    return tail !== undefined;
  }
}
