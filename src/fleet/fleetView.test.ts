import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyReader } from '#fleet/read/bodyReader.ts';
import { fleetOf, plainRecords, record } from '#fleet/read/testFleets.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import type { Joined } from './facets.ts';
import { Fleet } from './fleet.ts';
import { FleetView, type ViewRequest } from './fleetView.ts';

type Plain = Record<string, unknown>;

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
            const order = compare(own(plain[a], field), own(plain[b], field), descending);
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
        expect(await shown(fleet, { search, only: setOf(picked) })).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  test('however the request came about', async () => {
    const requests = fc.array(
      fc.record({
        search: fc.constantFrom(...QUERIES),
        only: fc.option(fc.array(fc.nat(29)).map(setOf), { nil: undefined }),
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

/** Columns of text: those of the interface, and others whose first value that is not null is text. */
function textFields(plain: readonly Plain[]): string[] {
  const further = ['extra', 'toString'].filter((field) => {
    const first = plain.map((one) => own(one, field)).find((value) => value !== undefined && value !== null);
    return typeof first === 'string';
  });
  return ['deviceID', 'productID', 'name', 'admin', ...further];
}

function contains(plain: readonly Plain[], row: number, search: string): boolean {
  if (search === '') return true;
  const texts = textFields(plain).map((field) => own(plain[row], field));
  return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(search.toLowerCase()));
}

function own(record: Plain | undefined, field: string): unknown {
  return record && Object.hasOwn(record, field) ? record[field] : undefined;
}

function facetValue(record: Plain | undefined, field: string): string {
  const value = own(record, field);
  const right = field === 'paired' ? typeof value === 'boolean' : typeof value === 'string';
  return right ? String(value) : '';
}

/** The order that `orderOf` describes, written down once more in the plainest way. */
function compare(a: unknown, b: unknown, descending: boolean): number {
  const [classA, classB] = [classOf(a), classOf(b)];
  if (classA === EMPTY || classB === EMPTY) return classA === classB ? 0 : classA === EMPTY ? 1 : -1;
  const order = classA - classB || compareSame(a, b, classA);
  return descending ? -order : order;
}

const EMPTY = 4;

function classOf(value: unknown): number {
  if (value === null || value === undefined) return EMPTY;
  if (typeof value === 'boolean') return 0;
  if (typeof value === 'number') return 1;
  return typeof value === 'string' ? 2 : 3;
}

function compareSame(a: unknown, b: unknown, kind: number): number {
  if (kind <= 1) return Number(a) - Number(b) || 0;
  const [textA, textB] =
    kind === 2 ? [String(a).toLowerCase(), String(b).toLowerCase()] : [JSON.stringify(a), JSON.stringify(b)];
  const [pointsA, pointsB] = [[...textA], [...textB]];
  for (let at = 0; at < Math.min(pointsA.length, pointsB.length); at++) {
    const difference = (pointsA[at]?.codePointAt(0) ?? 0) - (pointsB[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return pointsA.length - pointsB.length;
}
