import { RowWriter } from '#fleet/write/rowWriter.ts';
import { type JsonMember, parseJsonMembers } from '#lib/json/parseJson.ts';
import { NEED_MORE, NO_MATCH } from './findJsonEnd.ts';
import { JsonValueReader } from './jsonValueReader.ts';
import { JsonValueScanner } from './jsonValueScanner.ts';
import { RecordTemplateReader } from './recordTemplateReader.ts';

/** Error for a body that is not valid JSON. `early` is true if the body is incomplete. */
export class DeviceListParseError extends Error {
  override readonly name = 'DeviceListParseError';
  readonly isTruncated: boolean;

  constructor(message: string, { early = false, cause }: { early?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTruncated = early;
  }
}

export type MalformedEntry = { position: number; found: string };

const MALFORMED_ENTRIES_MAX = 1000;

/** Maximum size of one value, and of the part before the list, in bytes. Protects against endless responses. */
const VALUE_MAX_BYTES = 32 * 1024 * 1024;

const [QUOTE, COMMA, COLON, BRACKET, BRACKET_END, BRACE, BRACE_END] = [34, 44, 58, 91, 93, 123, 125];
const TEMPLATES_MAX = 8;

const WHITESPACE_BYTES = new Uint8Array(256);
for (const byte of [9, 10, 13, 32]) WHITESPACE_BYTES[byte] = 1;

type ParserState =
  | 'start'
  | 'firstKey'
  | 'key'
  | 'colon'
  | 'value'
  | 'afterValue'
  | 'firstRecord'
  | 'record'
  | 'afterRecord'
  | 'end';

/**
 * Parses a device list while it arrives, in chunks of any size, with the same result as `JSON.parse`. Records before an
 * error are kept.
 */
export class DeviceListParser {
  readonly rows: RowWriter;
  /** Members of the response other than the list. Contains `devices` if that is not a list. */
  readonly fields: Record<string, unknown> = Object.create(null);
  readonly bad: MalformedEntry[] = [];
  badCount = 0;
  listed = false;
  private state: ParserState = 'start';
  private key = '';
  private buffer = new Uint8Array(256 * 1024);
  private limit = 0;
  private offset = 0;
  private readonly scanner = new JsonValueScanner();
  private readonly values = new JsonValueReader();
  private templates: RecordTemplateReader[] = [];

  constructor(only?: readonly string[]) {
    this.rows = new RowWriter(only);
  }

  get bytes(): number {
    return this.offset + this.limit;
  }

  get progress() {
    const { fields, bytes, bad, badCount, rows } = this;
    return { fields, bytes, bad, badCount, flawed: rows.violationCount, unlisted: [...rows.unlistedFields] };
  }

  /**
   * Adds a chunk of the body. The bytes are copied.
   * @throws DeviceListParseError
   */
  push(chunk: Uint8Array): void {
    if (this.limit + chunk.length >= this.buffer.length) this.grow(this.limit + chunk.length + 1);
    this.buffer.set(chunk, this.limit);
    this.limit += chunk.length;
    this.buffer[this.limit] = 0; // the inner loops stop at this byte
    const read = this.read();
    this.buffer.copyWithin(0, read, this.limit);
    this.limit -= read;
    this.offset += read;
    this.assertNotEndless();
  }

  /**
   * Signals the end of the body.
   * @throws DeviceListParseError if it is incomplete
   */
  finish(): void {
    if (this.state !== 'end') throw new DeviceListParseError('The response ends early.', { early: true });
  }

  private assertNotEndless(): void {
    const megabytes = `${VALUE_MAX_BYTES / 1024 / 1024} MB`;
    if (this.limit > VALUE_MAX_BYTES) throw this.createError(`A value is longer than ${megabytes}`, 0);
    if (!this.listed && this.bytes > VALUE_MAX_BYTES) {
      throw this.createError(`No list starts within the first ${megabytes}`, this.limit);
    }
  }

  private read(): number {
    let at = 0;
    if (this.state === 'start' && this.offset === 0) {
      if (this.limit < 3 && this.buffer[0] === 0xef) return 0;
      if (this.buffer[0] === 0xef && this.buffer[1] === 0xbb && this.buffer[2] === 0xbf) at = 3;
    }
    for (;;) {
      if (!this.scanner.isScanning) while (WHITESPACE_BYTES[this.buffer[at] as number]) at++; // the zero at the limit is not whitespace
      if (at >= this.limit) return at;
      const next = this.readToken(at, this.buffer[at] as number); // below the limit
      if (next < 0) return at;
      at = next;
    }
  }

