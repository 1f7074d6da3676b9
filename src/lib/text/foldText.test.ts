import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMatchRange, foldText, toNaturalSortKey } from './foldText.ts';

test.each([
  ['Älmhult', 'almhult'],
  ['A\u0308LMHULT', 'almhult'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['København', 'kobenhavn'],
  ['Ǽbelø, Ǿsterø', 'aebelo, ostero'],
  ['İzmir', 'izmir'],
  ['ΟΔΌΣ', 'οδοσ'],
  ['Ёлка, йод, ЇЖАК', 'елка, йод, їжак'],
  ['한글 آب ≮ \ud800', '한글 آب ≮ \ud800'],
])('folds %s to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('folds character by character, and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      expect(foldText(one + other)).toBe(foldText(one) + foldText(other));
      expect(foldText(foldText(one))).toBe(foldText(one));
    }),
    { numRuns: 1000 },
  );
});

test('sorts texts in natural order', () => {
  const ascending = '| D-1|-1|2.9|2.10|10.0|12345678|123456789|1234567890|9999999999'.split('|');
  ascending.push('1'.repeat(18), '1'.repeat(19), ...':|Älmhult|D|d-|D-2|D-2 b|d-003|D-10|Da|Zürich|дом'.split('|'));
  const keys = ascending.map(toNaturalSortKey);
  expect(keys).toEqual(keys.toSorted());
  expect(new Set(keys).size).toBe(keys.length);
});

test.each([
  ['Älmhult', 'almhult', 'Älmhult'],
  ['Werk A\u0308lmhult', 'älm', 'A\u0308lm'],
  ['Cafe\u0301 1', 'CAFÉ', 'Cafe\u0301'],
  ['Cafe\u0301 1', ' 1', ' 1'],
  ['Große Pumpe', 's', 'ß'],
  ['Große Pumpe', 'e p', 'e P'],
  ['İzmir', 'zm', 'zm'],
  ['😀 Ü', 'u', 'Ü'],
  ['Pump', '', ''],
  ['Älmhult', 'b', undefined],
])('finds in %s the match for %s: %s', (text, wanted, found) => {
  const part = findMatchRange(text, wanted);
  expect(part && text.slice(part.from, part.to)).toBe(found);
});
