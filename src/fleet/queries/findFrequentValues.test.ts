import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fleet } from '#fleet/model/fleet.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import { getOwnValue } from '#fleet/testing/referenceEngine.ts';
import { createFleetArbitrary, createFleetOf, runSteps } from '#fleet/testing/testFleets.ts';
import { describeTypePrefixedText, formatTypePrefixedText } from '#lib/json/typePrefixedText.ts';
import { foldText } from '#lib/text/foldText.ts';
import { getColumnValueType } from './facets.ts';
import { findFrequentValues } from './findFrequentValues.ts';

function find(fleet: Fleet, request: Partial<Parameters<typeof findFrequentValues>[1]>) {
  const rows = new RowSet();
  rows.fill(fleet.count);
  const whole = { field: 'name', rows, searchText: '', chosen: [], limit: 100, ...request };
  return runSteps(findFrequentValues(fleet, whole));
}

test('the most frequent values come first, and a text search finds the others', () => {
  const values = Array.from({ length: 300 }, (_, row) => `SN-${row}`);
  const serials = [...values, 'SN-250', 'sn-250', 'SN-7', 'SN-7', null, undefined, ''];
  const fleet = createFleetOf(serials.map((serial) => ({ serial })));
  const all = find(fleet, { field: 'serial' });
  const first = all?.values.slice(0, 4).map(({ value, count }) => `${value} ${count}`);
  expect(first).toEqual(['SN-7 3', ' 3', 'SN-250 2', 'SN-0 1']);
  expect([all?.values.length, all?.different, all?.rows]).toEqual([100, 302, 307]);
  const found = find(fleet, { field: 'serial', searchText: 'sn-25', chosen: ['SN-9', 'lost'] });
  expect([found?.different, found?.rows]).toEqual([12, 13]);
  expect(found?.values).toContainEqual({ value: 'sn-250', count: 1 });
  expect(found?.chosen.map(({ value, count }) => `${value} ${count}`)).toEqual(['SN-9 1', 'lost 0']);
});

test('counts match the plain records for any values and other filters', () => {
  const picked = fc.array(fc.nat(29));
  const fields = fc.constantFrom('name', 'extra', 'note', 'registeredAt', 'paired', 'lost');
  fc.assert(
    fc.property(createFleetArbitrary(), picked, fields, fc.constantFrom('', 'un', '1'), (made, rows, field, text) => {
      const { fleet, plain: records } = made;
      const passing = new RowSet();
      for (const row of rows) if (row < fleet.count) passing.set(row, true);
      const expected = new Map<string, number>();
      for (const [row, plain] of records.entries()) {
        if (!passing.has(row) || fleet.findColumn(field) < 0) continue;
        const value = formatTypePrefixedText(getOwnValue(plain, field), getColumnValueType(fleet, field));
        if (foldText(describeTypePrefixedText(value)).includes(text))
          expected.set(value, (expected.get(value) ?? 0) + 1);
      }
      const found = find(fleet, { field, rows: passing, searchText: text });
      expect(new Map(found?.values.map(({ value, count }) => [value, count]))).toEqual(expected);
      const counts = found?.values.map(({ count }) => count) ?? [];
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }),
    { numRuns: 60 },
  );
});
