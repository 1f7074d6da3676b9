import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyReader } from '#fleet/read/bodyReader.ts';
import { fleetOf, plainRecords, record } from '#fleet/read/testFleets.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import { Fleet } from './fleet.ts';
import { FleetView, type ViewRequest } from './fleetView.ts';
import { type Joined, JoinedWriter } from './joined.ts';
import { compare, contains, facetValue, matches, own, type Plain, sortValue } from './testAnswers.ts';

const QUERIES = ['', 'p', 'PUMP', 'é', 'a@', '\ud83d', 'ünit', 'σ', 'ο', '1'];
const FIELDS = [
  'deviceID',
  'name',
  'productID',
  'admin',
  'registeredAt',
  'lastPairedAt',
  'paired',
  'extra',
  'toString',
];

describe('rows are what filter and sort of the plain records give', () => {
  test('searched', async () => {
    await fc.assert(
      fc.asyncProperty(fleets(), fc.constantFrom(...QUERIES), async ({ fleet, plain }, search) => {
        expect(await shown(fleet, { search })).toEqual(numbered(plain).filter((row) => contains(plain, row, search)));
      }),
      { numRuns: 300 },
    );
  });

  test('sorted by up to three columns', async () => {
    const keys = fc.array(fc.record({ field: fc.constantFrom(...FIELDS), descending: fc.boolean() }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fleets(), keys, async ({ fleet, plain }, sort) => {
        const expected = numbered(plain).sort((a, b) => {
          for (const { field, descending } of sort) {
            const order = compare(sortValue(plain[a], field), sortValue(plain[b], field), descending);
            if (order !== 0) return order;
          }
          return a - b;
        });
        expect(await shown(fleet, { sort })).toEqual(expected);
      }),
      { numRuns: 600 },
    );
  });

  test('by facets, counted across the other filters', async () => {
    const choices = fc.record({
      productID: fc.subarray(['PUMP', 'pump-01', '']),
      admin: fc.subarray(['a@example.com', '']),
      paired: fc.subarray(['true', 'false', '']),
    });
    await fc.assert(
      fc.asyncProperty(fleets(), choices, fc.constantFrom(...QUERIES), async ({ fleet, plain }, facets, search) => {
        const passes = (row: number, but?: string) =>
          contains(plain, row, search) &&
          Object.entries(facets).every(
            ([field, allowed]) =>
              field === but || allowed.length === 0 || allowed.includes(facetValue(plain[row], field)),
          );
        expect(await shown(fleet, { search, facets })).toEqual(numbered(plain).filter((row) => passes(row)));
        for (const field of ['productID', 'admin', 'paired']) {
          const counts = new Map<string, number>();
          for (const row of numbered(plain).filter((one) => passes(one, field))) {
            const value = facetValue(plain[row], field);
            counts.set(value, (counts.get(value) ?? 0) + 1);
          }
          expect(new Map(await counted(fleet, { search, facets }, field))).toEqual(counts);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('picked rows, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(fleets(), fc.array(fc.nat(29)), fc.constantFrom(...QUERIES), async (made, picked, search) => {
        const { fleet, plain } = made;
        const expected = numbered(plain).filter((row) => picked.includes(row) && contains(plain, row, search));
        expect(await shown(fleet, { search, sets: [setOf(picked)] })).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  test('by ranges, with and without those that have no number', async () => {
    const ends = fc.option(fc.integer({ min: 0, max: 2e12 }), { nil: undefined });
    const ranges = fc.record({ from: ends, to: ends, missing: fc.constantFrom('too', 'only', undefined) });
    await fc.assert(
      fc.asyncProperty(fleets(), ranges, fc.constantFrom('registeredAt', 'lastPairedAt'), async (made, one, field) => {
        const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, missing } = one;
        const expected = numbered(made.plain).filter((row) => {
          const value = own(made.plain[row], field);
          if (value === undefined || value === null || value === 0) return missing !== undefined;
          return typeof value === 'number' && missing !== 'only' && value >= from && value <= to;
        });
        const range = Object.fromEntries(Object.entries(one).filter(([, end]) => end !== undefined));
        expect(await shown(made.fleet, { ranges: { [field]: range } })).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('searched by field, by whole values and by what is not there', async () => {
    const term = fc.record({
      field: fc.constantFrom('', 'name', 'admin', 'productID', 'paired', 'registeredAt'),
      text: fc.constantFrom('pump', 'pump 1', 'a@example.com', 'true', 'never', '1'),
      exact: fc.boolean(),
      not: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fleets(), fc.array(term, { minLength: 1, maxLength: 3 }), async ({ fleet, plain }, terms) => {
        const exactTerms = terms.map((one) => ({ ...one, exact: one.exact || one.text.includes(' ') }));
        const search = exactTerms.map(({ field, text, exact, not }) => {
          const value = exact ? `"${text}"` : text;
          // a plain word beside another would be one text with it
          return `${not ? '-' : ''}${field && `${field}:`}${value}${field || not || exact ? '' : ' -"nowhere"'}`;
        });
        const expected = numbered(plain).filter((row) =>
          exactTerms.every((one) => matches(plain, row, one) !== one.not),
        );
        expect(await shown(fleet, { search: search.join(' ') })).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  test('however the request came about', async () => {
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
      fc.asyncProperty(fleets(), requests, async ({ fleet }, steps) => {
        const view = new FleetView(fleet);
        for (const step of steps) {
          view.set(step);
          expect(await listed(view)).toEqual(await shown(fleet, step));
        }
      }),
      { numRuns: 200 },
    );
  });
});

test('a joined value filters, counts and sorts, those of whom nothing is known last', async () => {
  const fleet = fleetOf('{"devices":[{"deviceID":"a"},{"deviceID":"b"},{"deviceID":"c"},{"deviceID":"d"}]}');
  const joined: Joined = { labels: ['unknown', 'online', 'offline'], codes: Uint8Array.of(2, 0, 1, 1) };
  const view = new FleetView(fleet);
  view.join('connectivity', joined);
  view.set({ search: '', facets: { connectivity: ['online'] }, sort: [] });
  expect(await listed(view)).toEqual([2, 3]);
  view.set({ search: '', facets: {}, sort: [{ field: 'connectivity', descending: true }] });
  expect(await listed(view)).toEqual([0, 2, 3, 1]);
  view.watch(['connectivity']);
  await until(view, () => view.facet('connectivity') !== undefined);
  expect(view.facet('connectivity')).toEqual([
    { value: 'online', count: 2 },
    { value: 'offline', count: 1 },
    { value: 'unknown', count: 1 },
  ]);
});

test('several values of a row are counted and filtered one by one', async () => {
  const fleet = fleetOf('{"devices":[{"deviceID":"a"},{"deviceID":"b"},{"deviceID":"c"},{"deviceID":"d"}]}');
  const view = new FleetView(fleet);
  view.join('checks', { labels: ['old', 'future'], bits: Uint16Array.of(1, 3, 0, 2) });
  view.join('connectivity', { labels: ['unknown', 'online'], codes: Uint8Array.of(1, 1, 0, 0) });
  view.watch(['checks', 'connectivity']);
  view.set({ search: '', facets: { checks: ['future'] }, sort: [{ field: 'checks', descending: true }] });
  expect(await listed(view)).toEqual([1, 3]);
  await until(view, () => view.facet('checks') !== undefined);
  expect(view.facet('checks')).toEqual([
    { value: 'future', count: 2 },
    { value: 'old', count: 2 },
  ]);
  expect(view.facet('connectivity')).toEqual([
    { value: 'online', count: 1 },
    { value: 'unknown', count: 1 },
  ]);
  expect(view.joinedValue('checks', 1)).toBe('old, future');
  view.set({ search: '-connectivity:online', facets: {}, sort: [] });
  expect(await listed(view)).toEqual([2, 3]);
});

test('fifteen filters beside the search work together, and what is beyond is named', async () => {
  const names = Array.from({ length: 18 }, (_, index) => `f${index}`);
  const devices = names.map((_, row) => Object.fromEntries(names.map((name, index) => [name, row > index])));
  const fleet = fleetOf(JSON.stringify({ devices }));
  const view = new FleetView(fleet);
  const facets = (count: number) => Object.fromEntries(names.slice(0, count).map((name) => [name, ['true']]));
  view.set({ search: '', facets: facets(15), sort: [] });
  expect([await listed(view), view.leftOut]).toEqual([[15, 16, 17], []]);
  view.set({ search: '', facets: facets(17), sort: [] });
  expect([await listed(view), view.leftOut]).toEqual([
    [15, 16, 17],
    ['f15', 'f16'],
  ]);
});

test('labels that do not fit a joined field share the last, and are counted', () => {
  const joined = new JoinedWriter(300, 'unknown');
  for (let row = 1; row < 300; row++) joined.write(row, `label ${row}`);
  const { labels } = joined.done();
  expect([labels.length, labels[254], labels[255], joined.unfit]).toEqual([256, 'label 254', 'other', 45]);
});

test('rows that arrive later pass the same filters', async () => {
  const reader = new BodyReader();
  const fleet = new Fleet();
  const view = new FleetView(fleet);
  view.subscribe(() => {});
  view.set({ search: 'x', facets: {}, sort: [] });
  const bytes = new TextEncoder().encode(
    JSON.stringify({ devices: Array.from({ length: 20_000 }, (_, row) => ({ name: row % 1000 === 0 ? 'x' : 'y' })) }),
  );
  for (let from = 0; from < bytes.length; from += 50_000) {
    reader.push(bytes.slice(from, from + 50_000));
    fleet.take(reader.rows.takeBatch(true));
    fleet.changed();
    expect(await listed(view)).toEqual(
      Array.from({ length: Math.ceil(fleet.count / 1000) }, (_, index) => index * 1000),
    );
  }
  expect(fleet.count).toBe(20_000);
});

test('while rows arrive, what is shown never becomes less', async () => {
  const reader = new BodyReader();
  const fleet = new Fleet();
  const view = new FleetView(fleet);
  const seen: number[] = [];
  const leave = view.subscribe(() => seen.push(view.rows.count));
  view.set({ search: 'x', facets: {}, sort: [] });
  const devices = Array.from({ length: 120_000 }, (_, row) => ({ name: row % 2 ? `x${row}` : 'y' }));
  const bytes = new TextEncoder().encode(JSON.stringify({ devices }));
  for (let from = 0; from < bytes.length; from += 100_000) {
    reader.push(bytes.slice(from, from + 100_000));
    fleet.take(reader.rows.takeBatch(true));
    fleet.changed();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await until(view, () => view.settled && view.rows.count === 60_000);
  leave();
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});

/** A fleet and the records it was read from. */
function fleets(): fc.Arbitrary<{ fleet: Fleet; plain: Plain[] }> {
  return fc.array(record(), { maxLength: 30 }).map((devices) => {
    const text = JSON.stringify({ devices });
    return { fleet: fleetOf(text), plain: plainRecords(text) };
  });
}

function setOf(rows: readonly number[]): RowSet {
  const set = new RowSet();
  for (const row of rows) set.set(row, true);
  return set;
}

async function shown(fleet: Fleet, request: Partial<ViewRequest>): Promise<number[]> {
  const view = new FleetView(fleet);
  view.set({ search: '', facets: {}, sort: [], ...request });
  return listed(view);
}

async function counted(fleet: Fleet, request: Partial<ViewRequest>, field: string): Promise<[string, number][]> {
  const view = new FleetView(fleet);
  view.set({ search: '', facets: {}, sort: [], ...request });
  view.watch([field]);
  await until(view, () => view.facet(field) !== undefined);
  return (view.facet(field) ?? []).map(({ value, count }) => [value, count]);
}

async function listed(view: FleetView): Promise<number[]> {
  await until(view, () => view.settled);
  return Array.from({ length: view.rows.count }, (_, place) => view.rows.at(place));
}

/** Waits for work that was too long for its first slice. */
async function until(view: FleetView, done: () => boolean): Promise<void> {
  if (done()) return;
  await new Promise<void>((resolve) => {
    const leave = view.subscribe(() => {
      if (!done()) return;
      leave();
      resolve();
    });
  });
}

function numbered(plain: readonly Plain[]): number[] {
  return [...plain.keys()];
}
