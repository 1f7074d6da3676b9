import { TAG } from '#fleet/model/cells.ts';
import { isUtf8, unescaped } from '#fleet/text/utf8.ts';
import { asciiText } from '#fleet/text/wtf8.ts';
import { HASH_SEED } from '#fleet/write/byteDictionary.ts';
import type { ColumnWriter } from '#fleet/write/columnWriter.ts';
import { isFlaw } from '#fleet/write/rowWriter.ts';
import { isExact } from '#lib/json/json.ts';
import { jsonEnd, MISMATCH, NEED_MORE, wide } from './jsonEnd.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const ZERO = 48;
/** Digits that a number holds exactly. */
const DIGITS_MAX = 15;

/** 1 for the bytes that stand for themselves within a JSON string, which is where the inner loop spends its time. */
const PLAIN = new Uint8Array(256).fill(1, 32, 128);
PLAIN[QUOTE] = 0;
PLAIN[92] = 0;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether the record being read has a field that is not what the interface says; one record is read at a time. */
export let flawed = false;

/** Before a record's values are read: whether it is flawed by what it lacks. */
export function beginRecord(already: boolean): void {
  flawed = already;
}

/**
 * Reads the value at `at` into a row of its column. `source` must hold a zero at `limit`.
 * @returns where it ends, NEED_MORE or MISMATCH
 */
export function readValue(source: Uint8Array, at: number, limit: number, writer: ColumnWriter, row: number): number {
  const first = source[at] as number; // the zero at `limit` is there to be read
  if (first === QUOTE && writer.storage === 'text' && writer.settled)
    return readText(source, at + 1, limit, writer, row);
  if ((isDigit(first) || first === MINUS) && writer.storage === 'number') {
    return readInteger(source, at, limit, writer, row);
  }
  if (first === 0x7b || first === 0x5b) {
    if (writer.storage === 'json') return readNested(source, at, limit, writer, row);
  }
  if (first === QUOTE || first === MINUS || isDigit(first) || first === 0x7b || first === 0x5b) {
    return readOdd(source, at, limit, writer, row);
  }
  const end = at + (first === 0x66 ? 5 : 4);
  if (end > limit) return NEED_MORE;
  if (first === 0x6e && isWord(source, at, NULL)) {
    writer.writeTag(row, TAG.null);
    flawed ||= isFlaw(writer.name, TAG.null);
    return end;
  }
  if (writer.storage !== 'flag') return readOdd(source, at, limit, writer, row);
  if (first === 0x74 && isWord(source, at, TRUE)) writer.flags[row] = 1;
  else if (first === 0x66 && isWord(source, at, FALSE)) writer.flags[row] = 0;
  else return MISMATCH;
  return end;
}

const NULL = encoder.encode('null');
const TRUE = encoder.encode('true');
const FALSE = encoder.encode('false');

function isWord(source: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length; index++) if (source[at + index] !== word[index]) return false;
  return true;
}

function readText(source: Uint8Array, start: number, limit: number, writer: ColumnWriter, row: number): number {
  let at = start;
  let byte = source[at] as number; // the zero at `limit` ends every loop here
  if (writer.dictionary) {
    let hash = HASH_SEED;
    while (PLAIN[byte]) {
      hash = Math.imul(hash ^ byte, 0x01000193);
      byte = source[++at] as number;
    }
    if (byte !== QUOTE) return readWide(source, start, at, limit, writer, row);
    writer.writeCode(row, source, start, at, hash);
    return at + 1;
  }
  if (writer.length + 4096 > writer.bytes.length) writer.reserve(65_536);
  const { bytes } = writer;
  let to = writer.length;
  while (PLAIN[byte]) {
    bytes[to++] = byte;
    byte = source[++at] as number;
  }
  if (byte !== QUOTE) return readWide(source, start, at, limit, writer, row);
  if (to > bytes.length) return MISMATCH; // outgrew the room, so rarely that JSON.parse may have it
  writer.length = to;
  writer.ends[row] = to;
  return at + 1;
}

