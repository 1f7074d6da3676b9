/**
 * JSON without loss: `JSON.parse` rounds integers beyond 2^53, and Node 20 does not tell a reviver what was written.
 * A number that a double cannot hold exactly is kept as the text it was written in.
 */

/** A number as it was written, because a double would change it. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Why a text is not acceptable JSON; `position` counts UTF-16 units from 0. */
export class JsonError extends Error {
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}

/** A member of the outermost object, as it stands in the text. */
export type Member = { name: string; text: string };

/** Deepest nesting of lists and objects that is read. */
export const DEPTH_MAX = 32;

/** Keys that mean something to JavaScript itself; no request has an honest use for them. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads a request body. Throws JsonError for text that is not JSON, nests deeper than DEPTH_MAX, or has a prototype
 * key anywhere. Of a key given twice the last counts, as in `JSON.parse`.
 */
export function parseExact(text: string): unknown {
  return new Reader(text, true).read();
}

/**
 * Reads one stored record: an object, whose members come back as written. Prototype keys are data here; a key given
 * twice is refused, since readers would disagree on what it means.
 */
export function members(text: string): Member[] {
  return new Reader(text, false).members();
}

/** Writes what `parseExact` read. */
export function writeExact(value: unknown): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeExact).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, child]) => `${JSON.stringify(key)}:${writeExact(child)}`)
    .join(',')}}`;
}

/** Longest number, and largest exponent, that is read: more than any double or sensible integer needs. */
const NUMBER_MAX = 400;

/** What PostgreSQL cannot hold in text: NUL, and a surrogate without its other half. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = /[ \t\n\r]*/y;
const WORDS = new Map<string, unknown>([
  ['t', true],
  ['f', false],
  ['n', null],
]);

class Reader {
  private at = 0;
  private depth = 0;
  private readonly text: string;
  private readonly guarded: boolean;

  constructor(text: string, guarded: boolean) {
    this.text = text;
    this.guarded = guarded;
  }

  read(): unknown {
    const value = this.value();
    this.end();
    return value;
  }

  members(): Member[] {
    const found = new Map<string, string>();
    this.space();
    if (this.text[this.at] !== '{') throw new JsonError('expected an object', this.at);
    this.list('}', () => {
      const name = this.key();
      const start = this.at;
      this.value();
      if (found.has(name)) throw new JsonError(`the field ${JSON.stringify(name)} is given twice`, start);
      found.set(name, this.text.slice(start, this.at).trim());
    });
    this.end();
    return [...found].map(([name, text]) => ({ name, text }));
  }

  private end() {
    this.space();
    if (this.at < this.text.length) this.fail();
  }

  private value(): unknown {
    this.space();
    const first = this.text[this.at];
    if (first === '{') return this.object();
    if (first === '[') return this.array();
    if (first === '"') return this.string();
    return this.number() ?? this.word(first);
  }

  private object() {
    const object: Record<string, unknown> = {};
    this.list('}', () => {
      const name = this.key();
      const value = this.value();
      // a guarded reader has refused __proto__ by now, and what the other one reads is only looked over
      object[name] = value;
    });
    return object;
  }

  private array() {
    const array: unknown[] = [];
    this.list(']', () => array.push(this.value()));
    return array;
  }

  private list(close: string, item: () => void) {
    if (++this.depth > DEPTH_MAX) throw new JsonError(`nested deeper than ${DEPTH_MAX} levels`, this.at);
    this.at++;
    this.space();
    if (this.text[this.at] === close) this.at++;
    else {
      for (;;) {
        item();
        this.space();
        const next = this.text[this.at++];
        if (next === close) break;
        if (next !== ',') this.fail(this.at - 1);
      }
    }
    this.depth--;
  }

  private key(): string {
    this.space();
    const start = this.at;
    const name = this.string();
    if (this.guarded && PROTOTYPE_KEYS.has(name)) throw new JsonError(`the key ${name} is not allowed`, start);
    this.space();
    if (this.text[this.at] !== ':') this.fail();
    this.at++;
    return name;
  }

  /** Finds the closing quote, and leaves escapes and control characters to the engine's own parser. */
  private string(): string {
    const start = this.at;
    if (this.text[start] !== '"') this.fail();
    for (let end = start + 1; end < this.text.length; end++) {
      const unit = this.text.charCodeAt(end);
      if (unit === BACKSLASH) end++;
      else if (unit === QUOTE) {
        this.at = end + 1;
        return this.decoded(start);
      }
    }
    return this.fail(this.text.length);
  }

  private decoded(start: number): string {
    let value: string;
    try {
      value = JSON.parse(this.text.slice(start, this.at));
    } catch {
      return this.fail(start);
    }
    if (this.guarded && UNSTORABLE.test(value)) throw new JsonError('a string holds NUL or half a character', start);
    return value;
  }

  private number(): number | ExactNumber | undefined {
    const text = this.take(NUMBER);
    if (text === undefined) return undefined;
    if (text.length > NUMBER_MAX || Math.abs(exponentOf(text)) > NUMBER_MAX) {
      throw new JsonError('a number is out of range', this.at - text.length);
    }
    return isExact(text) ? Number(text) : new ExactNumber(text);
  }

  private word(first: string | undefined): unknown {
    const value = WORDS.get(first ?? '');
    const text = String(value);
    if (value === undefined || !this.text.startsWith(text, this.at)) this.fail();
    this.at += text.length;
    return value;
  }

  private space() {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    this.at = SPACE.lastIndex;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at = pattern.lastIndex;
    return found;
  }

  private fail(at = this.at): never {
    throw new JsonError(at < this.text.length ? 'not JSON' : 'ends too early', at);
  }
}

/** 15 significant digits of ordinary size survive a double and its shortest decimal form; more may not. */
function isExact(text: string): boolean {
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(Number(text)) && text !== '-0';
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  return digits.length <= 15 && Math.abs(exponentOf(text)) < 100;
}

function exponentOf(number: string): number {
  return Number(/[eE](.*)$/.exec(number)?.[1] ?? '0');
}
