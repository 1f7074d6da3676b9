import { TAG } from '#fleet/model/cells.ts';
import type { ColumnWriter } from '#fleet/write/columnWriter.ts';
import { isFlaw, type RowWriter } from '#fleet/write/rowWriter.ts';
import type { Member } from '#lib/json/jsonText.ts';
import type { ValueReader } from './valueReader.ts';

const encoder = new TextEncoder();

/**
 * Reads records that are written like one that was seen before: the same fields in the same order with the same
 * spacing. That is how services write lists, and it lets a record go from bytes to columns without becoming an object
 * or a string. Whatever is not plain (escapes, other types, long numbers) is a mismatch, for
 * JSON.parse to decide.
 */
export class RecordTemplate {
  private readonly shape: string;
  /** What stands before each value, the first beginning with the brace. */
  private readonly literals: Uint8Array[];
  private readonly tail: Uint8Array;
  /** The column of each value by index, or -1 where it is not kept. */
  private readonly indexes: number[];
  private layout = -1;
  private absent: ColumnWriter[] = [];
  private flawed = false;

  private constructor(shape: string, literals: Uint8Array[], tail: Uint8Array, indexes: number[]) {
    this.shape = shape;
    this.literals = literals;
    this.tail = tail;
    this.indexes = indexes;
  }

  /** The template of a valid record, or none when its field names repeat or are written with escapes. */
  static of(text: string, members: readonly Member[], rows: RowWriter): RecordTemplate | undefined {
    const literals: string[] = [];
    const indexes: number[] = [];
    let from = 0;
    for (const { nameStart, nameEnd, valueStart, valueEnd } of members) {
      const name = text.slice(nameStart + 1, nameEnd - 1);
      const writer = rows.column(name);
      const index = writer ? rows.columns.indexOf(writer) : -1;
      if (name.includes('\\') || (rows.keeps(name) && (index < 0 || indexes.includes(index)))) return undefined;
      literals.push(text.slice(from, valueStart));
      indexes.push(index);
      from = valueEnd;
    }
    if (literals.length === 0) return undefined;
    const tail = text.slice(from);
    const bytes = literals.map((literal) => encoder.encode(literal));
    return new RecordTemplate(JSON.stringify([literals, tail]), bytes, encoder.encode(tail), indexes);
  }

  equals(other: RecordTemplate): boolean {
    return this.shape === other.shape;
  }

  /**
   * Reads the record that begins at `start` into `rows`.
   * @returns where the record ends; NEED_MORE when it goes on after the limit; MISMATCH when it is another kind of record.
   * In the last two cases nothing was written.
   */
  read(start: number, values: ValueReader, rows: RowWriter): number {
    const { literals, indexes } = this;
    const { columns, row } = rows;
    if (this.layout !== rows.layout) this.findAbsent(rows);
    values.begin(row, this.flawed);
    let at = start;
    for (let field = 0; field < literals.length && at >= 0; field++) {
      at = values.pass(at, literals[field] as Uint8Array); // within bounds
      if (at < 0) break;
      const index = indexes[field] as number; // as many indexes as literals
      at = index < 0 ? values.skip(at) : values.read(at, columns[index] as ColumnWriter);
    }
    if (at >= 0) at = values.pass(at, this.tail);
    if (at < 0) {
      for (const writer of columns) writer.rewind(row);
      return at;
    }
    for (const writer of this.absent) writer.writeTag(row, TAG.missing);
    if (values.flawed) rows.flawed++;
    rows.commit();
    return at;
  }

  /** Finds the columns that such records do not have; asked again whenever the fleet got a new column. */
  private findAbsent({ layout, columns }: RowWriter): void {
    this.layout = layout;
    this.absent = columns.filter((_, index) => !this.indexes.includes(index));
    this.flawed = this.absent.some((writer) => isFlaw(writer.name, TAG.missing));
  }
}
