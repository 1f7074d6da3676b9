import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAllRowIndices, type RowIndices, toRowIndices } from '#fleet/filter/rowIndices.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import { createFleetOf } from '#fleet/testing/testFleets.ts';
import { RowSelection } from './rowSelection.ts';

test('RowSet behaves like a Set of numbers', () => {
  const steps = fc.array(fc.tuple(fc.nat(200), fc.boolean(), fc.nat(40)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (changes) => {
      const rows = new RowSet();
      let plain = new Set<number>();
      for (const [row, on, filled] of changes) {
        rows.set(row, on);
        if (on) plain.add(row);
        else plain.delete(row);
        if (filled > 37) {
          rows.fill(row);
          plain = new Set(Array.from({ length: row }, (_, index) => index));
        }
        expect([...rows.values()]).toEqual([...plain].sort((a, b) => a - b));
        expect(rows.count).toBe(plain.size);
        expect(rows.has(row)).toBe(plain.has(row));
      }
    }),
  );
});

type Step =
  | { does: 'select'; list: number[]; on: boolean; from: number; to: number }
  | { does: 'all' | 'invert'; list: number[]; on: boolean }
  | { does: 'clear' };

test('any sequence of selections gives the same rows as plain JavaScript', () => {
  const list = fc.uniqueArray(fc.nat(39), { minLength: 1, maxLength: 40 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ does: fc.constant('select' as const), list, on: fc.boolean(), from: fc.nat(39), to: fc.nat(39) }),
    fc.record({ does: fc.constantFrom('all' as const, 'invert' as const), list, on: fc.boolean() }),
    fc.record({ does: fc.constant('clear' as const) }),
  );
  const fleet = fleetWith(Array.from({ length: 40 }, (_, row) => String(row)));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), list, (steps, looked) => {
      const selection = new RowSelection(fleet);
      let plain = new Set<number>();
      for (const one of steps) {
        if (one.does === 'clear') {
          selection.clear();
          plain = new Set();
          continue;
        }
        const rows = listed(one.list);
        const [from, to] = one.does === 'select' ? [one.from, one.to].map((at) => at % one.list.length) : [];
        const [first, last] = [Math.min(from ?? 0, to ?? 0), Math.max(from ?? 39, to ?? 39)];
        if (one.does === 'select') selection.select(rows, one.on, from, to);
        else if (one.does === 'all') selection.select(rows, one.on);
        else selection.invert(rows);
        for (const row of one.list.slice(first, last + 1)) {
          if (one.does === 'invert' ? !plain.has(row) : one.on) plain.add(row);
          else plain.delete(row);
        }
        expect(chosen(selection)).toEqual([...plain].sort((a, b) => a - b));
        expect(selection.countSelected(listed(looked))).toBe(looked.filter((row) => plain.has(row)).length);
      }
    }),
    { numRuns: 500 },
  );
});

describe('after a refresh', () => {
  test('keeps the same devices selected, each row of a repeated ID separately', async () => {
    // '' and null are not IDs
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'é', '', null), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(ids, ids, fc.array(fc.nat(13)), async (before, after, rows) => {
        const first = new RowSelection(fleetWith(before));
        for (const row of rows)
          if (row < before.length) first.select(createAllRowIndices(before.length), true, row, row);
        const wanted = new Set(chosen(first).map((row) => named(before, row)));
        const expected = [...after.keys()].filter((row) => wanted.has(named(after, row)));
        const next = new RowSelection(fleetWith(after), first);
        await carried(next);
        expect(chosen(next)).toEqual(expected);
        expect(next.removedCount).toBe(first.count - expected.length);
      }),
      { numRuns: 400 },
    );
  });

  test('applies selections made in either list meanwhile, and keeps cleared rows cleared', async () => {
    const ids = Array.from({ length: 200_000 }, (_, row) => String(row));
    const first = new RowSelection(fleetWith(ids));
    first.select(toRowIndices(Uint32Array.of(1, 2)), true);
    const next = new RowSelection(fleetWith(ids), first);
    const found = carried(next);
    expect(next.previous).toBe(first);
    next.select(toRowIndices(Uint32Array.of(3)), true);
    first.select(toRowIndices(Uint32Array.of(2)), false);
    await found;
    expect(chosen(next)).toEqual([1, 3]);

    const last = new RowSelection(fleetWith(ids), next);
    last.clear();
    await carried(last);
    expect(last.count).toBe(0);
  });

  test('waits until a loading list is complete, and can be skipped', async () => {
    const first = new RowSelection(fleetWith(['a', 'b']));
    first.select(createAllRowIndices(2), true, 1, 1);
    const arriving = fleetWith(['b']);
    arriving.state = 'reading';
    const next = new RowSelection(arriving, first);
    next.subscribe(() => {});
    expect([next.count, next.previous]).toEqual([0, first]);
    const last = new RowSelection(fleetWith(['c', 'b', 'a']), next);
    await carried(last);
    expect(chosen(last)).toEqual([1]);
    arriving.state = 'incomplete';
    arriving.notify();
    expect(chosen(next)).toEqual([0]);
  });
});

function fleetWith(ids: readonly (string | null)[]): Fleet {
  return createFleetOf(ids.map((deviceID) => ({ deviceID })));
}

/** Identifies a row across lists. The value is unique if the row has no ID. */
function named(ids: readonly (string | null)[], row: number): unknown {
  const id = ids[row];
  return id ? `${id} ${ids.slice(0, row).filter((other) => other === id).length}` : Symbol('no ID');
}

function listed(rows: readonly number[]): RowIndices {
  return toRowIndices(Uint32Array.from(rows));
}

function chosen(selection: RowSelection): number[] {
  return [...selection.snapshot().values()];
}

async function carried(selection: RowSelection): Promise<void> {
  while (selection.previous) await new Promise<void>((resolve) => void selection.subscribe(resolve));
}
