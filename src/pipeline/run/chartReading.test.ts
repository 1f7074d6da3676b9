import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/json.ts';
import { createDocumentColumns } from '#pipeline/documents/documentColumns.ts';
import { ChartReading } from './chartReading.ts';

const DOCUMENTS: readonly JsonObject[] = Array.from({ length: 3000 }, (_, n) => ({
  documentID: `d${n}`,
  time: Date.UTC(2026, 0, 1) + n * 60_000,
  n: n / 7,
}));
const COLUMNS = createDocumentColumns(DOCUMENTS.slice(0, 20), new Set());
const column = (name: string) => COLUMNS.find(({ key }) => key === name);

function begun(documents: readonly JsonObject[], size = 20) {
  const n = column('n');
  if (!n) throw new Error('There is no column of numbers.');
  const reading = new ChartReading('a query', 0, { axis: column('time'), fields: [n], by: undefined });
  const asked: number[] = [];
  const read = (signal = new AbortController().signal, stopAt?: { page: number; stop: () => void }) =>
    reading.load({
      fetchPage: async (page) => {
        asked.push(page);
        return documents.slice((page - 1) * size, page * size);
      },
      until: undefined,
      signal,
      onPage: () => reading.pageCount === stopAt?.page && stopAt.stop(),
    });
  return { reading, asked, read };
}

test('resumes where it stopped, and reads each page once', async () => {
  const { reading, asked, read } = begun(DOCUMENTS.slice(0, 400));
  const controller = new AbortController();
  const stopped = read(controller.signal, { page: 5, stop: () => controller.abort(new Error('enough')) });
  await expect(stopped).rejects.toThrow('enough');
  expect([reading.pageCount, reading.documentCount, reading.isDone]).toEqual([5, 100, false]);
  asked.length = 0;
  await read();
  expect([reading.pageCount, reading.documentCount, reading.isDone]).toEqual([20, 400, true]);
  expect(asked[0]).toBe(6);
  expect(reading.aggregator.getTotal(0, 0).count).toBe(400);
  await read();
  expect(reading.documentCount).toBe(400);
});

test('keeps few documents, and only aggregates of many', async () => {
  const few = begun(DOCUMENTS.slice(0, 2000));
  await few.read();
  expect(few.reading.retainedDocuments).toEqual(DOCUMENTS.slice(0, 2000));
  const many = begun(DOCUMENTS, 1000);
  await many.read();
  expect(many.reading.retainedDocuments).toBeUndefined();
  expect(many.reading.aggregator.documentCount).toBe(3000);
});

test('counts a document that moves between pages once, and adds new ones from the first page', async () => {
  const moved = [...DOCUMENTS.slice(0, 40), ...DOCUMENTS.slice(38, 60)];
  const { reading, read } = begun(moved);
  await read();
  expect(reading.documentCount).toBe(60);
  const first = [{ ...DOCUMENTS[100] }, ...DOCUMENTS.slice(0, 19)];
  expect(reading.hasNewDocuments(DOCUMENTS.slice(0, 20))).toBe(false);
  expect(reading.hasNewDocuments(first)).toBe(true);
  await reading.addRefreshedPage(first);
  await reading.addRefreshedPage(first);
  expect(reading.documentCount).toBe(61);
});

test('stops with an error when a service always returns the same page', async () => {
  const { reading } = begun([]);
  const { signal } = new AbortController();
  const fetchPage = async () => DOCUMENTS.slice(0, 20);
  const loading = reading.load({ fetchPage, until: undefined, signal, onPage: () => undefined });
  await expect(loading).rejects.toThrow(/ignore the page number/);
  expect([reading.documentCount, reading.isDone]).toEqual([20, false]);
});
