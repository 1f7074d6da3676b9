import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { deviceSchema } from '#contract/deviceSchemas.ts';
import { getAvailableDatabaseKinds, TestService } from '#server/testing/testService.ts';
import { buildDemoProject, loadOrCreateDemoCredentials, parseDemoEndTime, replaceProjectWithDemoData } from './demo.ts';
import { createDemoCollectionGenerators, DEMO_COLLECTION_NAMES } from './demoCollections.ts';
import { DemoFleet } from './demoFleet.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const HOUR = 3_600_000;

test('the demo is byte-identical on every database, and can be recreated repeatedly', async () => {
  const sums = new Set<string>();
  for (const kind of getAvailableDatabaseKinds()) {
    const service = new TestService(kind);
    await service.open();
    onTestFinished(() => service.close());
    const { database } = service.store;
    const project = buildDemoProject({ apiKey: 'k', token: 't' });
    const told: number[] = [];
    const tell = (count: number) => told.push(count);
    for (const documents of [40, 1200])
      await replaceProjectWithDemoData(database, project, { devices: 60, documents, seed: 5, now: NOW }, tell);
    const [row] = await database.query(
      `select (select md5(string_agg(record || online, ',' order by device_id)) from device),
         (select md5(string_agg(seq || document_id || body, ',' order by collection, seq)) from document),
         (select string_agg(name, ',' order by name collate "C") from collection where documents > 0)`,
    );
    sums.add(JSON.stringify(row));
    expect(row?.[2]).toBe([...DEMO_COLLECTION_NAMES].sort().join(','));
    expect(Math.max(...told)).toBe(60 + 1200 + 2000 + 5000 + 600 + 300);
  }
  expect(sums.size).toBe(1);
});

describe('demo data', () => {
  const fleet = new DemoFleet(4000, 1, NOW);
  const devices = Array.from({ length: 4000 }, (_, n) => fleet.getDeviceRow(n + 1));
  const records = devices.map(({ record }) => deviceSchema.parse(JSON.parse(record)));
  const logs = createDemoCollectionGenerators(fleet, 60_000, 1, NOW)[0];
  const documents = Array.from({ length: 60_000 }, (_, n) => logs?.document(n + 1).fields ?? {});
  const share = (some: unknown[]) => some.length / devices.length;

  test('most devices are online, some fail, some were never paired', () => {
    expect(share(devices.filter(({ online }) => online))).toBeGreaterThan(0.6);
    expect(share(records.filter(({ status }) => !status))).toBeGreaterThan(0.02);
    expect(share(records.filter(({ status }) => !status))).toBeLessThan(0.1);
    expect(share(records.filter(({ lastPairedAt }) => lastPairedAt === 0))).toBeGreaterThan(0.05);
    expect(new Set(devices.map(({ deviceID }) => deviceID)).size).toBe(4000);
  });

  test('a few records are inconsistent', () => {
    const few = [
      devices.filter(({ paired, online }) => online && !paired),
      records.filter(({ paired, admin }) => paired && admin === ''),
      records.filter(({ registeredAt, lastPairedAt }) => lastPairedAt > 1e12 && lastPairedAt < registeredAt),
      records.filter(({ lastPairedAt }) => lastPairedAt > 0 && lastPairedAt < 1e12),
    ];
    for (const odd of few) {
      expect(odd.length).toBeGreaterThan(0);
      expect(share(odd)).toBeLessThan(0.01);
    }
  });

  test('times end now, and another seed gives other devices', () => {
    const last = Math.max(...documents.map(({ time }) => Number(time)));
    expect(NOW - last).toBeLessThan(60_000);
    expect(Math.max(...records.map(({ lastPairedAt }) => lastPairedAt))).toBeLessThanOrEqual(NOW);
    expect(NOW - Math.max(...records.map(({ lastPairedAt }) => lastPairedAt))).toBeLessThan(HOUR);
    const { registeredAt, record } = fleet.getDeviceRow(3);
    expect(new DemoFleet(10, 1, NOW + HOUR).getDeviceRow(3).registeredAt).toBe(registeredAt + HOUR);
    expect(new DemoFleet(4000, 2, NOW).getDeviceRow(3).record).not.toBe(record);
  });

  test('pairings are spread, with distinct times and admins among the latest', () => {
    const latest = records.toSorted((a, b) => b.lastPairedAt - a.lastPairedAt).slice(0, 50);
    expect(new Set(latest.map(({ lastPairedAt }) => lastPairedAt)).size).toBe(50);
    expect(new Set(latest.map(({ admin }) => admin)).size).toBeGreaterThan(10);
  });

  test('contains irregular values as in real logs: text for a number, null, a missing field, digits beyond a double', () => {
    const temperatures = documents.map(({ temperature }) => temperature);
    expect(temperatures).toContain('25');
    expect(temperatures).toContain(25);
    expect(temperatures).toContain(null);
    expect(documents.some((document) => !('voltage' in document))).toBe(true);
    expect(logs?.document(500).text).toContain('"counter":9007199254741493}');
  });
});

test.each([
  ['2026-01-01T12:00:00Z', NOW],
  [`${NOW}`, NOW],
  ['yesterday', undefined],
])('parses the demo time %j', (time, expected) => {
  expect(parseDemoEndTime(time)).toBe(expected);
});

test.each(['{"apiKey":"k","to', 'null'])('replaces damaged credentials %j', async (damaged) => {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'demo.json'), damaged);
  const credentials = await loadOrCreateDemoCredentials(directory);
  expect(credentials).toEqual({ apiKey: expect.stringMatching(/^demo-/), token: expect.any(String) });
  expect(await loadOrCreateDemoCredentials(directory)).toEqual(credentials);
});
