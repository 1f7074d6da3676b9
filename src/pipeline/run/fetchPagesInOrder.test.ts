import { expect, test, vi } from 'vitest';
import { fetchPagesInOrder } from './fetchPagesInOrder.ts';

class Service {
  readonly asked: number[] = [];
  readonly given: number[] = [];
  mostAtOnce = 0;
  private readonly held = new Map<number, (answer: Error | undefined) => void>();
  private readonly pages: number;

  constructor(pages: number) {
    this.pages = pages;
  }

  readonly ask = (page: number, signal: AbortSignal) =>
    new Promise<{ page: number }[]>((resolve, reject) => {
      this.asked.push(page);
      const drop = () => this.held.delete(page);
      this.held.set(page, (error) => {
        drop();
        signal.removeEventListener('abort', drop);
        if (error) reject(error);
        else resolve(page > this.pages ? [] : [{ page }, { page }]);
      });
      signal.addEventListener('abort', drop);
      this.mostAtOnce = Math.max(this.mostAtOnce, this.held.size);
    });

  get underWay(): number[] {
    return [...this.held.keys()];
  }

  async answer(page: number, error?: Error) {
    const give = this.held.get(page);
    if (!give) throw new Error(`page ${page} is not asked for, but ${this.underWay}`);
    give(error);
    await soon();
  }
}

const soon = () => new Promise((resolve) => setTimeout(resolve));

async function begin(service: Service, more: Partial<Parameters<typeof fetchPagesInOrder>[0]> = {}) {
  const controller = new AbortController();
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const options = { fetchPage: service.ask, from: 1, signal: controller.signal, wait, ...more };
  const run = (async () => {
    for await (const { page } of fetchPagesInOrder(options)) service.given.push(page);
  })();
  run.catch(() => undefined);
  await soon();
  return { run, controller, waits };
}

test('yields pages in order, with at most four concurrent requests', async () => {
  const service = new Service(9);
  const { run } = await begin(service);
  for (const [at, underWay] of [[1], [2, 3], [3, 4, 5], [4, 5, 6, 7]].entries()) {
    expect(service.underWay).toEqual(underWay);
    await service.answer(at + 1);
  }
  for (const page of [8, 7, 5]) await service.answer(page);
  expect(service.given).toEqual([1, 2, 3, 4, 5]);
  for (const page of [6, 10, 9]) await service.answer(page);
  await run;
  expect(service.given).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(service.mostAtOnce).toBe(4);
  expect(service.underWay).toEqual([]);
});

test('requests no pages ahead after a shorter page', async () => {
  const pages = [2, 2, 2, 2, 1, 0, 0, 0, 0];
  const fetchPage = vi.fn(async (page: number) => Array.from({ length: pages[page - 1] ?? 0 }, () => ({})));
  for await (const _ of fetchPagesInOrder({ fetchPage, from: 5, signal: new AbortController().signal }));
  expect(fetchPage.mock.calls.map(([page]) => page)).toEqual([5, 6, 7]);
});

const readEqualPages = async (pages: number) => {
  const fetchPage = async (page: number) => (page > pages ? [] : [{ status: 'ok' }, { status: 'ok' }]);
  let read = 0;
  for await (const _ of fetchPagesInOrder({ fetchPage, from: 1, signal: new AbortController().signal })) {
    if (++read > 99) throw new Error('does not end');
  }
  return read;
};

test('ends with an error where the service ignores the page number, but not where pages are equal', async () => {
  await expect(readEqualPages(Number.POSITIVE_INFINITY)).rejects.toThrow(/ignore the page number/);
  expect(await readEqualPages(9)).toBe(9);
});

test('a rate limit pauses all requests, and then lowers the concurrency', async () => {
  const service = new Service(99);
  let goOn: () => void = () => undefined;
  const waits: number[] = [];
  const wait = (ms: number) => {
    waits.push(ms);
    return ms === 25_000 ? new Promise<void>((resolve) => (goOn = resolve)) : Promise.resolve();
  };
  await begin(service, { wait });
  for (let page = 1; page <= 6; page++) await service.answer(page);
  await service.answer(7, Object.assign(new Error('Slower.'), { retryAfterSeconds: 25 }));
  for (const page of [8, 9, 10]) await service.answer(page);
  // pending requests finish, no new ones start
  expect(service.underWay).toEqual([]);
  expect(waits).toContain(25_000);
  const before = service.asked.length;
  goOn();
  await soon();
  expect(service.asked.slice(before)).toEqual([7]);
  await service.answer(7);
  expect(service.underWay).toEqual([11, 12]);
  for (let page = 11; page <= 14; page++) await service.answer(page);
  expect(service.underWay).toHaveLength(2);
});

test('retries a failed page if possible, and throws its error in page order', async () => {
  const service = new Service(9);
  const { run, waits } = await begin(service, { attemptsMax: 2, retryMs: 100 });
  await service.answer(1);
  await service.answer(3, new Error('busy'));
  await service.answer(2);
  await service.answer(3);
  expect(service.given).toEqual([1, 2, 3]);
  expect(waits).toEqual([100]);
  await service.answer(5, Object.assign(new Error('Not these.'), { isRetryable: false }));
  expect(service.given).toEqual([1, 2, 3]);
  await service.answer(4);
  await expect(run).rejects.toThrow('Not these.');
  expect(service.given).toEqual([1, 2, 3, 4]);
  expect(service.underWay).toEqual([]);
});

test('stops at once when canceled, also while waiting', async () => {
  const service = new Service(9);
  const { run, controller } = await begin(service);
  await service.answer(1);
  expect(service.underWay).toEqual([2, 3]);
  controller.abort(new Error('enough'));
  await expect(run).rejects.toThrow('enough');
  expect(service.underWay).toEqual([]);

  const paused = await begin(new Service(9), { waitWhilePaused: () => new Promise(() => undefined) });
  paused.controller.abort(new Error('enough'));
  await expect(paused.run).rejects.toThrow('enough');
});

test('halves the page size of a page that is too large and continues from the same document', async () => {
  const documents = Array.from({ length: 2600 }, (_, n) => ({ documentID: `d${n}` }));
  const refused: number[] = [];
  const fetchPage = async (page: number, _: AbortSignal, pageSize = 20) => {
    const [start, end] = [(page - 1) * pageSize, page * pageSize];
    // pages of more than 250 documents are too large from document 1,000 on
    if (pageSize > 250 && end > 1000 && start < documents.length) {
      refused.push(pageSize);
      throw Object.assign(new Error('too large'), { code: 'PAGE-TOO-LARGE' });
    }
    return documents.slice(start, end);
  };
  const read: unknown[] = [];
  const sizes: unknown[] = [];
  const { signal } = new AbortController();
  for await (const page of fetchPagesInOrder({ fetchPage, from: 1, pageSize: 1000, signal })) {
    read.push(...page.documents);
    sizes.push(page.pageSize);
  }
  expect(read).toEqual(documents);
  expect(sizes).toEqual([1000, ...Array(7).fill(250)]);
  expect(new Set(refused)).toEqual(new Set([1000, 500]));
});

test('a page of one document that is refused as too large ends the read', async () => {
  const fetchPage = () => Promise.reject(Object.assign(new Error('too large'), { code: 'PAGE-TOO-LARGE' }));
  const pages = fetchPagesInOrder({ fetchPage, from: 1, pageSize: 5, signal: new AbortController().signal });
  await expect(pages.next()).rejects.toThrow('too large');
});
