import { TAG } from '#fleet/model/cells.ts';
import type { ColumnWriter } from '#fleet/write/columnWriter.ts';
import { isFlaw, type RowWriter } from '#fleet/write/rowWriter.ts';
import { type JsonMember, parseMembers } from '#lib/json/parseJson.ts';
import type { ValueReader } from './valueReader.ts';

const encoder = new TextEncoder();

/** Actions of a step: skip a value, read a value, start or end an object. */
const [SKIP, READ, OPEN, CLOSE] = [0, 1, 2, 3];

type Step = { literal: Uint8Array; act: number; index: number };

/**
 * Reads records with the same fields, order and spacing as an earlier record, including nested objects, from bytes to
 * columns without creating objects or strings. Services usually write such lists. Escapes, other types and long
 * numbers are a mismatch and left to JSON.parse.
 */
export class RecordTemplate {
  private readonly shape: string;
  private readonly steps: readonly Step[];
  private readonly tail: Uint8Array;
  private layout = -1;
  private absent: ColumnWriter[] = [];
  /** Columns whose objects, or their parents, are read as one value. */
  private whole: ColumnWriter[] = [];
  private flawed = false;
  private readonly starts: number[] = [];

  private constructor(shape: string, steps: readonly Step[], tail: Uint8Array) {
    this.shape = shape;
    this.steps = steps;
    this.tail = tail;
  }

  /** Creates the template of a valid record; undefined if field names repeat or contain escapes. */
  static of(text: string, given: readonly JsonMember[], rows: RowWriter): RecordTemplate | undefined {
    const found = new Shape(rows);
    const tail = found.read(text, given, (name) => rows.column(name));
    if (tail === undefined || found.steps.length === 0) return undefined;
    const steps = found.steps.map(({ literal, ...step }) => ({ ...step, literal: encoder.encode(literal) }));
    return new RecordTemplate(JSON.stringify([found.steps, tail]), steps, encoder.encode(tail));
  }

  equals(other: RecordTemplate): boolean {
    return this.shape === other.shape;
  }

  /**
   * Reads the record at `start` into `rows`.
   * @returns its end; NEED_MORE if it continues after the limit; MISMATCH if it has another shape. In the last two
   * cases nothing is written.
   */
  read(start: number, values: ValueReader, rows: RowWriter): number {
    const { steps, starts } = this;
    const { columns, row } = rows;
    if (this.layout !== rows.layout) this.findAbsent(rows);
    values.begin(row, this.flawed);
    let at = start;
    let depth = 0;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as Step; // within bounds
      at = values.pass(at, step.literal);
      if (at < 0) break;
      const writer = columns[step.index] as ColumnWriter; // defined unless the value is skipped, which needs no column
      if (step.act === READ) at = values.read(at, writer);
      else if (step.act === OPEN) starts[depth++] = at;
      else if (step.act === CLOSE) values.write(starts[--depth] as number, at, writer);
      else at = values.skip(at);
      if (at < 0) break;
    }
    if (at >= 0) at = values.pass(at, this.tail);
    if (at < 0) {
      for (const writer of columns) writer.rewind(row);
      return at;
    }
    for (const writer of this.absent) writer.writeTag(row, TAG.missing);
    if (values.flawed) rows.flawed++;
    rows.commit(this.whole);
    return at;
  }

  /** Finds the columns that such records lack; repeated when the fleet gets a new column. */
  private findAbsent({ layout, columns, objects }: RowWriter): void {
    this.layout = layout;
    const written = new Set(this.steps.filter(({ act }) => act !== SKIP).map(({ index }) => columns[index]));
    const opened = new Set(this.steps.filter(({ act }) => act === OPEN).map(({ index }) => columns[index]));
    this.absent = columns.filter((writer) => !written.has(writer));
    this.whole = objects.filter((writer) => !opened.has(writer));
    this.flawed = this.absent.some((writer) => isFlaw(writer.name, TAG.missing));
  }
}

class Shape {
  readonly steps: (Omit<Step, 'literal'> & { literal: string })[] = [];
  private readonly rows: RowWriter;

  constructor(rows: RowWriter) {
    this.rows = rows;
  }

  /** Adds the steps for an object's members. @returns the text after the last; undefined if a name repeats or has escapes */
  read(
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
      if (!writer) steps.push({ literal, act: SKIP, index: -1 });
      else if (!this.open(literal, value, writer))
        steps.push({ literal, act: READ, index: rows.columns.indexOf(writer) });
    }
    return text.slice(from);
  }

  /** Adds the steps of an object whose members are columns. @returns false if it must be read as one value */
  private open(literal: string, value: string, writer: ColumnWriter): boolean {
    const { steps, rows } = this;
    if (!value.startsWith('{') || !rows.objects.includes(writer)) return false;
    const within = parseMembers(value);
    if (within.length === 0) return false;
    const index = rows.columns.indexOf(writer);
    const before = steps.length;
    steps.push({ literal, act: OPEN, index });
    const tail = this.read(value, within, (name) => writer.members.get(name));
    if (tail === undefined) steps.length = before;
    else steps.push({ literal: tail, act: CLOSE, index });
    return tail !== undefined;
  }
}