  /**
   * Reads the token at `at`.
   * @returns its end, or -1 if more bytes are needed
   */
  private readToken(at: number, byte: number): number {
    switch (this.state) {
      case 'start':
        if (byte !== BRACE) throw this.createError('The response is not a JSON object', at);
        return this.transition('firstKey', at + 1);
      case 'firstKey':
      case 'key':
        if (byte === BRACE_END && this.state === 'firstKey') return this.transition('end', at + 1);
        return this.readKey(at, byte);
      case 'colon':
        if (byte !== COLON) throw this.createError('A colon is missing', at);
        return this.transition('value', at + 1);
      case 'value':
        if (byte === BRACKET && this.key === 'devices') return this.beginList(at);
        return this.readField(at);
      case 'afterValue':
        if (byte === COMMA) return this.transition('key', at + 1);
        if (byte === BRACE_END) return this.transition('end', at + 1);
        throw this.createError('A comma is missing', at);
      case 'firstRecord':
        return byte === BRACKET_END ? this.transition('afterValue', at + 1) : this.readRecord(at, byte);
      case 'record':
        return this.readRecord(at, byte);
      case 'afterRecord':
        if (byte === COMMA) return this.transition('record', at + 1);
        if (byte === BRACKET_END) return this.transition('afterValue', at + 1);
        throw this.createError('A comma is missing between records', at);
      case 'end':
        throw this.createError('Unexpected text after the end', at);
    }
  }

  private transition(place: ParserState, at: number): number {
    this.state = place;
    return at;
  }

  private readKey(at: number, byte: number): number {
    if (byte !== QUOTE) throw this.createError('A field name is missing', at);
    const end = this.scanner.scan(this.buffer, at, this.limit);
    if (end < 0) return end;
    this.key = String(this.parse(at, end));
    return this.transition('colon', end);
  }

  private readField(at: number): number {
    const end = this.scanner.scan(this.buffer, at, this.limit);
    if (end < 0) return end;
    this.fields[this.key] = this.parse(at, end);
    return this.transition('afterValue', end);
  }

  private beginList(at: number): number {
    if (this.listed) throw this.createError('The response contains the list twice', at);
    this.listed = true;
    return this.transition('firstRecord', at + 1);
  }

  private readRecord(at: number, byte: number): number {
    const { templates, buffer, limit, values } = this;
    if (byte === BRACE && !this.scanner.isScanning) {
      values.setSource(buffer, limit);
      for (let index = 0; index < templates.length; index++) {
        const template = templates[index] as RecordTemplateReader; // within bounds
        const end = template.read(at, values, this.rows);
        if (end >= 0) {
          if (index > 0) this.moveToFront(index);
          return this.transition('afterRecord', end);
        }
        // a long incomplete record would be read repeatedly; the scanner continues where it stopped
        if (end === NEED_MORE && limit - at < 32_768) return end;
        if (end !== NO_MATCH) break;
      }
    }
    const end = this.scanner.scan(buffer, at, limit);
    if (end < 0) return end;
    this.readByJsonParse(at, end, byte);
    return this.transition('afterRecord', end);
  }

  private readByJsonParse(at: number, end: number, byte: number): void {
    if (byte !== BRACE) {
      const value = this.parse(at, end);
      if (this.badCount++ < MALFORMED_ENTRIES_MAX) {
        const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
        this.bad.push({ position: this.rows.rowCount + this.badCount - 1, found });
      }
      return;
    }
    const text = decoder.decode(this.buffer.subarray(at, end));
    let found: JsonMember[];
    try {
      found = parseJsonMembers(text);
    } catch (cause) {
      throw this.createError('A record is not valid JSON', at, cause);
    }
    this.rows.write(found);
    const template =
      this.templates.length < TEMPLATES_MAX ? RecordTemplateReader.create(text, found, this.rows) : undefined;
    if (template && !this.templates.some((known) => known.equals(template))) this.templates.unshift(template);
  }

  private moveToFront(index: number): void {
    this.templates.unshift(...this.templates.splice(index, 1));
  }

  private parse(at: number, end: number): unknown {
    try {
      return JSON.parse(decoder.decode(this.buffer.subarray(at, end)));
    } catch (cause) {
      throw this.createError('A value is not valid JSON', at, cause);
    }
  }

  private createError(what: string, at: number, cause?: unknown): DeviceListParseError {
    return new DeviceListParseError(`${what} (byte ${this.offset + at}).`, { cause });
  }

  private grow(least: number): void {
    const grown = new Uint8Array(Math.max(least, 2 * this.buffer.length));
    grown.set(this.buffer.subarray(0, this.limit));
    this.buffer = grown;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
