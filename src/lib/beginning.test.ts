import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from '#lib/json/json.ts';
import { parse } from '#lib/json/jsonText.ts';
import { beginningOf, bothEndsOf, jsonBeginning } from './beginning.ts';

test('a text is cut between characters, and says so', () => {
  expect(beginningOf('abc', 3)).toBe('abc');
  expect(beginningOf('abcd', 3)).toBe('abc…');
  expect(beginningOf('ab😀d', 3)).toBe('ab…');
});

test('a text is cut in the middle between characters, and says so', () => {
  expect(bothEndsOf('abcde', 5)).toBe('abcde');
  expect(bothEndsOf('abcdef', 5)).toBe('ab…ef');
  expect(bothEndsOf('abcdef', 4)).toBe('ab…f');
  expect(bothEndsOf('a😀bc😀f', 5)).toBe('a…f');
});

test('what fits is the same as the whole, and what does not begins the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 80 }), (value, most) => {
      const whole = stringify(value);
      const beginning = jsonBeginning(value, most);
      expect(beginning).toBe(beginningOf(whole, most));
    }),
  );
});

test('exact numbers keep their digits', () => {
  expect(jsonBeginning(parse('{"n":[9007199254740993,1e400]}'), 100)).toBe('{"n":[9007199254740993,1e400]}');
});

test('of a large value no more is looked at than is shown', () => {
  let looked = 0;
  const items = Array.from({ length: 1000 }, () => ({
    get a() {
      looked++;
      return 1;
    },
  }));
  expect(jsonBeginning(items, 50)).toHaveLength(51);
  expect(looked).toBeLessThan(50);
});
