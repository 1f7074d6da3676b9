import { expect, test } from 'vitest';
import { stringifyJson } from '#lib/json/json.ts';
import type { PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import { countDocumentsByValue, type ValueCounts } from './countDocumentsByValue.ts';

const SIZE = 20;
const ROWS: Readonly<Record<string, number>> = {
  '[]': 5000,
  '[{"type":"match","filter":{"level":"info"}}]': 3001,
  '[{"type":"match","filter":{"level":"error"}}]': 7,
  '[{"type":"match","filter":{"level":null}}]': 20,
};

async function rowsOf({ pipeline }: PipelineQuery, page: number) {
  const rows = ROWS[stringifyJson(pipeline)] ?? 0;
  return { rows: Math.max(0, Math.min(SIZE, rows - (page - 1) * SIZE)) };
}

const VALUES = new Map<string, unknown>([
  ['i', 'info'],
  ['e', 'error'],
  ['n', null],
]);

test('counts the collection and each value with few requests', async () => {
  let asked = 0;
  const told: ValueCounts[] = [];
  const { signal } = new AbortController();
  const found = await countDocumentsByValue({
    fetchRowCount: (query, page) => {
      asked++;
      return rowsOf(query, page);
    },
    collection: 'c',
    field: 'level',
    values: VALUES,
    signal,
    onProgress: (counts) => told.push(counts),
  });
  expect(found).toMatchObject({ total: 5000, changed: false, requests: asked });
  expect([...found.counts]).toEqual([
    ['i', 3001],
    ['e', 7],
    ['n', 20],
  ]);
  expect(asked).toBeLessThan(45);
  expect(told.at(-1)?.counts.size).toBe(3);
});

test('sends one request per value when the service gives totals, and stops when canceled', async () => {
  const { signal } = new AbortController();
  const ask = async () => ({ rows: 20, total: 70 });
  const options = { collection: 'c', field: 'level', values: VALUES, onProgress: () => undefined };
  expect(await countDocumentsByValue({ ...options, fetchRowCount: ask, signal })).toMatchObject({
    total: 70,
    requests: 4,
  });
  const ended = new AbortController();
  const asked = countDocumentsByValue({
    ...options,
    fetchRowCount: async () => {
      ended.abort();
      return { rows: 20 };
    },
    signal: ended.signal,
  });
  await expect(asked).rejects.toThrow();
});
