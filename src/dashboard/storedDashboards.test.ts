import { expect, test } from 'vitest';
import { limitHistories } from './historyStore.ts';
import { addDashboard, createDashboard, readDashboard, replaceDashboard } from './storedDashboards.ts';

test('names stay unique, and what cannot be read stays in the list', () => {
  const unreadable = { id: 'old', text: '{"fleetlens":"dashboard","version":9}' };
  const once = addDashboard([unreadable], createDashboard('Morning'));
  const twice = addDashboard(once, createDashboard('Morning'));
  expect(twice.map((stored) => readDashboard(stored).name)).toEqual(['Unreadable dashboard', 'Morning', 'Morning 2']);
  expect(twice[0]).toBe(unreadable);
  const renamed = replaceDashboard(twice, twice[1]?.id ?? '', createDashboard('Evening'));
  expect(renamed.map((stored) => readDashboard(stored).name)).toEqual(['Unreadable dashboard', 'Evening', 'Morning 2']);
});

test('a dashboard that another tab removed comes back with its change', () => {
  expect(replaceDashboard([], 'gone', createDashboard('Morning')).map(({ id }) => id)).toEqual(['gone']);
});

test('the oldest numbers of all tiles are removed first', () => {
  const points = (...times: number[]) => times.map((at) => ({ at, value: at }));
  const [one, other] = [points(1, 4, 5), points(2, 3, 6)];
  const histories = new Map([
    ['one', one],
    ['other', other],
  ]);
  expect(limitHistories(histories, 6)).toEqual(new Map());
  expect(limitHistories(histories, 4)).toEqual(
    new Map([
      ['one', points(4, 5)],
      ['other', points(3, 6)],
    ]),
  );
  expect(limitHistories(histories, 5)).toEqual(new Map([['one', points(4, 5)]]));
});
