import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './apiError.ts';
import { startOutageRecovery } from './outageRecovery.ts';

/** First retry delay in ms, doubled by each retry, plus the maximum random delay. */
const DELAY_MS = 3_000;
const JITTER_MS = 400;

const DOWN = new ApiError('unavailable', 'The service is down.', { status: 503 });

let service: { error: Error | undefined; requests: string[] };
let page: EventTarget & { visibilityState: string };
let connection = 0;
const clients: QueryClient[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('navigator', { onLine: true });
  service = { error: DOWN, requests: [] };
  connection++;
});

afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openTab(...names: string[]): Promise<QueryClient> {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  clients.push(client);
  startOutageRecovery(client, {
    page: { events: page, isVisible: () => page.visibilityState === 'visible', isOnline: () => navigator.onLine },
  });
  for (const name of names) {
    const queryFn = async () => {
      service.requests.push(name);
      if (service.error) throw service.error;
      return name;
    };
    new QueryObserver(client, { queryKey: [`c${connection}`, name], queryFn }).subscribe(() => undefined);
  }
  await vi.advanceTimersByTimeAsync(0);
  return client;
}

async function countRequests(ms: number): Promise<number> {
  service.requests = [];
  await vi.advanceTimersByTimeAsync(ms);
  return service.requests.length;
}

function getStatuses(client: QueryClient): string[] {
  const queries = client.getQueryCache().getAll();
  return queries.map(({ state }) => state.status);
}

test('retries a failed query at growing intervals, at most a minute apart', async () => {
  await openTab('devices');
  const before: number[] = [];
  for (let retry = 0; retry < 8; retry++) {
    const start = Date.now();
    service.requests = [];
    while (service.requests.length === 0) await vi.advanceTimersByTimeAsync(100);
    before.push(Math.round((Date.now() - start) / 1000));
  }
  expect(before).toEqual([3, 6, 12, 24, 48, 60, 60, 60]);
});

test('retries one query at a time, in turn, and its success refetches the others at once', async () => {
  const client = await openTab('devices', 'overview', 'checks');
  const retried: string[] = [];
  for (const delay of [DELAY_MS, 2 * DELAY_MS]) {
    expect(await countRequests(delay + JITTER_MS)).toBe(1);
    retried.push(...service.requests);
  }
  expect(new Set(retried).size).toBe(2);
  service.error = undefined;
  expect(await countRequests(4 * DELAY_MS + JITTER_MS)).toBe(3);
  expect(getStatuses(client)).toEqual(['success', 'success', 'success']);
  // the next outage begins with the shortest interval again
  service.error = DOWN;
  await client.refetchQueries();
  expect(await countRequests(DELAY_MS + JITTER_MS)).toBe(1);
});

test('one of several tabs retries, and its success refetches the queries of all', async () => {
  const tabs = [await openTab('devices'), await openTab('devices'), await openTab('overview')];
  expect(await countRequests(DELAY_MS + JITTER_MS)).toBe(1);
  expect(await countRequests(2 * DELAY_MS + JITTER_MS)).toBe(1);
  service.error = undefined;
  await countRequests(4 * DELAY_MS + JITTER_MS);
  expect(tabs.flatMap(getStatuses)).toEqual(['success', 'success', 'success']);
});

test('hidden and offline tabs wait, and retry when the user is back', async () => {
  await openTab('devices');
  page.visibilityState = 'hidden';
  expect(await countRequests(10 * 60_000)).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(await countRequests(DELAY_MS + JITTER_MS)).toBe(1);
  vi.stubGlobal('navigator', { onLine: false });
  expect(await countRequests(10 * 60_000)).toBe(0);
  vi.stubGlobal('navigator', { onLine: true });
  page.dispatchEvent(new Event('online'));
  expect(await countRequests(JITTER_MS)).toBe(1);
});

test('does not retry an error that is not an outage', async () => {
  service.error = new ApiError('invalid', 'collection: unknown.', { status: 400 });
  await openTab('documents');
  expect(await countRequests(10 * 60_000)).toBe(0);
});

test('setting the clock back does not delay the retry', async () => {
  await openTab('devices');
  await countRequests(DELAY_MS + JITTER_MS);
  vi.setSystemTime(Date.now() - 24 * 3_600_000);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(await countRequests(60_000 + JITTER_MS)).toBe(1);
});
