import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch } from './parseSearch.ts';

const FIELDS = ['deviceID', 'productID', 'name', 'admin', 'connectivity'];

const has = { isExact: false, isExcluded: false };

test.each([
  ['', []],
  ['   ', []],
  ['Pump 1', [{ ...has, text: 'pump 1' }]],
  [' pump  1 ', [{ ...has, text: 'pump  1' }]],
  ['Ä\u0301LMHULT', [{ ...has, text: 'almhult' }]],
  [
    '"Werk Süd" -ø',
    [
      { text: 'werk sud', isExact: true, isExcluded: false },
      { ...has, text: 'o', isExcluded: true },
    ],
  ],
  ['\u0301', []],
  ['+\u0301 a', [{ ...has, text: 'a' }]],
  ['admin:Ann', [{ ...has, field: 'admin', text: 'ann' }]],
  [
    'ADMIN:ann pump',
    [
      { ...has, field: 'admin', text: 'ann' },
      { ...has, text: 'pump' },
    ],
  ],
  [
    'a b -c d',
    [
      { ...has, text: 'a b' },
      { ...has, text: 'c', isExcluded: true },
      { ...has, text: 'd' },
    ],
  ],
  ['"Pump 1"', [{ text: 'pump 1', isExact: true, isExcluded: false }]],
  ['"pump 1', [{ ...has, text: 'pump 1' }]],
  ['"', []],
  ['admin:"', []],
  [
    '+1 +Pump',
    [
      { ...has, text: '1' },
      { ...has, text: 'pump' },
    ],
  ],
  ['+', [{ ...has, text: '+' }]],
  ['-name:"Pump 1"', [{ field: 'name', text: 'pump 1', isExact: true, isExcluded: true }]],
  ['admin:""', [{ field: 'admin', text: '', isExact: true, isExcluded: false }]],
  ['admin:', []],
  ['-admin:', []],
  ['-', [{ ...has, text: '-' }]],
  ['gateway-b-01', [{ ...has, text: 'gateway-b-01' }]],
  ['http://x y', [{ ...has, text: 'http://x y' }]],
  ['-other:x', [{ ...has, text: 'other:x', isExcluded: true }]],
  [
    'id:a1 product:pump',
    [
      { ...has, field: 'deviceID', text: 'a1' },
      { ...has, field: 'productID', text: 'pump' },
    ],
  ],
])('%j', (search, terms) => {
  expect(parseSearch(search, FIELDS)).toEqual(terms);
});

test('words without operators are one search text', () => {
  const words = fc.array(fc.stringMatching(/^[a-z0-9.@]{1,6}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(words, (parts) => {
      expect(parseSearch(parts.join(' '), FIELDS)).toEqual([{ ...has, text: parts.join(' ') }]);
    }),
  );
});

test('parses any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab:"- \t'), maxLength: 14 }), (search) => {
      for (const { text, isExact } of parseSearch(search, FIELDS)) expect(isExact || text !== '').toBe(true);
    }),
  );
});
