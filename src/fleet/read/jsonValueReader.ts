import { CELL_TAG } from '#fleet/model/cells.ts';
import { decodeAscii, isUtf8, unescapeJsonString } from '#fleet/text/utf8.ts';
import { HASH_SEED } from '#fleet/write/byteDictionary.ts';
import type { ColumnWriter } from '#fleet/write/columnWriter.ts';
import { isSchemaViolation } from '#fleet/write/rowWriter.ts';
import { isExactAsDouble } from '#lib/json/json.ts';
import { findJsonEnd, NEED_MORE, NO_MATCH } from './findJsonEnd.ts';

const [QUOTE, BACKSLASH, MINUS, ZERO, BRACE, BRACKET] = [34, 92, 45, 48, 123, 91];
const EXACT_DIGITS_MAX = 15;

const PLAIN_BYTES = new Uint8Array(256).fill(1, 32, 128);
PLAIN_BYTES[QUOTE] = 0;
PLAIN_BYTES[BACKSLASH] = 0;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const NULL = encoder.encode('null');
const TRUE = encoder.encode('true');
const FALSE = encoder.encode('false');

export class JsonValueReader {
  hasViolation = false;
  private source = new Uint8Array(1);
  private limit = 0;
  private row = 0;

  /** Sets the source, which must have a zero at `limit`. */
  setSource(source: Uint8Array<ArrayBuffer>, limit: number): void {
    this.source = source;
    this.limit = limit;
  }

  beginRecord(row: number, flawed: boolean): void {
    this.row = row;
    this.hasViolation = flawed;
  }

  /**
   * Reads the value at `at` into the current row of a column.
   * @returns its end, NEED_MORE or MISMATCH
   */
  read(at: number, writer: ColumnWriter): number {
    const { source } = this;
    const first = source[at] as number; // the byte at `limit` is a readable zero
    if (first === QUOTE && writer.storage === 'text' && writer.hasStorage) return this.readText(at + 1, writer);
    if ((isDigit(first) || first === MINUS) && writer.storage === 'number') return this.readInteger(at, writer);
    const nested = first === BRACE || first === BRACKET;
    if (nested && writer.storage === 'json') return this.readNested(at, writer);
    if (nested || first === QUOTE || first === MINUS || isDigit(first)) return this.readMismatched(at, writer);
    const end = at + (first === 0x66 ? 5 : 4);
    if (end > this.limit) return NEED_MORE;
    if (first === 0x6e && hasBytesAt(source, at, NULL)) {
      writer.writeTag(this.row, CELL_TAG.null);
      this.hasViolation ||= isSchemaViolation(writer.name, CELL_TAG.null);
      return end;
    }
    if (writer.storage !== 'flag') return this.readMismatched(at, writer);
    if (first === 0x74 && hasBytesAt(source, at, TRUE)) writer.flags[this.row] = 1;
    else if (first === 0x66 && hasBytesAt(source, at, FALSE)) writer.flags[this.row] = 0;
    else return NO_MATCH;
    return end;
  }

  matchLiteral(start: number, literal: Uint8Array): number {
    const { source, limit } = this;
    const { length } = literal;
    for (let index = 0; index < length; index++) {
      if (source[start + index] !== literal[index]) return start + index < limit ? NO_MATCH : NEED_MORE;
    }
    return start + length <= limit ? start + length : NEED_MORE;
  }

  skipValue(start: number): number {
    const { source, limit } = this;
    let at = start;
    if (source[at] === QUOTE) {
      at++;
      while (PLAIN_BYTES[source[at] as number]) at++; // the zero at the limit ends the loop
      if (source[at] === QUOTE) return at + 1;
      return at >= limit ? NEED_MORE : NO_MATCH;
    }
    if (!isDigit(source[at]) && source[at] !== MINUS) {
      const word = source[at] === 0x66 ? FALSE : source[at] === 0x74 ? TRUE : NULL;
      if (at + word.length > limit) return NEED_MORE;
      return hasBytesAt(source, at, word) ? at + word.length : NO_MATCH;
    }
    if (source[at] === MINUS || (source[at] === ZERO && isDigit(source[at + 1]))) return NO_MATCH;
    while (isDigit(source[at])) at++;
    if (at >= limit) return NEED_MORE;
    return source[at] === 0x2e || source[at] === 0x65 || source[at] === 0x45 ? NO_MATCH : at;
  }

  writeSlice(start: number, end: number, writer: ColumnWriter): void {
    if (isUtf8(this.source, start, end)) writer.writeBytes(this.row, this.source, start, end);
    else writer.writeText(this.row, this.decodeLossy(start, end));
  }

