import { expect, test } from 'vitest';
import { ChartAggregator } from './chartAggregator.ts';
import { ChartBuckets } from './chartBuckets.ts';
import { buildChartDataByGroup, buildChartFromAggregates, buildChartFromDocuments } from './chartData.ts';
import { createDocumentColumns } from './documentColumns.ts';

const FIRST_MS = Date.UTC(2026, 0, 1);

const column = (documents: readonly object[], name: string) => {
  const found = createDocumentColumns(documents as { n: number }[], new Set()).find(({ key }) => key === name);
  if (!found) throw new Error(name);
  return found;
};

function compared(buckets: ChartBuckets, row: number, xs: Float64Array, ys: Float64Array) {
  const sums = Array.from({ length: buckets.capacity }, () => ({ count: 0, sum: 0, least: Infinity, most: -Infinity }));
  const begin = buckets.getBucketStart(0);
  for (const [at, x] of xs.entries()) {
    const y = ys[at] ?? 0;
    const place = sums[Math.floor((x - begin) / buckets.width)];
    if (!place) throw new Error(`nothing holds ${x}`);
    place.count++;
    place.sum += y;
    place.least = Math.min(place.least, y);
    place.most = Math.max(place.most, y);
  }
  for (let bucket = 0; bucket < buckets.capacity; bucket++) {
    const at = row * buckets.capacity + bucket;
    const { count = 0, sum = 0, least = 0, most = 0 } = sums[bucket] ?? {};
    if (buckets.counts[at] !== count) throw new Error(`${buckets.counts[at]} values in bucket ${bucket}, not ${count}`);
    if (count === 0) continue;
    if (buckets.min[at] !== least || buckets.max[at] !== most) throw new Error(`bucket ${bucket} has other extremes`);
    if (Math.abs((buckets.sums[at] ?? 0) - sum) > 1e-9 * Math.max(1, Math.abs(sum)))
      throw new Error(`bucket ${bucket} has another sum`);
  }
}

test.each([
  ['ascending', (at: number) => at * 7],
  ['descending', (at: number) => -at * 7],
  ['alternating', (at: number) => (at % 2 === 0 ? at : -at) * 13],
  ['distant', (at: number) => at ** 4],
  ['identical', () => 5],
])('places %s values in the right bucket', (_, placeOf) => {
  const buckets = new ChartBuckets(64);
  const xs = Float64Array.from({ length: 3000 }, (_each, at) => placeOf(at));
  const ys = Float64Array.from(xs, (_each, at) => (at * 31) % 97);
  const row = buckets.addRows(1) ?? -1;
  for (const [at, x] of xs.entries()) buckets.addValue(row, buckets.countAxisValue(x), ys[at] ?? 0);
  compared(buckets, row, xs, ys);
  expect(Math.min(...buckets.axisMin)).toBe(Math.min(...xs));
  expect(Math.max(...buckets.axisMax)).toBe(Math.max(...xs));
  expect(buckets.axisCounts.reduce((sum, met) => sum + met, 0)).toBe(xs.length);
});

test('two thousand groups share the available buckets, and each has its own', () => {
  const one = { time: FIRST_MS, device: 'd', a: 1.5, b: 2.5 };
  const fields = ['a', 'b'].map((name) => column([one], name));
  const sums = new ChartAggregator({ axis: column([one], 'time'), fields, by: column([one], 'device') });
  const documents = Array.from({ length: 100_000 }, (_, at) => {
    const device = (at * 7919) % 2000;
    // not quite in order
    const time = FIRST_MS + at * 2592 + ((at * 48_271) % 9000);
    return { time, device: `d${device}`, a: device + ((at * 31) % 97) / 97, b: -at };
  });
  for (const _ of sums.add(documents));
  expect([sums.documentCount, sums.groups.length]).toEqual([100_000, 2000]);
  expect(sums.buckets.counts.length).toBeLessThanOrEqual(2 ** 20);
  const part = sums.groups.findIndex(({ id }) => id === '"d77"');
  const own = documents.filter(({ device }) => device === 'd77');
  const [xs, ys] = [Float64Array.from(own, ({ time }) => time), Float64Array.from(own, ({ a }) => a)];
  const { count, sum, least, most } = sums.getTotal(part, 0);
  expect([count, least, most]).toEqual([ys.length, Math.min(...ys), Math.max(...ys)]);
  const expected = ys.reduce((all, y) => all + y, 0);
  expect(sum).toBeCloseTo(expected, 6);
  compared(sums.buckets, sums.groups[part]?.row ?? -1, xs, ys);
});

