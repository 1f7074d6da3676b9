import { expect, test } from 'vitest';
import { parseQuery } from '#fleet/find/query.ts';
import { wordsApart } from './wordsApart.ts';

test.each([
  [' Valley  tracker ', '+valley +tracker'],
  ['a - b', '+a +- +b'],
])('the words of %j are looked for by themselves', (search, asked) => {
  expect(wordsApart(search, ['admin'])).toBe(asked);
  const words = search.toLowerCase().split(' ').filter(Boolean);
  expect(parseQuery(asked, ['admin'])).toEqual(words.map((text) => ({ text, exact: false, not: false })));
});

test.each(['', 'valley', 'a -b', 'admin:a', 'admin:a b', '"a b"', '+a b'])('%j has none', (search) => {
  expect(wordsApart(search, ['admin'])).toBeUndefined();
});