  private readText(start: number, writer: ColumnWriter): number {
    const { source, row } = this;
    let at = start;
    let byte = source[at] as number; // the zero at the limit ends every loop here
    if (writer.dictionary) {
      let hash = HASH_SEED;
      while (PLAIN_BYTES[byte]) {
        hash = Math.imul(hash ^ byte, 0x01000193);
        byte = source[++at] as number;
      }
      if (byte !== QUOTE) return this.readNonAscii(start, at, writer);
      writer.writeCode(row, source, start, at, hash);
      return at + 1;
    }
    if (writer.length + 4096 > writer.bytes.length) writer.reserve(65_536);
    const { bytes } = writer;
    let to = writer.length;
    while (PLAIN_BYTES[byte]) {
      bytes[to++] = byte;
      byte = source[++at] as number;
    }
    if (byte !== QUOTE) return this.readNonAscii(start, at, writer);
    if (to > bytes.length) return NO_MATCH; // exceeds the reserved space; rare enough to leave to JSON.parse
    writer.length = to;
    writer.ends[row] = to;
    return at + 1;
  }

  private readNonAscii(start: number, from: number, writer: ColumnWriter): number {
    const { source } = this;
    let at = from;
    while (PLAIN_BYTES[source[at] as number] || (source[at] as number) > 127) at++; // the zero at the limit ends the loop
    if (source[at] === BACKSLASH) return this.readEscaped(start - 1, writer);
    if (source[at] !== QUOTE) return at >= this.limit ? NEED_MORE : NO_MATCH;
    if (isUtf8(source, start, at)) writer.writeBytes(this.row, source, start, at);
    else writer.writeText(this.row, this.decodeLossy(start, at));
    return at + 1;
  }

  private readEscaped(start: number, writer: ColumnWriter): number {
    const { source, row } = this;
    const end = findJsonEnd(source, start, this.limit);
    if (end < 0) return end;
    if (isUtf8(source, start, end)) {
      const bytes = unescapeJsonString(source, start + 1, end - 1);
      writer.writeBytes(row, bytes, 0, bytes.length);
    } else writer.writeText(row, String(JSON.parse(this.decodeLossy(start, end))));
    return end;
  }

  private readInteger(start: number, writer: ColumnWriter): number {
    const { source } = this;
    let at = start;
    let value = 0;
    let digit = (source[at] as number) - ZERO; // the zero at the limit is not a digit
    if (digit === 0 && isDigit(source[at + 1])) return NO_MATCH;
    if (digit < 0) return this.readDecimal(start, writer);
    while (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digit = (source[++at] as number) - ZERO;
    }
    if (at >= this.limit) return NEED_MORE;
    const next = source[at];
    if (next === 0x2e || next === 0x65 || next === 0x45 || at - start > EXACT_DIGITS_MAX) {
      return this.readDecimal(start, writer);
    }
    writer.values[this.row] = value;
    return at;
  }

  private readDecimal(start: number, writer: ColumnWriter): number {
    const end = findJsonEnd(this.source, start, this.limit);
    if (end < 0) return end;
    const text = decodeAscii(this.source, start, end);
    if (isExactAsDouble(text)) writer.values[this.row] = Number(text);
    else this.writeMismatched(start, end, writer);
    return end;
  }

  /** Reads a value of another type than its column. The caller handles columns that contain only nulls so far. */
  private readMismatched(start: number, writer: ColumnWriter): number {
    if (!writer.hasStorage) return NO_MATCH;
    const end = findJsonEnd(this.source, start, this.limit);
    if (end >= 0) this.writeMismatched(start, end, writer);
    return end;
  }

  private writeMismatched(start: number, end: number, writer: ColumnWriter): void {
    if (isUtf8(this.source, start, end)) writer.writeMismatched(this.row, this.source, start, end);
    else {
      const bytes = encoder.encode(this.decodeLossy(start, end));
      writer.writeMismatched(this.row, bytes, 0, bytes.length);
    }
    this.hasViolation ||= isSchemaViolation(writer.name, CELL_TAG.mismatched);
  }

  private readNested(start: number, writer: ColumnWriter): number {
    const end = findJsonEnd(this.source, start, this.limit);
    if (end >= 0) this.writeSlice(start, end, writer);
    return end;
  }

  private decodeLossy(start: number, end: number): string {
    return decoder.decode(this.source.subarray(start, end));
  }
}

function hasBytesAt(source: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length; index++) if (source[at + index] !== word[index]) return false;
  return true;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}
