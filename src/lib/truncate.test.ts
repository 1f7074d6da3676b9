import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringifyJson } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { formatTruncatedJson, truncate, truncateMiddle } from './truncate.ts';

test('truncates text between characters, with an ellipsis', () => {
  expect(truncate('abc', 3)).toBe('abc');
  expect(truncate('abcd', 3)).toBe('abc…');
  expect(truncate('ab😀d', 3)).toBe('ab…');
});

test('truncates text in the middle between characters, with an ellipsis', () => {
  expect(truncateMiddle('abcde', 5)).toBe('abcde');
  expect(truncateMiddle('abcdef', 5)).toBe('ab…ef');
  expect(truncateMiddle('abcdef', 4)).toBe('ab…f');
  expect(truncateMiddle('a😀bc😀f', 5)).toBe('a…f');
});

test('gives the same result as truncating the whole JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 80 }), (value, most) => {
      const whole = stringifyJson(value);
      const beginning = formatTruncatedJson(value, most);
      expect(beginning).toBe(truncate(whole, most));
    }),
  );
  expect(formatTruncatedJson(parseJson('[9007199254740993,1e400]'), 100)).toBe('[9007199254740993,1e400]');
});

test('reads only as much of a large value as it shows', () => {
  let looked = 0;
  const items = Array.from({ length: 1000 }, () => ({
    get a() {
      looked++;
      return 1;
    },
  }));
  expect(formatTruncatedJson(items, 50)).toHaveLength(51);
  expect(looked).toBeLessThan(50);
});
