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

const VALUES = new Map(Object.entries({ i: 'info', e: 'error', n: null }));

test('counts the collection and each value with few requests', async () => {
  let asked = 0;
  const told: ValueCounts[] = [];
  const { signal } = new AbortController();
  const fetchRowCount = (query: PipelineQuery, page: number) => {
    asked++;
    return rowsOf(query, page);
  };
  const onProgress = (counts: ValueCounts) => told.push(counts);
  const options = { fetchRowCount, collection: 'c', field: 'level', values: VALUES, signal, onProgress };
  const found = await countDocumentsByValue(options);
  expect(found).toMatchObject({ total: 5000, changed: false, requests: asked });
  expect(Object.fromEntries(found.counts)).toEqual({ i: 3001, e: 7, n: 20 });
  expect(asked).toBeLessThan(45);
  expect(told.at(-1)?.counts.size).toBe(3);
});

test('sends one request per value when the service gives totals, and stops when canceled', async () => {
  const { signal } = new AbortController();
  const ask = async () => ({ rows: 20, total: 70 });
  const options = { collection: 'c', field: 'level', values: VALUES, onProgress: () => undefined };
  const found = await countDocumentsByValue({ ...options, fetchRowCount: ask, signal });
  expect(found).toMatchObject({ total: 70, requests: 4 });
  const ended = new AbortController();
  const fetchRowCount = async () => {
    ended.abort();
    return { rows: 20 };
  };
  await expect(countDocumentsByValue({ ...options, fetchRowCount, signal: ended.signal })).rejects.toThrow();
});
