import { beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

const HOUR = 3_600_000;

type Options = { collection?: string; before?: object[]; after?: object[]; nPage?: number; pageSize?: number };

const MIXED = [
  '{"documentID":"a","n":25,"s":"x","t":1700000000000,"nested":{"v":1.0}}',
  '{"documentID":"b","n":"25","s":"y","t":"2023-11-14T23:13:20+01:00","nested":{"v":1}}',
  '{"documentID":"c","n":null,"s":"É","t":"2023-11-14"}',
  '{"documentID":"d","s":"z","t":"2023-02-30T00:00:00Z"}',
  '{"documentID":"e","n":25.0,"s":"Z","t":true}',
  '{"documentID":"f","n":9007199254740993,"m":0.1}',
  '{"documentID":"g","n":9007199254740992,"m":0.2}',
  '{"documentID":"h","n":25,"m":0.1,"s":"ü"}',
  '{"documentID":"i","n":[25]}',
];

describeOnEachDatabase('groups', (service) => {
  beforeAll(async () => {
    await service.storeDocuments('mixed', MIXED);
    const long = Array.from({ length: 50 }, (_, n) => ({
      documentID: `d${n}`,
      n,
      third: n % 3,
      device: `D-${n % 25}`,
    }));
    await service.storeDocuments('long', long);
  });

  const group = async (condition: unknown, fields: unknown, options: Options = {}) => {
    const { collection = 'mixed', before = [], after = [], ...rest } = options;
    const pipeline = [...before, { type: 'group', condition, fields }, ...after];
    const { text, body } = await service.callOperation('/datastore/pipeline', { collection, pipeline, ...rest });
    const documents = /"documents":(.*)\}$/.exec(text)?.[1];
    if (documents === undefined) return body;
    return documents.slice(1, -1).replaceAll('},{', '} {');
  };

  test('distinguishes 25, "25", null and missing, not 1 and 1.0, and keeps 2^53+1 exact', async () => {
    expect(await group({ n: '$n' }, { count: { $count: {} } })).toBe(
      '{"n": 25, "count": 3} {"n": "25", "count": 1} {"n": null, "count": 1} {"count": 1}' +
        ' {"n": 9007199254740993, "count": 1} {"n": 9007199254740992, "count": 1} {"n": [25], "count": 1}',
    );
    expect(await group({ nested: '$nested' }, { count: { $count: {} } })).toMatch(
      /^\{"nested": .*"count": 2\} \{"count": 7\}$/,
    );
    expect(await group({ v: '$nested.v' }, {})).toMatch(/^\{"v": 1(\.0)?\} \{\}$/);
  });

  test('sums and means are exact', async () => {
    const fields = { sum: { $sum: '$m' }, mean: { $avg: '$m' }, all: { $sum: '$n' }, thrice: { $sum: 3.5 } };
    expect(await group(null, fields)).toBe(
      '{"sum": 0.4, "mean": 0.13333333333333333333, "all": 18014398509482060, "thrice": 31.5}',
    );
    expect(await group({}, { sum: { $sum: '$s' }, mean: { $avg: '$s' }, least: { $min: '$none' } })).toBe(
      '{"sum": 0, "mean": null, "least": null}',
    );
  });

  test('$min and $max use the most frequent type, and compare text by code point', async () => {
    const fields = { a: { $min: '$n' }, b: { $max: '$n' }, c: { $min: '$s' }, d: { $max: '$s' }, e: { $max: '$t' } };
    expect(await group(undefined, fields)).toBe(
      '{"a": 25, "b": 9007199254740993, "c": "Z", "d": "ü", "e": "2023-11-14T23:13:20+01:00"}',
    );
  });

  test('$first and $last follow the order of the previous stage', async () => {
    const [first, last, none, id] = [{ $first: '$s' }, { $last: '$n' }, { $last: '$none' }, { $first: '$documentID' }];
    const fields = { first, last, none, id };
    expect(await group({}, fields)).toBe('{"first": "x", "last": [25], "none": null, "id": "a"}');
    const before = [{ type: 'sort', specs: { documentID: -1 } }];
    expect(await group({}, fields, { before })).toBe('{"first": "ü", "last": 25, "none": null, "id": "i"}');
    const long = { collection: 'long', before: [{ type: 'sort', specs: { n: -1 } }] };
    expect(await group({ third: '$third' }, {}, long)).toBe('{"third": 1} {"third": 0} {"third": 2}');
  });

  test('truncates times, and gives null for other values', async () => {
    const day = { $dateTrunc: { date: '$t', unit: 'day', timezone: 'Europe/Zurich' } };
    expect(await group({ day }, { count: { $count: {} } })).toBe(
      `{"day": ${Date.UTC(2023, 10, 14) - HOUR}, "count": 2} {"day": null, "count": 7}`,
    );
  });

  const [JANUARY, SUNDAY] = [Date.UTC(2024, 0, 31, 18, 30), Date.UTC(2024, 0, 7, 23)];
  const [DAY, HAVANA, BRAZIL, TWICE] = [1729980000000, 1730606400000, 1541300400000, 1729987200000];
  const [FIRST, LAST] = [-62135596800000, 253402300799999];
  test.each<[string, string, string, number[], (number | null)[]]>([
    ['the hour that occurs twice', 'Europe/Zurich', 'hour', [TWICE, TWICE + HOUR + 1], [TWICE, TWICE + HOUR]],
    ['the day of 25 hours', 'Europe/Zurich', 'day', [DAY, DAY + 25 * HOUR - 1], [DAY]],
    ['a day that starts with a repeated hour', 'America/Havana', 'day', [HAVANA, HAVANA + 25 * HOUR - 1], [HAVANA]],
    ['a day without midnight', 'America/Sao_Paulo', 'day', [BRAZIL, BRAZIL + 20 * HOUR], [BRAZIL]],
    ['a week, from Monday', 'UTC', 'week', [SUNDAY, SUNDAY + HOUR], [SUNDAY - 167 * HOUR, SUNDAY + HOUR]],
    ['a month', 'Asia/Kolkata', 'month', [JANUARY - 60_000, JANUARY], [JANUARY - 31 * 24 * HOUR, JANUARY]],
    ['a minute before 1970', 'UTC', 'minute', [-1, -60_000, -60_001.5], [-60_000, -120_000]],
    ['the ends of the range', 'UTC', 'minute', [FIRST, FIRST - 1, LAST, LAST + 1], [FIRST, null, LAST - 59_999]],
  ])('%s', async (name, timezone, unit, times, expected) => {
    const collection = `times ${name}`;
    const documents = times.map((t) => ({ t }));
    await service.storeDocuments(collection, documents);
    const condition = { start: { $dateTrunc: { date: '$t', unit, timezone } } };
    const found = await group(condition, {}, { collection });
    expect(found).toBe(expected.map((start) => `{"start": ${start}}`).join(' '));
  });

  test('buckets are exact, also below zero', async () => {
    const numbers = ['{"n":0.3}', '{"n":-0.1}', '{"n":2.9999999999999999999999999}', '{"n":3}', '{"n":"3"}', '{}'];
    await service.storeDocuments('numbers', numbers);
    const bucket = (by: number) =>
      group({ from: { $bucket: { of: '$n', by } } }, { n: { $count: {} } }, { collection: 'numbers' });
    expect(await bucket(3)).toBe('{"from": 0, "n": 2} {"from": -3, "n": 1} {"from": 3, "n": 1} {"from": null, "n": 2}');
    expect(await bucket(0.1)).toBe(
      '{"from": 0.3, "n": 1} {"from": -0.1, "n": 1} {"from": 2.9, "n": 1} {"from": 3, "n": 1} {"from": null, "n": 2}',
    );
  });

  test('a group has no documentID, also for later stages', async () => {
    expect(await group({ id: '$documentID' }, {}, { pageSize: 2 })).toBe('{"id": "a"} {"id": "b"}');
    const after = [{ type: 'match', filter: { documentID: { $exists: true } } }];
    expect(await group({ s: '$s' }, {}, { after })).toBe('');
  });

  test('stages before and after it run in order', async () => {
    const before = [
      { type: 'match', filter: { n: { $lt: 30 } } },
      { type: 'project', specs: { third: 1, n: 1 } },
    ];
    const after = [
      { type: 'sort', specs: { sum: -1 } },
      { type: 'match', filter: { sum: { $gt: 140 } } },
      { type: 'project', specs: { sum: 1 } },
    ];
    const fields = { sum: { $sum: '$n' }, n: { $count: {} } };
    const groupLong = (options: Options) => group({ third: '$third' }, fields, { collection: 'long', ...options });
    expect(await groupLong({ before, after: after.slice(0, 1) })).toBe(
      '{"third": 2, "sum": 155, "n": 10} {"third": 1, "sum": 145, "n": 10} {"third": 0, "sum": 135, "n": 10}',
    );
    expect(await groupLong({ before, after })).toBe('{"sum": 155} {"sum": 145}');
    const dropped = [{ type: 'project', specs: { third: 0 } }];
    expect(await groupLong({ before: dropped })).toBe('{"sum": 1225, "n": 50}');
  });

  test('groups can be grouped again', async () => {
    const fields = { devices: { $count: {} }, one: { $first: '$device' } };
    const after = [{ type: 'group', condition: { each: '$n' }, fields }];
    const found = await group({ device: '$device' }, { n: { $count: {} } }, { collection: 'long', after });
    expect(found).toBe('{"each": 2, "devices": 25, "one": "D-0"}');
  });

  test('groups are paged in the order of their first document', async () => {
    const page = async (nPage: number, pageSize?: number) => {
      const text = await group({ device: '$device' }, {}, { collection: 'long', nPage, ...(pageSize && { pageSize }) });
      return [...String(text).matchAll(/D-(\d+)/g)].map(([, n]) => Number(n));
    };
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
    expect(await page(1)).toEqual(numbers(0, 20));
    expect(await page(2)).toEqual(numbers(20, 25));
    expect(await page(3)).toEqual([]);
    expect(await page(3, 10)).toEqual(numbers(20, 25));
  });

  test('no documents give no groups', async () => {
    expect(await group({}, { n: { $count: {} } }, { collection: 'nowhere' })).toBe('');
    expect(await group(null, {}, { collection: 'mixed' })).toBe('{}');
  });

  test('results keep the field order of the request, including numeric names', async () => {
    const stage = '{"type":"group","condition":{"b":"$s","a":"$n"},"fields":{"zz":{"$count":{}},"10":{"$sum":1}}}';
    const body = `{"collection":"mixed","pageSize":1,"pipeline":[${stage}]}`;
    const { text } = await service.callOperation('/datastore/pipeline', body);
    expect(text).toContain('[{"b": "x", "a": 25, "zz": 1, "10": 1}]');
  });
});
