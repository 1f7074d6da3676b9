import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedLabelField } from '#fleet/model/joinedField.ts';
import { createFleetOf, createTestFleet, runSteps } from '#fleet/testing/testFleets.ts';
import { compareFleets, DEVICE_CHANGE_KINDS, type DeviceChangeKind } from './compareFleets.ts';

type Plain = Record<string, unknown>;

test('finds the same changes as a comparison of the plain records', () => {
  const lists = fc.array(device(), { maxLength: 14 });
  fc.assert(
    fc.property(lists, lists, fc.boolean(), fc.boolean(), fc.boolean(), (old, now, known, oldWhole, nowWhole) => {
      const [earlier, later] = [fleetWith(old, oldWhole), fleetWith(now, nowWhole)];
      const join = (devices: readonly Plain[]) => (known ? connectivity(devices) : undefined);
      const result = runSteps(
        compareFleets({ fleet: earlier, connectivity: join(old) }, { fleet: later, connectivity: join(now) }),
      );
      const before = now.map((_, row) => counterpart(old, now, row));
      expect([...result.earlierRows]).toEqual(before);
      const expected = now.map((one, row) => changesOf(old[before[row] ?? -1], one, known, oldWhole));
      for (const [place, change] of DEVICE_CHANGE_KINDS.entries()) {
        const rows = [...now.keys()].filter((row) => expected[row]?.has(change));
        const found = [...now.keys()].filter((row) => ((result.joined.bits[row] ?? 0) >> place) & 1);
        expect(found, change).toEqual(rows);
        expect(result.counts.get(change), change).toBe(rows.length);
      }
      const gone = [...old.keys()].filter((row) => nowWhole && identity(old, row) && !before.includes(row));
      expect([...result.removed.values()]).toEqual(gone);
      expect(result.total).toBe(gone.length + expected.filter((one) => one.size > 0).length);
      expect([result.knowsNew, result.knowsRemoved]).toEqual([oldWhole, nowWhole]);
    }),
    { numRuns: 300 },
  );
});

test('reports no device as removed when the list is shorter than announced', () => {
  const earlier = { fleet: fleetWith([{ deviceID: 'a' }, { deviceID: 'b' }], true), connectivity: undefined };
  const short = createTestFleet(JSON.stringify({ nDevices: 2, devices: [{ deviceID: 'a' }] }));
  short.state = 'complete';
  const { total, knowsRemoved } = runSteps(compareFleets(earlier, { fleet: short, connectivity: undefined }));
  expect([total, knowsRemoved]).toEqual([0, false]);
});

function device(): fc.Arbitrary<Plain> {
  return fc.record(
    {
      deviceID: fc.constantFrom('a', 'b', 'c', 'd', 'é', '', null),
      name: fc.constantFrom('Pump', 'Fan', '', null),
      admin: fc.constantFrom('a@example.com', 'b@example.com', 7),
      productID: fc.constantFrom('P', 'Q'),
      paired: fc.constantFrom(true, false, null),
      registeredAt: fc.constantFrom(1, 2, 'x', null),
      extra: fc.constantFrom(1, 'x', [1], { a: 1 }),
      online: fc.boolean(),
    },
    { requiredKeys: ['online'] },
  );
}

function fleetWith(devices: readonly Plain[], whole: boolean): Fleet {
  const fleet = createFleetOf(devices.map(({ online: _, ...rest }) => rest));
  fleet.state = whole ? 'complete' : 'incomplete';
  return fleet;
}

function connectivity(devices: readonly Plain[]): JoinedLabelField & { codes: Uint8Array } {
  const codes = Uint8Array.from(devices, ({ online }) => (online ? 1 : 2));
  return { labels: ['unknown', 'online', 'offline'], codes };
}

function identity(devices: readonly Plain[], row: number): string | undefined {
  const id = devices[row]?.['deviceID'];
  if (typeof id !== 'string' || id === '') return undefined;
  return `${id} ${devices.slice(0, row).filter(({ deviceID }) => deviceID === id).length}`;
}

function counterpart(old: readonly Plain[], now: readonly Plain[], row: number): number {
  const own = identity(now, row);
  return own === undefined ? -1 : old.findIndex((_, other) => identity(old, other) === own);
}

function changesOf(old: Plain | undefined, now: Plain, known: boolean, tellsNew: boolean): Set<DeviceChangeKind> {
  const found = new Set<DeviceChangeKind>();
  if (!old) {
    if (tellsNew && now['deviceID']) found.add('new');
    return found;
  }
  if (known && old['online'] !== now['online']) found.add(now['online'] ? 'came online' : 'went offline');
  for (const field of ['name', 'admin', 'productID', 'paired', 'registeredAt', 'extra']) {
    if (JSON.stringify(old[field]) === JSON.stringify(now[field])) continue;
    const flags = typeof old[field] === 'boolean' && typeof now[field] === 'boolean';
    if (field === 'paired' && flags) found.add(now['paired'] ? 'paired' : 'unpaired');
    else found.add(field === 'name' ? 'name changed' : field === 'admin' ? 'admin changed' : 'other fields changed');
  }
  return found;
}
