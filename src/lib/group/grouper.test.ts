import { expect, test } from 'vitest';
import { ExactNumber, type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { createJsonObject, parseJson } from '#lib/json/parseJson.ts';
import { createTimeTruncater, parseEpochOrIsoTime } from './dateTrunc.ts';
import { divideDecimal, floorToMultiple, formatDecimal, parseDecimal } from './decimal.ts';
import { Grouper } from './grouper.ts';
import type { GroupStage } from './groupSpec.ts';

const group = (stage: ConstructorParameters<typeof Grouper>[0], ...texts: string[]) => {
  const grouper = new Grouper(stage);
  for (const text of texts) grouper.add(parseJson(text) as JsonObject); // the tests pass only objects
  return stringifyJson(grouper.getResults());
};

test('groups are in the order of their first document, with the condition first', () => {
  const fields = createJsonObject(['n', '0'], [{ $count: {} }, { $last: '$c' }], true) as GroupStage['fields']; // as listed
  const stage = { condition: { z: '$a.b', y: '$c' }, ...(fields && { fields }) };
  expect(group(stage, '{"a":{"b":2}}', '{"a":[],"c":null}', '{"a":{"b":2.0}}')).toBe(
    '[{"z":2,"n":2,"0":null},{"y":null,"n":1,"0":null}]',
  );
});

test('keeps every digit', () => {
  const fields = { sum: { $sum: '$n' }, mean: { $avg: '$n' }, max: { $max: '$n' } };
  expect(group({ fields }, '{"n":9007199254740993}', '{"n":0.1}', '{"n":"5"}', '{}')).toBe(
    '[{"sum":9007199254740993.1,"mean":4503599627370496.55,"max":9007199254740993}]',
  );
});

test('starts no group beyond the limit, while existing groups continue', () => {
  const grouper = new Grouper({ condition: { a: '$a' }, fields: { n: { $count: {} } } }, 2);
  expect([1, 2, 3, 1].map((a) => grouper.add({ a }))).toEqual([true, true, false, true]);
  expect(grouper.size).toBe(2);
  expect(grouper.getResults()).toEqual([
    { a: 1, n: 2 },
    { a: 2, n: 1 },
  ]);
});

test.each([
  ['1', 3, '0.33333333333333333333'],
  ['2', 3, '0.66666666666666666667'],
  ['-2', 3, '-0.66666666666666666667'],
  ['99999999999999999999.5', 1, '100000000000000000000'],
  ['1e30', 7, '142857142857142857140000000000'],
  ['0.00000000000000000000000000001', 8, '0.00000000000000000000000000000125'],
  ['0', 5, '0'],
])('%s / %d is %s', (text, count, quotient) => {
  expect(formatDecimal(divideDecimal(parseDecimal(text), count, 20))).toBe(quotient);
});

test.each([
  ['-0.1', '0.25', '-0.25'],
  ['0.75', '0.25', '0.75'],
  ['-3', '3', '-3'],
  ['1e20', '30', '99999999999999999990'],
])('%s in buckets of %s is %s', (text, width, bound) => {
  expect(formatDecimal(floorToMultiple(parseDecimal(text), parseDecimal(width)))).toBe(bound);
});

test.each<[unknown, number | undefined]>([
  [1.5, 1],
  [-1.5, -2],
  [new ExactNumber('1699999979999.9999999999999'), 1_699_999_979_999],
  ['1970-01-01T01:00:00.5+01:00', 0],
  ['1970-01-01T00:00-0030', 1_800_000],
  ['1970-02-29T00:00:00Z', undefined],
  ['1970-01-01T00:00:00', undefined],
  ['1970-01-01', undefined],
  [9e15, undefined],
  [null, undefined],
])('parses the time of %j as %j', (value, time) => {
  expect(parseEpochOrIsoTime(value)).toBe(time);
});

test('the repeated hour gives two hours, and its day has 25', () => {
  const [hour, day] = [createTimeTruncater('hour', 'Europe/Zurich'), createTimeTruncater('day', 'Europe/Zurich')];
  const midnight = Date.UTC(2024, 9, 26, 22);
  const hours = Array.from({ length: 25 }, (_, n) => midnight + n * 3_600_000);
  expect(hours.map((start) => hour(start + 1_800_000))).toEqual(hours);
  expect(new Set(hours.map(day))).toEqual(new Set([midnight]));
});
