import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JoinedLabelField } from '#fleet/model/joinedField.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import { getFacetValue, getOwnValue, waitForViewState } from '#fleet/testing/referenceEngine.ts';
import { createFleetArbitrary, createFleetOf, createRecordArbitrary, runSteps } from '#fleet/testing/testFleets.ts';
import { CHECK_NAMES, type CheckName, checkDevices } from './checks.ts';
import { crossTabulate } from './crossTabulate.ts';
import { computeTimeHistogram, computeTimeSummary } from './timeHistogram.ts';

type Plain = Record<string, unknown>;

const NOW = 1_600_000_000_000;
const DAY = 86_400_000;

test('each check finds the same rows as a filter of the plain records', () => {
  fc.assert(
    fc.property(fleets(), fc.boolean(), ({ fleet, plain }, known) => {
      const online = plain.map((_, row) => row % 2 === 0);
      const { joined, counts } = runSteps(checkDevices(fleet, NOW, known ? connectivity(online) : undefined));
      for (const [place, check] of CHECK_NAMES.entries()) {
        const rows = [...plain.keys()].filter((row) => fails(check, plain, row, known && online[row] === true));
        expect(found(joined.bits, place), check).toEqual(rows);
        expect(counts.get(check), check).toBe(check === 'unpaired yet online' && !known ? undefined : rows.length);
      }
    }),
    { numRuns: 200 },
  );
});

test('checks can be filtered like other facets', async () => {
  const devices = [{ deviceID: 'a', name: 'x' }, { deviceID: 'b' }, { deviceID: 'a', name: 'y' }];
  const fleet = createFleetOf(devices);
  const view = new FleetView(fleet);
  view.setJoined('checks', runSteps(checkDevices(fleet, NOW, undefined)).joined);
  view.setRequest({ search: '', facets: { checks: ['same ID more than once'] }, sort: [] });
  await waitForViewState(view, () => view.isSettled);
  expect([view.rows.count, view.rows.at(0), view.rows.at(1)]).toEqual([2, 0, 2]);
});

test('counts every row once between edges', () => {
  const edges = fc.uniqueArray(fc.integer({ min: 0, max: 2e12 }), { maxLength: 6 });
  fc.assert(
    fc.property(fleets(), edges, fc.array(fc.nat(29), { maxLength: 9 }), (made, unordered, picked) => {
      const { fleet, plain } = made;
      const ends = [...unordered].sort((a, b) => a - b);
      const rows = picked.filter((row) => row < plain.length);
      const list = { count: rows.length, at: (place: number) => rows[place] ?? 0 };
      for (const [chosen, given] of [
        [plain, undefined],
        [rows.map((row) => plain[row] ?? {}), list],
      ] as const) {
        const { counts, outside, never, implausible } = runSteps(
          computeTimeHistogram({ fleet, field: 'registeredAt', rows: given }, ends),
        );
        const times = chosen.map((device) => getOwnValue(device, 'registeredAt'));
        const plausible = times.filter((time): time is number => !isNever(time) && isPlausible(time));
        const countBetween = (from: number, to: number) => plausible.filter((time) => time >= from && time < to).length;
        const expected = ends.slice(1).map((to, index) => countBetween(ends[index] ?? 0, to));
        expect([...counts]).toEqual(expected);
        expect(never).toBe(times.filter(isNever).length);
        expect(implausible).toBe(times.filter((time) => !isNever(time) && !isPlausible(time)).length);
        expect(outside + never + implausible + expected.reduce((sum, count) => sum + count, 0)).toBe(chosen.length);
        const span = runSteps(computeTimeSummary({ fleet, field: 'registeredAt', rows: given }));
        const sorted = plausible.toSorted((a, b) => a - b);
        expect(span).toEqual({ earliest: sorted[0], latest: sorted.at(-1), never, implausible });
      }
    }),
    { numRuns: 300 },
  );
});