/** A text with characters beyond ASCII; bytes that are no UTF-8 are mended as a decoder does. */
function readWide(
  source: Uint8Array,
  start: number,
  from: number,
  limit: number,
  writer: ColumnWriter,
  row: number,
): number {
  let at = from;
  while (PLAIN[source[at] as number] || (source[at] as number) > 127) at++; // the zero at `limit` ends the loop
  if (source[at] === BACKSLASH) return readEscaped(source, start - 1, limit, writer, row);
  if (source[at] !== QUOTE) return at >= limit ? NEED_MORE : MISMATCH;
  if (isUtf8(source, start, at)) writer.writeBytes(row, source, start, at, false);
  else writer.writeText(row, decoder.decode(source.subarray(start, at)));
  return at + 1;
}

function readEscaped(source: Uint8Array, start: number, limit: number, writer: ColumnWriter, row: number): number {
  const end = jsonEnd(source, start, limit);
  if (end < 0) return end;
  if (wide && !isUtf8(source, start, end)) {
    writer.writeText(row, String(JSON.parse(decoder.decode(source.subarray(start, end)))));
    return end;
  }
  const bytes = unescaped(source, start + 1, end - 1);
  writer.writeBytes(row, bytes, 0, bytes.length, false);
  return end;
}

function readInteger(source: Uint8Array, start: number, limit: number, writer: ColumnWriter, row: number): number {
  let at = start;
  let value = 0;
  let digit = (source[at] as number) - ZERO; // the zero at `limit` is no digit
  if (digit === 0 && isDigit(source[at + 1])) return MISMATCH;
  if (digit < 0) return readDecimal(source, start, limit, writer, row);
  while (digit >= 0 && digit <= 9) {
    value = value * 10 + digit;
    digit = (source[++at] as number) - ZERO;
  }
  if (at >= limit) return NEED_MORE;
  const next = source[at];
  if (next === 0x2e || next === 0x65 || next === 0x45 || at - start > DIGITS_MAX) {
    return readDecimal(source, start, limit, writer, row);
  }
  writer.values[row] = value;
  return at;
}

/** A number that is no short integer; one that a double would change is kept as it is written. */
function readDecimal(source: Uint8Array, start: number, limit: number, writer: ColumnWriter, row: number): number {
  const end = jsonEnd(source, start, limit);
  if (end < 0) return end;
  const text = asciiText(source, start, end);
  if (isExact(text)) writer.values[row] = Number(text);
  else writeOdd(source, start, end, writer, row);
  return end;
}

/** A value of another type than its column's. What a column that has seen nothing but null is to hold, others decide. */
function readOdd(source: Uint8Array, start: number, limit: number, writer: ColumnWriter, row: number): number {
  if (!writer.settled) return MISMATCH;
  const end = jsonEnd(source, start, limit);
  if (end >= 0) writeOdd(source, start, end, writer, row);
  return end;
}

function writeOdd(source: Uint8Array, start: number, end: number, writer: ColumnWriter, row: number): void {
  if (wide && !isUtf8(source, start, end)) {
    const bytes = encoder.encode(decoder.decode(source.subarray(start, end)));
    writer.writeOdd(row, bytes, 0, bytes.length);
  } else writer.writeOdd(row, source, start, end);
  flawed ||= isFlaw(writer.name, TAG.odd);
}

function readNested(source: Uint8Array, start: number, limit: number, writer: ColumnWriter, row: number): number {
  const end = jsonEnd(source, start, limit);
  if (end < 0) return end;
  if (wide && !isUtf8(source, start, end)) writer.writeText(row, decoder.decode(source.subarray(start, end)));
  else writer.writeBytes(row, source, start, end, !wide);
  return end;
}

/** The end of a value that is not kept, when it is a plain string, word or integer. */
export function skipValue(source: Uint8Array, start: number, limit: number): number {
  let at = start;
  if (source[at] === QUOTE) {
    at++;
    while (PLAIN[source[at] as number]) at++; // the zero at `limit` ends the loop
    if (source[at] === QUOTE) return at + 1;
    return at >= limit ? NEED_MORE : MISMATCH;
  }
  if (!isDigit(source[at]) && source[at] !== MINUS) {
    const word = source[at] === 0x66 ? FALSE : source[at] === 0x74 ? TRUE : NULL;
    if (at + word.length > limit) return NEED_MORE;
    return isWord(source, at, word) ? at + word.length : MISMATCH;
  }
  if (source[at] === MINUS || (source[at] === ZERO && isDigit(source[at + 1]))) return MISMATCH;
  while (isDigit(source[at])) at++;
  if (at >= limit) return NEED_MORE;
  return source[at] === 0x2e || source[at] === 0x65 || source[at] === 0x45 ? MISMATCH : at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}
