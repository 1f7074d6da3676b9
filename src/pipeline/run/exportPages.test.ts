import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { type DocumentExportFormat, type DocumentExportProgress, exportPages } from './exportPages.ts';

const DOCUMENTS: readonly JsonObject[] = Array.from({ length: 45 }, (_, index) => ({
  documentID: `d${index}`,
  n: index,
  ...(index === 44 && { late: 'only here' }),
}));

function paged(documents: readonly JsonObject[]) {
  return async (page: number) => documents.slice((page - 1) * 20, page * 20);
}

async function exported(format: DocumentExportFormat, more: Partial<Parameters<typeof exportPages>[0]> = {}) {
  const pieces: string[] = [];
  const told: DocumentExportProgress[] = [];
  const report = await exportPages({
    fetchPage: paged(DOCUMENTS),
    format,
    from: 1,
    write: async (text) => void pieces.push(text),
    signal: new AbortController().signal,
    waitWhilePaused: async () => {},
    onProgress: (progress) => told.push(progress),
    wait: async () => {},
    ...more,
  });
  return { text: pieces.join(''), report, told };
}

test('NDJSON and JSON contain every document', async () => {
  const { text, report } = await exported('ndjson');
  expect(parseJson(`[${text.trimEnd().replaceAll('\n', ',')}]`)).toEqual(DOCUMENTS);
  const whole = { pages: 3, documents: 45, duplicates: 0, complete: true, changed: false, nextPage: 4 };
  expect(report).toMatchObject(whole);
  expect((await exported('ndjson', { from: 2, until: 2 })).report).toMatchObject({ pages: 1, documents: 20 });
  expect(JSON.parse((await exported('json')).text)).toEqual(DOCUMENTS);
  expect(JSON.parse((await exported('json', { fetchPage: async () => [] })).text)).toEqual([]);
});

test('CSV has the columns of all pages, and no cell is a formula', async () => {
  const odd = [
    { documentID: 'a', t: '=1+1', n: -5 },
    { documentID: 'b', 'x,"y': 'line\nend', o: { a: [1] }, z: null },
  ];
  const { text } = await exported('csv', { fetchPage: paged(odd) });
  expect(text).toBe('documentID,t,n,"x,""y",o.a,z\r\na,\'=1+1,-5,,,\r\nb,,,"line\nend",[1],null\r\n');
  const { text: late, told } = await exported('csv');
  expect(late.split('\r\n')[0]).toBe('documentID,n,late');
  expect(new Set(told.map(({ pass }) => pass))).toEqual(new Set(['columns', 'rows']));
});

test('retries a failed page, then stops with a partial result', async () => {
  let failures = 2;
  const flaky = async (page: number) => {
    if (page === 2 && failures-- > 0) throw new Error('busy');
    return paged(DOCUMENTS)(page);
  };
  expect((await exported('ndjson', { fetchPage: flaky })).report).toMatchObject({ documents: 45, complete: true });
  failures = 99;
  const { report, text } = await exported('ndjson', { fetchPage: flaky });
  expect(report).toMatchObject({ documents: 20, complete: false, nextPage: 2 });
  expect(report.error?.message).toBe('busy');
  expect(text.trimEnd().split('\n')).toHaveLength(20);
  expect((await exported('ndjson', { from: report.nextPage })).report).toMatchObject({ documents: 25, nextPage: 4 });
});

test('drops duplicate documents, and reports that the data changed', async () => {
  const moved = [...DOCUMENTS.slice(0, 20), ...DOCUMENTS.slice(19, 45)];
  const { report } = await exported('ndjson', { fetchPage: paged(moved) });
  expect(report).toMatchObject({ documents: 45, duplicates: 1, changed: true });
});

test('waits while paused, and stops when canceled', async () => {
  const controller = new AbortController();
  let resume: () => void = () => {};
  let paused = false;
  const asked: number[] = [];
  const run = exported('ndjson', {
    signal: controller.signal,
    fetchPage: async (page) => {
      asked.push(page);
      paused = page === 1;
      return paged(DOCUMENTS)(page);
    },
    waitWhilePaused: () => (paused ? new Promise((resolve) => (resume = resolve)) : Promise.resolve()),
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual([1]);
  controller.abort();
  resume();
  expect((await run).report).toMatchObject({ documents: 20, complete: false, nextPage: 2 });
  expect(asked).toEqual([1]);
});

test('one page is written whole after the service refused its size', async () => {
  const tooLarge = Object.assign(new Error('The page is too large.'), { code: 'PAGE-TOO-LARGE' });
  const fetchPage = async (page: number, _: AbortSignal, size = 20) => {
    if (size > 5) throw tooLarge;
    return DOCUMENTS.slice((page - 1) * size, page * size);
  };
  const { text } = await exported('json', { fetchPage, from: 2, until: 2, pageSize: 20 });
  expect(JSON.parse(text)).toEqual(DOCUMENTS.slice(20, 40));
});