test('cross-tabulates a field with connectivity', () => {
  fc.assert(
    fc.property(fleets(), fc.constantFrom('productID', 'paired'), ({ fleet, plain }, field) => {
      const online = plain.map((_, row) => row % 3 === 0);
      const counts = runSteps(crossTabulate(fleet, field, connectivity(online)));
      const values = plain.map((device) => getFacetValue(device, field));
      expect(new Set(counts?.map(({ value }) => value) ?? [])).toEqual(new Set(values));
      for (const { value, count, countsByLabel } of counts ?? []) {
        const rows = [...values.keys()].filter((row) => values[row] === value);
        expect(count).toBe(rows.length);
        expect(countsByLabel.get('online')).toBe(rows.filter((row) => online[row]).length);
        expect(countsByLabel.get('offline')).toBe(rows.filter((row) => !online[row]).length);
      }
    }),
    { numRuns: 200 },
  );
});

test('does not tabulate a field with too many values of another type', () => {
  const fleet = createFleetOf(Array.from({ length: 10_001 }, (_, row) => ({ deviceID: String(row), productID: row })));
  expect(runSteps(crossTabulate(fleet, 'productID', connectivity([])))).toBeUndefined();
});

function fleets() {
  const times = fc.constantFrom(...[91, 90, 1, -1].map((days) => NOW - days * DAY), ...[0, 1, 15e8, 1e17], null, 'x');
  const device = fc.record(
    {
      deviceID: fc.constantFrom('a', 'b', 'c', 'd', '', null),
      admin: fc.constantFrom('a@example.com', '', null, 7),
      name: fc.constantFrom('Pump', '', null),
      productID: fc.constantFrom('P', 'Q', '', null),
      paired: fc.constantFrom(true, false, null),
      registeredAt: times,
      lastPairedAt: times,
    },
    { requiredKeys: [] },
  );
  return createFleetArbitrary(
    fc.array(fc.oneof({ weight: 4, arbitrary: device }, createRecordArbitrary()), { maxLength: 30 }),
  );
}

function fails(check: CheckName, plain: readonly Plain[], row: number, online: boolean): boolean {
  const device = plain[row] ?? {};
  const [registered, last] = [getOwnValue(device, 'registeredAt'), getOwnValue(device, 'lastPairedAt')];
  const times = [registered, last].filter((time) => !isNever(time));
  const id = getOwnValue(device, 'deviceID');
  const paired = getOwnValue(device, 'paired');
  switch (check) {
    case 'paired without admin':
      return paired === true && isEmpty(getOwnValue(device, 'admin'));
    case 'last paired before registered':
      return !isNever(registered) && !isNever(last) && numeric(last) < numeric(registered);
    case 'same ID more than once':
      return (
        typeof id === 'string' && id !== '' && plain.filter((other) => getOwnValue(other, 'deviceID') === id).length > 1
      );
    case 'time in the future':
      return times.some((time) => numeric(time) > NOW);
    case 'time before 2000 or unreadable':
      return times.some((time) => !isPlausible(time));
    case 'name empty':
      return isEmpty(getOwnValue(device, 'name'));
    case 'product empty':
      return isEmpty(getOwnValue(device, 'productID'));
    case 'unpaired yet online':
      return paired === false && online;
    case 'registered over 90 days ago, never paired':
      return isPlausible(registered) && numeric(registered) < NOW - 90 * DAY && isNever(last) && paired !== true;
  }
}

function connectivity(online: readonly boolean[]): JoinedLabelField & { codes: Uint8Array } {
  return { labels: ['unknown', 'online', 'offline'], codes: Uint8Array.from(online, (on) => (on ? 1 : 2)) };
}

function found(bits: Uint16Array, place: number): number[] {
  return [...bits.keys()].filter((row) => ((bits[row] ?? 0) >> place) & 1);
}

function numeric(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function isNever(value: unknown): boolean {
  return value === undefined || value === null || value === 0;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isPlausible(value: unknown): boolean {
  return numeric(value) >= Date.UTC(2000) && numeric(value) <= 8.64e15;
}
