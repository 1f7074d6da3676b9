export type JsonObject = Record<string, unknown>;

/** Number that a double would round, such as an integer above 2^53 or `1e400`. Stored as its text. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    lossless = false;
    return this.text;
  }
}

/** Object that keeps the order of its members, duplicates, and names such as `10` or `__proto__`. */
export class OrderedJsonObject {
  readonly entries: readonly OrderedJsonEntry[];

  constructor(entries: readonly OrderedJsonEntry[]) {
    this.entries = entries;
  }

  toJSON(): readonly OrderedJsonEntry[] {
    lossless = false;
    return this.entries;
  }
}

export type OrderedJsonEntry = readonly [name: string, value: OrderedJsonValue];

export type OrderedJsonValue =
  | null
  | boolean
  | number
  | string
  | ExactNumber
  | readonly OrderedJsonValue[]
  | OrderedJsonObject;

/** Formats JSON without loss, including values of `parseJson` and `parseOrderedJson`. */
export function stringifyJson(value: unknown, indent = 0): string {
  lossless = true;
  const text = JSON.stringify(value, undefined, indent);
  return (lossless ? text : writeValue(value, indent, '')) ?? 'null';
}

/**
 * Set to false by `toJSON` of a value that `JSON.stringify` cannot write without loss. `writeValue`, which is five
 * times slower, is then used instead. Module-level, because `toJSON` cannot access its caller.
 */
let lossless = true;

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber) &&
    !(value instanceof OrderedJsonObject)
  );
}

/** Returns the items of a list that contains only objects. Undefined for any other value. */
export function toOrderedObjectList(list: OrderedJsonValue | undefined): OrderedJsonObject[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const objects = list.filter((item) => item instanceof OrderedJsonObject);
  return objects.length === list.length ? objects : undefined;
}

export function isExactAsDouble(number: string): boolean {
  if (number.length <= 15 && !/[eE]/.test(number)) return true;
  if (String(Number(number)) === number) return true;
  const [digits = '', exponent = '0'] = number.split(/[eE]/);
  // in total well within the exponent range of a double
  if (digits.length > 200 || Math.abs(Number(exponent)) >= 100) return false;
  return digits.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15;
}

function writeValue(value: unknown, indent: number, margin: string): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof ExactNumber) return value.text;
  const inner = margin + ' '.repeat(indent);
  if (Array.isArray(value)) {
    const items = value.map((item) => writeValue(item, indent, inner) ?? 'null');
    return joinItems('[', ']', items, indent, margin);
  }
  const entries = value instanceof OrderedJsonObject ? value.entries : Object.entries(value);
  const colon = indent > 0 ? ': ' : ':';
  const members: string[] = [];
  for (const [name, item] of entries) {
    const text = writeValue(item, indent, inner);
    if (text !== undefined) members.push(JSON.stringify(name) + colon + text);
  }
  return joinItems('{', '}', members, indent, margin);
}

function joinItems(open: string, close: string, items: string[], indent: number, margin: string): string {
  if (indent === 0 || items.length === 0) return open + items.join(',') + close;
  const line = `\n${margin}${' '.repeat(indent)}`;
  return `${open}${line}${items.join(`,${line}`)}\n${margin}${close}`;
}

/** JSON syntax error with its position: `position` in UTF-16 units from 0, `line` and `column` from 1. */
export class JsonSyntaxError extends SyntaxError {
  readonly position: number;
  readonly line: number;
  readonly column: number;

  constructor(message: string, text: string, position: number) {
    super(message);
    const before = text.slice(0, position);
    this.position = position;
    this.line = before.split('\n').length;
    this.column = position - before.lastIndexOf('\n');
  }
}
