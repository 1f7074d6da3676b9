import {
  ExactNumber,
  isExactAsDouble,
  type JsonObject,
  JsonSyntaxError,
  OrderedJsonObject,
  type OrderedJsonValue,
} from './json.ts';

/** Limits for accepted JSON. `findStringError` returns the error message for a string, or undefined. */
export type JsonParseOptions = {
  maxDepth?: number;
  maxNumberSize?: number;
  /** Keeps the order of members that JavaScript would move to the front, such as `10`. */
  keepKeyOrder?: boolean;
  uniqueNames?: boolean;
  findStringError?: (text: string) => string | undefined;
};

/** Member of an object with its position in the text. `source` is the text of the value. */
export type JsonMember = {
  name: string;
  value: unknown;
  source: string;
  nameStart: number;
  nameEnd: number;
  valueStart: number;
  valueEnd: number;
};

/** Maximum nesting of edited JSON, which is processed recursively. */
const ORDERED_DEPTH_MAX = 500;

/** Matches numbers that `JSON.parse` may round: 16 digits or a three-digit exponent. */
const MAY_LOSE = /(?<![\d.])\d[\d.]{15}|\d[eE][+-]?\d{3}/;

/**
 * Parses JSON like `JSON.parse`, but returns numbers that a double would round as `ExactNumber`.
 * @throws SyntaxError; with `limits` always a JsonSyntaxError
 */
export function parseJson(text: string, limits?: JsonParseOptions): unknown {
  if (!limits && !MAY_LOSE.test(text)) return JSON.parse(text);
  return new JsonReader(text, limits ?? {}, false).read();
}

/**
 * Parses JSON without loss. `stringifyJson` restores the text except for white space.
 * @throws JsonSyntaxError
 */
export function parseOrderedJson(text: string): OrderedJsonValue {
  // an ordered reader returns no other type
  return new JsonReader(text, { maxDepth: ORDERED_DEPTH_MAX }, true).read() as OrderedJsonValue;
}

/**
 * Parses an object into its members, in order and including duplicates.
 * @throws JsonSyntaxError
 */
export function parseJsonMembers(text: string, limits: JsonParseOptions = {}): JsonMember[] {
  return new JsonReader(text, limits, false).members();
}

type OpenContainer = { list: unknown[]; names: string[] | undefined };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const VALUE = 'expected a value';
const NAME = 'expected a quoted name';
const WORDS = { t: ['true', true], f: ['false', false], n: ['null', null] } as const;

class JsonReader {
  private at = 0;
  private readonly text: string;
  private readonly limits: JsonParseOptions;
  /** Keeps the order of members and the exact text of numbers. */
  private readonly ordered: boolean;

  constructor(text: string, limits: JsonParseOptions, ordered: boolean) {
    this.text = text;
    this.limits = limits;
    this.ordered = ordered;
  }

  read(): unknown {
    const value = this.value(0);
    this.end();
    return value;
  }

  members(): JsonMember[] {
    const found: JsonMember[] = [];
    this.space();
    if (this.text[this.at] !== '{') this.fail('expected an object');
    this.at++;
    this.space();
    let more = this.text[this.at] !== '}';
    if (!more) this.at++;
    while (more) {
      this.space();
      const nameStart = this.at;
      const name = this.string();
      const nameEnd = this.at;
      this.colon();
      this.space();
      const valueStart = this.at;
      const value = this.value(1);
      const source = this.text.slice(valueStart, this.at);
      found.push({ name, value, source, nameStart, nameEnd, valueStart, valueEnd: this.at });
      more = this.hasNext('}');
    }
    this.end();
    return found;
  }

  /** Parses the value at `this.at` without recursion, because the nesting may exceed the call stack. */
  private value(depth: number): unknown {
    const { maxDepth = Number.POSITIVE_INFINITY } = this.limits;
    const holders: OpenContainer[] = [];
    for (;;) {
      this.space();
      const first = this.text[this.at];
      let value: unknown;
      if (first === '{' || first === '[') {
        if (depth + holders.length >= maxDepth) this.fail(`nested deeper than ${maxDepth} levels`);
        const names: string[] | undefined = first === '{' ? [] : undefined;
        this.at++;
        this.space();
        if (this.text[this.at] !== (names ? '}' : ']')) {
          holders.push({ list: [], names });
          if (names) names.push(this.name());
          continue;
        }
        this.at++;
        value = this.build([], names);
      } else value = this.scalar(first);
      for (;;) {
        const holder = holders.at(-1);
        if (!holder) return value;
        holder.list.push(value);
        if (this.hasNext(holder.names ? '}' : ']')) {
          if (holder.names) holder.names.push(this.name());
          break;
        }
        value = this.build(holder.list, holder.names);
        holders.pop();
      }
    }
  }

