import { expect, test } from 'vitest';
import { Grouper } from '#lib/group/grouper.ts';
import type { GroupStage } from '#lib/group/groupSpec.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { fetchGroupedLastSeen, fetchLastSeenByScanning, type PageReader, RECENT_MS } from './fetchLastSeen.ts';

const SOURCE = { collection: 'logs', field: 'meta.device', time: 'at' };
const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const AGES_MS = [MINUTE_MS, 5 * HOUR_MS, RECENT_MS - MINUTE_MS, RECENT_MS + MINUTE_MS, 30 * HOUR_MS, 900 * HOUR_MS];

const FORMATS: Readonly<Record<string, (time: number, device: number, index: number) => unknown>> = {
  'numbers of ms': (time) => time,
  'UTC text': (time) => new Date(time).toISOString(),
  'UTC text without fractions': (time) => `${new Date(time).toISOString().slice(0, 19)}Z`,
  'text of one zone': (time) => formatInZone(time, 2),
  'text of several zones': (time, index) => formatInZone(time, [-9, 0, 5][index % 3] ?? 0),
  'numbers and text': (time, device) => (device % 2 === 0 ? time : new Date(time).toISOString()),
  'numbers and text of one device': (time, _, index) => (index % 3 === 0 ? time : new Date(time).toISOString()),
  'text and few numbers of one device': (time, _, index) => (index % 5 > 0 ? new Date(time).toISOString() : time),
};

function formatInZone(time: number, hours: number): string {
  const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
  return new Date(time + hours * HOUR_MS).toISOString().slice(0, 19) + offset;
}

test.each(Object.entries(FORMATS))('the service and the page find the same for %s', async (_name, format) => {
  const documents = Array.from({ length: 60 }, (_, index) => {
    const device = index % 7;
    const age = AGES_MS[(index * 5 + device) % AGES_MS.length] ?? 0;
    return { meta: { device: device === 6 ? 6 : `D-${device}` }, at: format(NOW - age, device, index) };
  });
  const service = createService(documents);
  const grouped = await fetchGroupedLastSeen(SOURCE, service.readPages, NOW - RECENT_MS);
  const read = await fetchLastSeenByScanning(SOURCE, service.readPages, createOptions());
  expect(Object.fromEntries(grouped.lastSeen)).toEqual(Object.fromEntries(read.lastSeen));
  expect(Object.fromEntries(grouped.recent ?? [])).toEqual(Object.fromEntries(read.recent ?? []));
  const newest = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const [index, { meta }] of documents.entries()) {
    const age = AGES_MS[(index * 5 + (index % 7)) % AGES_MS.length] ?? 0;
    if (typeof meta.device !== 'string') continue;
    newest.set(meta.device, Math.max(newest.get(meta.device) ?? 0, NOW - age));
    if (age <= RECENT_MS) counts.set(meta.device, (counts.get(meta.device) ?? 0) + 1);
  }
  expect(Object.fromEntries(read.lastSeen)).toEqual(Object.fromEntries(newest));
  expect(Object.fromEntries(read.recent ?? [])).toEqual(Object.fromEntries(counts));
});

test.each([0, 1, 7, 13, 23])(
  'recent texts of several offsets are counted from the minute on, at hour %i',
  async (hour) => {
    const now = Date.UTC(2026, 10, 20, hour, 37, 20, 5);
    const since = Math.floor((now - RECENT_MS) / MINUTE_MS) * MINUTE_MS;
    const documents = Array.from({ length: 80 }, (_, index) => ({
      meta: { device: 'D-1' },
      at: formatInZone(since + (index - 40) * 30_000, [-12, -9, 0, 5, 14][index % 5] ?? 0),
    }));
    const service = createService(documents);
    const grouped = await fetchGroupedLastSeen(SOURCE, service.readPages, now - RECENT_MS);
    const read = await fetchLastSeenByScanning(SOURCE, service.readPages, { ...createOptions(), now });
    expect([grouped.recent?.get('D-1'), read.recent?.get('D-1')]).toEqual([40, 40]);
  },
);

test('values that are not times do not hide the times of a device', async () => {
  const values = [NOW - HOUR_MS, 9e15, NOW, null, 'unknown'];
  const service = createService(values.map((at) => ({ meta: { device: 'D-1' }, at })));
  expect((await fetchGroupedLastSeen(SOURCE, service.readPages, undefined)).lastSeen.get('D-1')).toBe(NOW);
});

test('one request finds the newest documents; recent ones take another if there are any', async () => {
  const old = [{ meta: { device: 'D-1' }, at: NOW - 2 * RECENT_MS }];
  const service = createService(old);
  expect((await fetchGroupedLastSeen(SOURCE, service.readPages, undefined)).recent).toBeUndefined();
  expect(service.pipelines).toEqual([
    '[{"type":"group","condition":{"deviceID":"$meta.device","kind":{"$bucket":{"of":"$at","by":253402300800000}}},"fields":{"value":{"$max":"$at"}}}]',
  ]);
  expect((await fetchGroupedLastSeen(SOURCE, service.readPages, NOW - RECENT_MS)).recent?.size).toBe(0);
  expect(service.pipelines).toHaveLength(2);
});

test('what was read before a cancellation is partial; other errors are thrown', async () => {
  const abortController = new AbortController();
  async function* read(): AsyncGenerator<JsonObject[]> {
    yield [{ meta: { device: 'D-1' }, at: NOW }];
    throw new Error('stopped');
  }
  const options = { ...createOptions(), signal: abortController.signal };
  await expect(fetchLastSeenByScanning(SOURCE, read, options)).rejects.toThrow('stopped');
  abortController.abort();
  expect((await fetchLastSeenByScanning(SOURCE, read, options)).read).toEqual({
    at: NOW,
    documents: 1,
    isPartial: true,
  });
});

test('more devices than are held in memory make the result partial', async () => {
  const documents = ['D-1', 'D-2', 'D-3'].map((device) => ({ meta: { device }, at: NOW }));
  const { lastSeen, read } = await fetchLastSeenByScanning(SOURCE, createService(documents).readPages, {
    ...createOptions(),
    devicesMax: 2,
  });
  expect([lastSeen.size, read?.isPartial]).toEqual([2, true]);
});

function createOptions() {
  return { now: NOW, devicesMax: 100, onProgress: () => undefined, signal: new AbortController().signal };
}

type TestStage = GroupStage & { type: string; filter?: Record<string, { $gte: number | string }> };

function createService(documents: readonly JsonObject[]): { readPages: PageReader; pipelines: string[] } {
  const pipelines: string[] = [];
  async function* readPages(pipeline: readonly object[]): AsyncGenerator<readonly JsonObject[]> {
    pipelines.push(stringifyJson(pipeline));
    let rows = documents;
    for (const stage of JSON.parse(stringifyJson(pipeline)) as TestStage[]) {
      if (stage.type === 'match') rows = rows.filter((row) => isMatch(row, stage.filter ?? {}));
      if (stage.type !== 'group') continue;
      const grouper = new Grouper(stage);
      for (const row of rows) grouper.add(row);
      rows = grouper.getResults();
    }
    for (let at = 0; at < rows.length; at += 20) yield rows.slice(at, at + 20);
  }
  return { readPages, pipelines };
}

function isMatch(row: JsonObject, filter: NonNullable<TestStage['filter']>): boolean {
  return Object.entries(filter).every(([name, { $gte }]) => {
    const value = row[name];
    if (typeof value === 'number' && typeof $gte === 'number') return value >= $gte;
    return typeof value === 'string' && typeof $gte === 'string' && value >= $gte;
  });
}
