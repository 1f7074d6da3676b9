import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fleet } from '#fleet/model/fleet.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import {
  compareValues,
  getFacetValue,
  getOwnValue,
  getSortValue,
  includesText,
  isTermMatch,
  waitForViewRows,
  waitForViewState,
} from '#fleet/testing/referenceEngine.ts';
import { createFleetArbitrary, createTestFleet, parsePlainRecords } from '#fleet/testing/testFleets.ts';
import { FleetView, type ViewRequest } from './fleetView.ts';

const QUERIES = ';p;PUMP;é;a@;\ud83d;ünit;UNIT 1;nul;yes;σ;ς;ο;SS;1;\u0301'.split(';');
const FIELDS = 'deviceID name productID admin registeredAt lastPairedAt paired extra note toString'.split(' ');

const fleets = createFleetArbitrary();

describe('gives the same rows as filtering and sorting the plain records', () => {
  test('by up to three sort columns', async () => {
    const keys = fc.array(fc.record({ field: fc.constantFrom(...FIELDS), descending: fc.boolean() }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fleets, keys, async ({ fleet, plain }, sort) => {
        const expected = [...plain.keys()].sort((a, b) => {
          for (const { field, descending } of sort) {
            const order = compareValues(getSortValue(plain[a], field), getSortValue(plain[b], field), descending);
            if (order !== 0) return order;
          }
          return a - b;
        });
        expect(await shown(fleet, { sort })).toEqual(expected);
      }),
      { numRuns: 600 },
    );
  });

  test('by search, facets and a set of rows, counted with the other filters', async () => {
    const choices = fc.record({
      productID: fc.subarray(['PUMP', 'pump-01', '']),
      admin: fc.subarray(['a@example.com', '']),
      paired: fc.subarray(['true', 'false', '']),
    });
    const facetsArbitrary = fc.option(choices, { nil: { productID: [], admin: [], paired: [] } });
    const pickedArbitrary = fc.option(fc.array(fc.nat(29)), { nil: [...Array(30).keys()] });
    const searches = fc.constantFrom(...QUERIES);
    await fc.assert(
      fc.asyncProperty(fleets, facetsArbitrary, searches, pickedArbitrary, async (made, facets, search, picked) => {
        const { fleet, plain } = made;
        const passes = (row: number, but?: string) =>
          picked.includes(row) &&
          includesText(plain, row, search) &&
          Object.entries(facets).every(
            ([field, allowed]) =>
              field === but || allowed.length === 0 || allowed.includes(getFacetValue(plain[row], field)),
          );
        const request = { search, facets, sets: [setOf(picked)] };
        expect(await shown(fleet, request)).toEqual([...plain.keys()].filter((row) => passes(row)));
        for (const field of ['productID', 'admin', 'paired']) {
          const counts = new Map<string, number>();
          for (const row of [...plain.keys()].filter((one) => passes(one, field))) {
            const value = getFacetValue(plain[row], field);
            counts.set(value, (counts.get(value) ?? 0) + 1);
          }
          expect(new Map(await counted(fleet, request, field))).toEqual(counts);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('by ranges, with and without rows that lack a number', async () => {
    const ends = fc.option(fc.integer({ min: 0, max: 2e12 }), { nil: undefined });
    const ranges = fc.record({ from: ends, to: ends, missing: fc.constantFrom('too', 'only', undefined) });
    await fc.assert(
      fc.asyncProperty(fleets, ranges, fc.constantFrom('registeredAt', 'lastPairedAt'), async (made, one, field) => {
        const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, missing } = one;
        const expected = [...made.plain.keys()].filter((row) => {
          const value = getOwnValue(made.plain[row], field);
          if (value === undefined || value === null || value === 0) return missing !== undefined;
          return typeof value === 'number' && missing !== 'only' && value >= from && value <= to;
        });
        const range = Object.fromEntries(Object.entries(one).filter(([, end]) => end !== undefined));
        expect(await shown(made.fleet, { ranges: { [field]: range } })).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('by field search, whole values and exclusions', async () => {
    const term = fc.record({
      field: fc.constantFrom('', 'name', 'admin', 'productID', 'paired', 'registeredAt'),
      text: fc.constantFrom(...'pump;pump 1;unit 10;yes;null;a@example.com;true;unpaired;paired;n;never;1'.split(';')),
      exact: fc.boolean(),
      not: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fleets, fc.array(term, { minLength: 1, maxLength: 3 }), async ({ fleet, plain }, terms) => {
        const exactTerms = terms.map((one) => ({ ...one, exact: one.exact || one.text.includes(' ') }));
        const search = exactTerms.map(({ field, text, exact, not }) => {
          const value = exact ? `"${text}"` : text;
          return `${not ? '-' : '+'}${field && `${field}:`}${value}`;
        });
        const expected = [...plain.keys()].filter((row) =>
          exactTerms.every((one) => isTermMatch(plain, row, one) !== one.not),
        );
        expect(await shown(fleet, { search: search.join(' ') })).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  test('for any sequence of requests', async () => {
    const requests = fc.array(
      fc.record({
        search: fc.constantFrom(...QUERIES),
        sets: fc.array(fc.array(fc.nat(29)).map(setOf), { maxLength: 2 }),
        facets: fc.record({ productID: fc.subarray(['PUMP', 'Fan']), paired: fc.subarray(['true', '']) }),
        sort: fc.array(fc.record({ field: fc.constantFrom(...FIELDS), descending: fc.boolean() }), { maxLength: 2 }),
      }),
      { minLength: 2, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(fleets, requests, async ({ fleet }, steps) => {
        const view = new FleetView(fleet);
        for (const step of steps) {
          view.setRequest(step);
          expect(await waitForViewRows(view)).toEqual(await shown(fleet, step));
        }
      }),
      { numRuns: 200 },
    );
  });
});

test('sorts by exact values where doubles are equal', async () => {
  const numbers = ['9007199254740993', '9007199254740992', '-9007199254740993', '9007199254740994', '1e400', '1e401'];
  const further = ['9007199254740993', '9007199254740992.5', '-9007199254740992', '0.1000000000000000055', '0.1'];
  const records = [...numbers, ...further, 'true', 'true'].map((number) => `{"n":${number}}`);
  const fleet = createTestFleet(`{"devices":[${records.join(',')}]}`);
  const request = { sort: [{ field: 'n', descending: false }] };
  expect(await shown(fleet, request)).toEqual([11, 12, 2, 8, 10, 9, 1, 7, 0, 6, 3, 4, 5]);
  const descending = { sort: [{ field: 'n', descending: true }] };
  expect(await shown(fleet, descending)).toEqual([5, 4, 3, 0, 6, 7, 1, 9, 10, 8, 2, 11, 12]);
});

test('fifteen filters and a search work together, and further filters are reported', async () => {
  const names = Array.from({ length: 18 }, (_, index) => `f${index}`);
  const devices = names.map((_, row) => Object.fromEntries(names.map((name, index) => [name, row > index])));
  const fleet = createTestFleet(JSON.stringify({ devices }));
  const view = new FleetView(fleet);
  const facets = (count: number) => Object.fromEntries(names.slice(0, count).map((name) => [name, ['true']]));
  view.setRequest({ search: '', facets: facets(15), sort: [] });
  expect([await waitForViewRows(view), view.snapshot.droppedFilters]).toEqual([[15, 16, 17], []]);
  view.setRequest({ search: '', facets: facets(17), sort: [] });
  expect(await waitForViewRows(view)).toEqual([15, 16, 17]);
  expect(view.snapshot.droppedFilters).toEqual(['f15', 'f16']);
});

test.each([
  [[{ extra: { '': { '': 'P' } } }], [0]],
  [[{ extra: { '': 1 } }, { extra: { '': { '': 'P' } } }], []],
  [[{ extra: { a: 'x' } }, { extra: { a: { b: 'P' } } }], []],
  [[{ extra: { a: [1] } }, { extra: { a: { b: 'P' } } }], [1]],
])('searches object members when the first value of the column is an object: %j', async (devices, rows) => {
  const text = JSON.stringify({ devices });
  expect(await shown(createTestFleet(text), { search: 'p' })).toEqual(rows);
  const plain = parsePlainRecords(text);
  expect([...plain.keys()].filter((row) => includesText(plain, row, 'p'))).toEqual(rows);
});

function setOf(rows: readonly number[]): RowSet {
  const set = new RowSet();
  for (const row of rows) set.set(row, true);
  return set;
}

async function shown(fleet: Fleet, request: Partial<ViewRequest>): Promise<number[]> {
  return waitForViewRows(viewOf(fleet, request));
}

function viewOf(fleet: Fleet, request: Partial<ViewRequest>): FleetView {
  const view = new FleetView(fleet);
  view.setRequest({ search: '', facets: {}, sort: [], ...request });
  return view;
}

async function counted(fleet: Fleet, request: Partial<ViewRequest>, field: string): Promise<[string, number][]> {
  const view = viewOf(fleet, request);
  view.setFacetFields([field]);
  await waitForViewState(view, () => view.snapshot.getFacetCounts(field) !== undefined);
  return (view.snapshot.getFacetCounts(field) ?? []).map(({ value, count }) => [value, count]);
}
