import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactNumber, isExactAsDouble, isJsonObject, type OrderedJsonObject, stringifyJson } from './json.ts';
import { parseJson, parseJsonMembers, parseOrderedJson } from './parseJson.ts';

const SPACES = fc.constantFrom('', ' ', '\n\t', '\r\n');
const NUMBERS = fc.oneof(
  fc.constantFrom(...'0 -0 1.0 1e2 1E+2 1e400 -1e-400 0.10 9007199254740993 12345678901234567890'.split(' ')),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
  fc.bigInt().map(String),
);
const NAMES = fc.oneof(fc.constantFrom('10', '9', '__proto__', 'constructor', 'a', ''), fc.string({ unit: 'binary' }));

const TEXTS = fc.letrec<{ any: string }>((tie) => ({
  any: fc
    .tuple(
      SPACES,
      fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('null', 'true', 'false'),
        NUMBERS,
        fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
        fc.array(tie('any')).map((items) => `[${items.join(',')}]`),
        fc.array(fc.tuple(NAMES, SPACES, tie('any'))).map((items) => {
          return `{${items.map(([name, space, value]) => `${space}${JSON.stringify(name)}${space}:${value}`)}}`;
        }),
      ),
      SPACES,
    )
    .map((parts) => parts.join('')),
})).any;

describe('parseJson', () => {
  test('gives the same values as JSON.parse, and keeps numbers that a double would change', () => {
    fc.assert(
      fc.property(TEXTS, (text) => {
        expect(rounded(parseJson(text))).toEqual(JSON.parse(text));
        expect(rounded(parseJson(text, {}))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('throws when JSON.parse throws', () => {
    const damaged = fc.tuple(TEXTS, fc.nat(), fc.constantFrom('', ',', '"', '}', '01', '\u0001', '\\'));
    fc.assert(
      fc.property(damaged, ([text, place, put]) => {
        const at = place % (text.length + 1);
        const broken = text.slice(0, at) + put + text.slice(at + 1);
        expect(!errorOf(() => parseJson(broken, {}))).toBe(!errorOf(() => JSON.parse(broken)));
      }),
      { numRuns: 1000 },
    );
  });

  test('parses nesting deeper than the call stack', () => {
    const text = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(parseJson(text, {})).toHaveLength(1);
  });

  test.each([
    ['1e400', false],
    ['9007199254740993', false],
    ['0.1234567890123456789', false],
    ['9007199254740991', true],
    ['9007199254740994', true],
    ['0.30000000000000004', true],
    ['1.50', true],
    ['1e10', true],
  ])('%s fits a double exactly: %s', (text, exact) => {
    expect(isExactAsDouble(text)).toBe(exact);
    expect(parseJson(text)).toEqual(exact ? Number(text) : new ExactNumber(text));
  });

  test('throws when a limit is exceeded', () => {
    expect(() => parseJson('[[[]]]', { maxDepth: 2 })).toThrow('nested deeper than 2 levels');
    expect(() => parseJson('{"a":1e9999}', { maxNumberSize: 400 })).toThrow('a number is out of range');
    expect(() => parseJson('["b"]', { findStringError: (text) => `no ${text}` })).toThrow('no b');
  });
});

describe('parseOrderedJson', () => {
  test('a round trip keeps the text, except for white space', () => {
    fc.assert(
      fc.property(TEXTS, fc.constantFrom(0, 2), (text, indent) => {
        const ordered = parseOrderedJson(text);
        expect(stringifyJson(ordered)).toBe(packed(text));
        expect(stringifyJson(parseOrderedJson(stringifyJson(ordered, indent)))).toBe(packed(text));
        expect(JSON.parse(stringifyJson(ordered, indent))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('names keep their order and duplicates', () => {
    const { entries } = parseOrderedJson('{"10":1,"9":2,"10":3,"__proto__":1.0}') as OrderedJsonObject;
    const members = entries.map(([name, value]) => `${name}: ${stringifyJson(value)}`);
    expect(members).toEqual(['10: 1', '9: 2', '10: 3', '__proto__: 1.0']);
  });

  test.each([
    ['{', 1, 2, 'unexpected end'],
    ['[1,\n  2\n  3]', 3, 3, 'expected a comma or ]'],
    ['{"a":\n01}', 2, 2, 'expected a comma or }'],
    ['{"a":1,}', 1, 8, 'expected a quoted name'],
    ["{'a':1}", 1, 2, 'expected a quoted name'],
    ['{"a" 1}', 1, 6, 'expected a colon'],
    ['["a\nb"]', 1, 4, 'a string contains a line break or control character'],
    ['["\\x"]', 1, 2, 'a string contains an unknown escape sequence'],
    ['[NaN]', 1, 2, 'expected a value'],
    ['{} {}', 1, 4, 'unexpected text after the end'],
    ['['.repeat(501), 1, 501, 'nested deeper than 500 levels'],
  ])('%j has an error in line %i at column %i: %s', (text, line, column, message) => {
    expect(errorOf(() => parseOrderedJson(text))).toMatchObject({ line, column, message });
  });
});

describe('parseJsonMembers', () => {
  test('returns the members of an object with their positions', () => {
    const text = ' {"b" : 1.0, "a":[1, 2] ,"b":"}"}';
    const members = parseJsonMembers(text).map(({ name, source }) => `${name}: ${source}`);
    expect(members).toEqual(['b: 1.0', 'a: [1, 2]', 'b: "}"']);
    expect(() => parseJsonMembers('[]')).toThrow('expected an object');
    for (const { name, source, nameStart, nameEnd, valueStart, valueEnd } of parseJsonMembers(text)) {
      expect(text.slice(nameStart, nameEnd)).toBe(JSON.stringify(name));
      expect(text.slice(valueStart, valueEnd)).toBe(source);
    }
  });
});

function rounded(value: unknown): unknown {
  if (value instanceof ExactNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  const copy = JSON.parse('{}');
  for (const [name, inner] of Object.entries(value)) {
    Object.defineProperty(copy, name, { value: rounded(inner), enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

function packed(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string) => (string ? JSON.stringify(JSON.parse(string)) : ''));
}

function errorOf(work: () => unknown): SyntaxError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

test('keepKeyOrder keeps the order of names that look like array indexes, and __proto__ is a name like any other', () => {
  const text = '{"kind":-1,"10":{"b":1,"2":2,"b":3},"0":1,"__proto__":{"a":1e400}}';
  const value = parseJson(text, { keepKeyOrder: true });
  expect(stringifyJson(value)).toBe('{"kind":-1,"10":{"b":3,"2":2},"0":1,"__proto__":{"a":1e400}}');
  expect(isJsonObject(value) && Object.entries(value).map(([name]) => name)).toContain('__proto__');
  expect(stringifyJson(parseJson(text, {}))).toBe('{"0":1,"10":{"2":2,"b":3},"kind":-1,"__proto__":{"a":1e400}}');
  expect(Object.getPrototypeOf(parseJson('{"__proto__":{"a":1}}'))).toBe(Object.prototype);
});