test('buckets have the requested width, or twice that if there are too many', () => {
  const one = { time: FIRST_MS, device: 'd', n: 1 };
  const widthOf = (devices: number) => {
    const of = (name: string) => column([one], name);
    const sums = new ChartAggregator({ axis: of('time'), fields: [of('n')], by: of('device'), step: 3_600_000 });
    const timeAt = (at: number) => FIRST_MS + (at % 168) * 3_600_000 + at;
    const documents = Array.from({ length: 20_000 }, (_, n) => ({ time: timeAt(n), device: `d${n % devices}`, n }));
    for (const _ of sums.add(documents));
    expect(sums.buckets.getBucketStart(sums.buckets.first)).toBe(FIRST_MS);
    return sums.buckets.width;
  };
  expect([1000, 6000].map(widthOf)).toEqual([3_600_000, 7_200_000]);
});

test('splits documents by the value of a field, and counts those without a position', () => {
  const documents = [
    { time: FIRST_MS, level: 'info', n: 1 },
    { time: FIRST_MS + 5, level: 'warn', n: 20 },
    { time: FIRST_MS + 9, level: 'info', n: 3 },
    { time: FIRST_MS, n: 7 },
    { time: FIRST_MS, level: null, n: 'none' },
    { level: 'info', n: 9 },
  ];
  const of = (name: string) => column(documents.slice(0, 4), name);
  const sums = new ChartAggregator({ axis: of('time'), fields: [of('n')], by: of('level') });
  for (const _ of sums.add(documents));
  expect(sums.groups.map((_, part) => sums.getGroupName(part))).toEqual(['info', 'warn', 'missing', 'null']);
  expect(sums.getTotal(0, 0)).toEqual({ count: 2, sum: 4, least: 1, most: 3 });
  expect(sums.getTotal(1, 0)).toEqual({ count: 1, sum: 20, least: 20, most: 20 });
  expect(sums.getTotal(3, 0).count).toBe(0);
  expect([sums.documentCount, sums.skippedCount]).toEqual([5, 1]);
});

test('values of different types are separate groups, even if they look alike', () => {
  const values = [37, '37', '37', '', 'null', null, 'missing', undefined, 'warn', true];
  const documents = values.map((k, n) => ({ time: FIRST_MS + n, ...(k !== undefined && { k }), n }));
  const of = (name: string) => column(documents.slice(0, 4), name);
  const sums = new ChartAggregator({ axis: of('time'), fields: [of('n')], by: of('k') });
  for (const _ of sums.add(documents));
  const names = sums.groups.map((_, part) => sums.getGroupName(part));
  expect(names).toEqual([
    ...['37 (number)', '“37” (text)', 'empty', '“null” (text)', 'null', '“missing” (text)', 'missing', 'warn', 'true'],
  ]);
  const shown = (off: readonly string[]) =>
    buildChartDataByGroup(sums, [of('n')], { selectedGroup: undefined, hiddenGroups: new Set(off) });
  const legendOf = (off: readonly string[]) => shown(off).map(({ lines: [line] }) => line?.legend?.rows[0]?.name);
  expect(legendOf(['37'])).toEqual(names.slice(1));
});

test('an outage of 13 hours interrupts a line of values every 10 minutes, and one of buckets at each empty one', () => {
  const TEN_MINUTES = 600_000;
  const documents = Array.from({ length: 48 }, (_, n) => ({
    time: FIRST_MS + (n + (n < 24 ? 0 : 78)) * TEN_MINUTES,
    n: n + 0.5,
  }));
  const [axis, field] = [column(documents, 'time'), column(documents, 'n')];
  const [line] = buildChartFromDocuments(documents, axis, [field], undefined).lines;
  expect(line?.maxGap).toBe(10 * TEN_MINUTES);
  const hours = new ChartAggregator({
    axis,
    fields: [field],
    by: undefined,
    step: 6 * TEN_MINUTES,
    maxGap: 9 * TEN_MINUTES,
  });
  for (const _ of hours.add(documents));
  const { xs, lines } = buildChartFromAggregates(hours, [field], { selectedGroup: undefined, hiddenGroups: new Set() });
  expect(Array.from(xs, (at) => (at - FIRST_MS) / 3_600_000)).toEqual([0, 1, 2, 3, 17, 18, 19, 20]);
  expect(lines[0]?.maxGap).toBe(9 * TEN_MINUTES);
});
