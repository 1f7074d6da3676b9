import { expect, test } from 'vitest';
import type { OrderedJsonObject } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { addEmptyGroups, createEmptyGroups } from './emptyGroups.ts';

const parse = (stages: readonly object[]) => parseOrderedJson(JSON.stringify(stages)) as readonly OrderedJsonObject[]; // a list of objects

const createStage = (unit: string, timezone = 'UTC', condition: object = {}) => ({
  type: 'group',
  condition: { ...condition, at: { $dateTrunc: { date: '$time', unit, timezone } } },
  fields: { n: { $count: {} }, sum: { $sum: '$v' }, mean: { $avg: '$v' } },
});

const HOUR = 3_600_000;

test('counts and sums of hours without documents are 0, and means are missing', () => {
  const groups = [0, 1, 4].map((hour) => ({ at: hour * HOUR, n: 6, sum: 60, mean: 10 }));
  expect(createEmptyGroups(parse([createStage('hour')]), groups)).toEqual([
    { at: 2 * HOUR, n: 0, sum: 0 },
    { at: 3 * HOUR, n: 0, sum: 0 },
  ]);
});

test('each combination of the other keys has its own empty groups', () => {
  const groups = [
    { product: 'A', at: 0, n: 1 },
    { at: HOUR, n: 1 },
    { product: 'A', at: 2 * HOUR, n: 1 },
  ];
  expect(createEmptyGroups(parse([createStage('hour', 'UTC', { product: '$product' })]), groups)).toEqual([
    { at: 0, n: 0, sum: 0 },
    { product: 'A', at: HOUR, n: 0, sum: 0 },
    { at: 2 * HOUR, n: 0, sum: 0 },
  ]);
});

test('days and months begin in their zone, also where clocks change', () => {
  const start = (text: string) => Date.parse(text);
  const days = ['2026-03-27T23:00Z', '2026-03-30T22:00Z'].map((text) => ({ at: start(text), n: 1 }));
  expect(createEmptyGroups(parse([createStage('day', 'Europe/Zurich')]), days)).toMatchObject([
    { at: start('2026-03-28T23:00Z') },
    { at: start('2026-03-29T22:00Z') },
  ]);
  const months = ['2026-01-01T00:00Z', '2026-04-01T00:00Z'].map((text) => ({ at: start(text), n: 1 }));
  expect(createEmptyGroups(parse([createStage('month')]), months)).toMatchObject([
    { at: start('2026-02-01T00:00Z') },
    { at: start('2026-03-01T00:00Z') },
  ]);
});

test('empty groups are added in the order of times, or at the end', () => {
  const groups = [3, 0].map((hour) => ({ at: hour * HOUR, n: 6 }));
  const add = (...sort: object[]) =>
    addEmptyGroups(parse([createStage('hour'), ...sort]), groups).map(({ at, n }) => `${Number(at) / HOUR}: ${n}`);
  expect(add()).toEqual(['0: 6', '1: 0', '2: 0', '3: 6']);
  expect(add({ type: 'sort', specs: { at: -1 } })).toEqual(['3: 6', '2: 0', '1: 0', '0: 6']);
  expect(add({ type: 'sort', specs: { n: -1 } })).toEqual(['3: 6', '0: 6', '1: 0', '2: 0']);
});

test('creates none where groups may have been left out, where no key is a time, or where there are too many', () => {
  const groups = [0, 4].map((hour) => ({ at: hour * HOUR, n: 6 }));
  const match = { type: 'match', filter: { n: { $gt: 5 } } };
  expect(createEmptyGroups(parse([createStage('hour'), match]), groups)).toEqual([]);
  expect(createEmptyGroups(parse([match, createStage('hour')]), groups)).toHaveLength(3);
  expect(createEmptyGroups(parse([{ type: 'group', condition: { at: '$at' }, fields: {} }]), groups)).toEqual([]);
  expect(createEmptyGroups(parse([createStage('minute')]), [{ at: 0 }, { at: 10_002 * 60_000 }])).toEqual([]);
  expect(createEmptyGroups(parse([createStage('hour')]), [{ at: null, n: 1 }])).toEqual([]);
});
