import { expect, test } from 'vitest';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { fetchDeviceDocuments } from './fetchDeviceDocuments.ts';

const NOW = Date.UTC(2026, 0);
const page = (unit: string, count: number): JsonObject[] =>
  Array.from({ length: count }, (_, n) => ({ documentID: `d${n}`, unit, note: 'x', at: NOW + n, value: n }));

type Asked = { pipeline: string; page: number };

function asking(answers: (asked: Asked) => JsonObject[]) {
  const asked: Asked[] = [];
  const ask = async (pipeline: readonly object[], page: number) => {
    const request = { pipeline: stringifyJson(pipeline), page };
    asked.push(request);
    return answers(request);
  };
  return { asked, ask };
}

const base = { deviceID: 'A-1', canSort: true, requestsMax: 5, isDeviceID: (text: string) => text === 'A-2' };
const find = (fetchPage: ReturnType<typeof asking>['ask'], criteria: object = {}, more: object = {}) =>
  fetchDeviceDocuments({ ...base, criteria: { ...NOTHING, ...criteria }, fetchPage, ...more });
const NOTHING = { collection: 'logs', field: '', time: '' };

test('detects the ID and time fields of a collection, and reports them as guessed', async () => {
  const { ask, asked } = asking(({ pipeline }) => (pipeline === '[]' ? page('A-2', 3) : page('A-1', 2)));
  const found = await find(ask);
  expect(found.criteria).toEqual({ collection: 'logs', field: 'unit', time: 'at' });
  expect(found.guessed).toEqual({ field: true, time: true });
  expect(asked[1]?.pipeline).toBe('[{"type":"match","filter":{"unit":"A-1"}},{"type":"sort","specs":{"at":-1}}]');
});

test('sends at most five requests, including the one for detection', async () => {
  const { ask, asked } = asking(() => page('A-2', 20));
  const found = await find(ask);
  expect(asked).toHaveLength(5);
  expect(found).toMatchObject({ requestCount: 5, hasMore: true });
  expect(found.documents).toHaveLength(80);
});

test('a page shorter than the one before is the last', async () => {
  const { ask, asked } = asking(({ page: at }) => page('A-1', at === 1 ? 20 : 7));
  const found = await find(ask, { field: 'unit', time: 'at' });
  expect(asked.map(({ page: at }) => at)).toEqual([1, 2]);
  expect(found).toMatchObject({ hasMore: false, guessed: { field: false, time: false } });
});

test('without the sort extension, plots documents over their times in the received order', async () => {
  const { ask, asked } = asking(({ page: at }) => (at === 1 ? page('A-1', 3).reverse() : []));
  const found = await find(ask, { field: 'unit' }, { canSort: false });
  expect(asked[0]).toEqual({ pipeline: '[{"type":"match","filter":{"unit":"A-1"}}]', page: 1 });
  expect(found).toMatchObject({ criteria: { time: 'at' }, guessed: { field: false, time: true }, isSorted: false });
  expect(found.documents.map(({ value }) => value)).toEqual([2, 1, 0]);
});

test('sends no further request if no field looks like an ID', async () => {
  const { ask, asked } = asking(() => page('somewhere', 3));
  const found = await find(ask);
  expect(found.criteria.field).toBe('');
  expect(asked).toHaveLength(1);
});

test('finds an ID field by its values, and prefers one by its name', async () => {
  const both = [{ owner: 'A-2', deviceId: 'A-2' }];
  const found = await find(asking(() => both).ask);
  expect(found.criteria.field).toBe('deviceId');
});
