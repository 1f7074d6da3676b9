import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch } from './parseSearch.ts';

const FIELDS = ['deviceID', 'productID', 'name', 'admin', 'connectivity'];

/** Text of a term: `-` if it is excluded, its field, and its text, in quotes if it must match exactly. */
function formatTerm({ text, field, isExact, isExcluded }: ReturnType<typeof parseSearch>[number]): string {
  return `${isExcluded ? '-' : ''}${field === undefined ? '' : `${field}=`}${isExact ? `"${text}"` : text}`;
}

test.each([
  ['', []],
  ['   ', []],
  ['Pump 1', ['pump 1']],
  [' pump  1 ', ['pump  1']],
  ['Ä\u0301LMHULT', ['almhult']],
  ['"Werk Süd" -ø', ['"werk sud"', '-o']],
  ['\u0301', []],
  ['+\u0301 a', ['a']],
  ['admin:Ann', ['admin=ann']],
  ['ADMIN:ann pump', ['admin=ann', 'pump']],
  ['a b -c d', ['a b', '-c', 'd']],
  ['"Pump 1"', ['"pump 1"']],
  ['"pump 1', ['pump 1']],
  ['"', []],
  ['admin:"', []],
  ['+1 +Pump', ['1', 'pump']],
  ['+', ['+']],
  ['-name:"Pump 1"', ['-name="pump 1"']],
  ['admin:""', ['admin=""']],
  ['admin:', []],
  ['-admin:', []],
  ['-', ['-']],
  ['gateway-b-01', ['gateway-b-01']],
  ['http://x y', ['http://x y']],
  ['-other:x', ['-other:x']],
  ['id:a1 product:pump', ['deviceID=a1', 'productID=pump']],
])('%j', (search, terms) => {
  expect(parseSearch(search, FIELDS).map(formatTerm)).toEqual(terms);
});

test('parses any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab:"- \t'), maxLength: 14 }), (search) => {
      for (const { text, isExact } of parseSearch(search, FIELDS)) expect(isExact || text !== '').toBe(true);
    }),
  );
});
