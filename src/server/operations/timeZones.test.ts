import { beforeAll, expect, test } from 'vitest';
import { Grouper } from '#lib/group/grouper.ts';
import { toCanonicalJson } from '#lib/group/toCanonicalJson.ts';
import { getZonePeriods } from '#lib/time/zonePeriods.ts';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

const ALL = process.env['FLEETLENS_LONG'] ? Intl.supportedValuesOf('timeZone') : [];
// names that databases lack or read as fixed offsets, and rules in which they differ
const NAMES = ['EST5EDT', 'MST7MDT', 'GMT', '+00:00', '-0330', '+14', 'US/Pacific-New', 'CET', 'europe/zurich'];
const ZONES = [...new Set([...NAMES, 'Australia/Lord_Howe', 'Africa/Casablanca', 'America/St_Johns', ...ALL])];

describeOnEachDatabase('time zones', (service) => {
  const changes = ['Europe/Zurich', 'Australia/Lord_Howe', 'Africa/Casablanca'].flatMap((zone) =>
    getZonePeriods(zone).starts.filter((start) => Math.abs(start - Date.UTC(2026, 6, 1)) < 3e10),
  );
  const near = [...changes, ...[1900, 1945, 1970, 1995, 2010, 2024, 2099, 2500].map((year) => Date.UTC(year, 11, 30))];
  const documents = near.flatMap((time) => [-1, 0, 1_700_000, 40_000_000].map((later) => ({ t: time + later })));
  beforeAll(() => service.storeDocuments('times', documents));

  test('give the same units in the database and in memory', { timeout: 600_000 }, async () => {
    const wrong: unknown[] = [];
    for (const timezone of ZONES) {
      const units = ['minute', 'hour', 'day', 'week', 'month'] as const;
      const condition = Object.fromEntries(
        units.map((unit) => [unit, { $dateTrunc: { date: '$t', unit, timezone } }] as const),
      );
      const stage = { condition, fields: { n: { $count: {} } } };
      const grouper = new Grouper(stage);
      for (const document of documents) grouper.add(document);
      const query = { collection: 'times', pageSize: 1000, pipeline: [{ type: 'group', ...stage }] };
      const { body } = await service.callOperation('/datastore/pipeline', query);
      const expected = { documents: grouper.getResults() };
      if (toCanonicalJson({ documents: Reflect.get(Object(body), 'documents') }) !== toCanonicalJson(expected)) {
        wrong.push({ timezone, body, expected });
      }
    }
    expect({ count: wrong.length, some: wrong.slice(0, 1) }).toEqual({ count: 0, some: [] });
  });
});
