import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactNumber } from './json.ts';
import { describeTypePrefixedText, formatTypePrefixedText, parseTypePrefixedText } from './typePrefixedText.ts';

const VALUE = fc.oneof(
  fc.string(),
  fc.constantFrom('yes', 'true', '1', 'number:1', 'text:number:1', '{}'),
  fc.integer({ min: 1 }),
  fc.boolean(),
  fc.constantFrom(new ExactNumber('9007199254740993'), {}, [1]),
);

test('different values of any type never have the same text', () => {
  const identity = (value: unknown) =>
    `${typeof value} ${value instanceof ExactNumber ? value.text : JSON.stringify(value)}`;
  fc.assert(
    fc.property(VALUE, VALUE, fc.constantFrom('text', 'number', 'boolean', 'json'), (one, other, expected) => {
      const same = identity(one) === identity(other);
      expect(formatTypePrefixedText(one, expected) === formatTypePrefixedText(other, expected)).toBe(same);
    }),
  );
});

test.each([
  ['yes', 'boolean', 'text:yes', '“yes” (text)'],
  [1, 'boolean', 'number:1', '1 (number)'],
  [true, 'boolean', 'true', 'true'],
  [true, 'text', 'boolean:true', 'true (boolean)'],
  ['number:1', 'text', 'text:number:1', 'number:1'],
  [null, 'text', '', ''],
] as const)('formats %j where %s is expected', (value, expected, typed, words) => {
  expect(formatTypePrefixedText(value, expected)).toBe(typed);
  expect(describeTypePrefixedText(typed)).toBe(words);
  expect(parseTypePrefixedText(typed).text).toBe(value === null ? '' : String(value));
});