  private build(list: unknown[], names: string[] | undefined): unknown {
    if (!names) return list;
    if (this.limits.uniqueNames) this.assertUnique(names);
    // an ordered reader adds only ordered values to its lists
    if (this.ordered) return new OrderedJsonObject(names.map((name, index) => [name, list[index] as OrderedJsonValue]));
    return createJsonObject(names, list, this.limits.keepKeyOrder ?? false);
  }

  private assertUnique(names: readonly string[]): void {
    const seen = new Set<string>();
    const repeated = names.find((name) => seen.size === seen.add(name).size);
    if (repeated !== undefined) this.fail(`the name ${JSON.stringify(repeated)} occurs twice in an object`);
  }

  private scalar(first: string | undefined): unknown {
    if (first === '"') return this.string();
    const number = this.number();
    if (number !== undefined) return number;
    const word = first === 't' || first === 'f' || first === 'n' ? WORDS[first] : undefined;
    if (!word || !this.text.startsWith(word[0], this.at)) this.fail(VALUE);
    this.at += word[0].length;
    return word[1];
  }

  private hasNext(close: string): boolean {
    this.space();
    const next = this.text[this.at];
    if (next !== ',' && next !== close) this.fail(`expected a comma or ${close}`);
    this.at++;
    return next === ',';
  }

  private name(): string {
    this.space();
    const name = this.string();
    this.colon();
    return name;
  }

  private colon(): void {
    this.space();
    if (this.text[this.at] !== ':') this.fail('expected a colon');
    this.at++;
  }

  /** Finds the closing quote, and leaves decoding the escapes to `JSON.parse`. */
  private string(): string {
    const { text, at: start } = this;
    if (text.charCodeAt(start) !== QUOTE) this.fail(NAME);
    let plain = true;
    let end = start + 1;
    for (; ; end++) {
      const unit = text.charCodeAt(end);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) {
        plain = false;
        end++;
      } else if (unit < 0x20) this.fail('a string contains a line break or control character', end);
      if (end >= text.length) this.fail('', text.length);
    }
    this.at = end + 1;
    const value = plain ? text.slice(start + 1, end) : this.unescaped(start);
    const refusal = this.limits.findStringError?.(value);
    if (refusal) this.fail(refusal, start);
    return value;
  }

  private unescaped(start: number): string {
    try {
      return JSON.parse(this.text.slice(start, this.at));
    } catch {
      return this.fail('a string contains an unknown escape sequence', start);
    }
  }

  private number(): number | ExactNumber | undefined {
    NUMBER.lastIndex = this.at;
    const text = NUMBER.exec(this.text)?.[0];
    if (text === undefined) return undefined;
    const { maxNumberSize } = this.limits;
    const exponent = Math.abs(Number(/[eE](.*)/.exec(text)?.[1] ?? 0));
    if (maxNumberSize && (text.length > maxNumberSize || exponent > maxNumberSize))
      this.fail('a number is out of range');
    this.at += text.length;
    const exact = this.ordered ? String(Number(text)) === text : isExactAsDouble(text);
    return exact ? Number(text) : new ExactNumber(text);
  }

  private space(): void {
    const { text } = this;
    for (; ; this.at++) {
      const unit = text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    }
  }

  private end(): void {
    this.space();
    if (this.at < this.text.length) this.fail('unexpected text after the end');
  }

  private fail(message: string, at = this.at): never {
    throw new JsonSyntaxError(at < this.text.length ? message : 'unexpected end', this.text, at);
  }
}

/**
 * Builds an object from parallel lists. If names are equal, the last one wins. `keepKeyOrder` keeps the order of names that
 * are integers.
 */
export function createJsonObject(
  names: readonly string[],
  values: readonly unknown[],
  keepKeyOrder: boolean,
): JsonObject {
  const object: JsonObject = {};
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string; // within bounds
    const value = values[index];
    if (name !== '__proto__') object[name] = value;
    else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return keepKeyOrder && names.some(isIndex) ? withKeyOrder(object, names) : object;
}

function isIndex(name: string): boolean {
  return /^\d{1,10}$/.test(name);
}

function withKeyOrder(object: JsonObject, names: readonly string[]): JsonObject {
  const order = [...new Set(names)];
  return new Proxy(object, { ownKeys: () => order });
}
