import fc from 'fast-check';
import type { AccumulatorSpec, GroupExpression, GroupStage } from '#lib/group/groupSpec.ts';
import { ExactNumber } from '#lib/json/json.ts';

const numberTexts = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(String),
  fc.constantFrom(...'1.0 0.1 0.2 -0.30 1e2 100 9007199254740993 9007199254740992 -9007199254740993 -0'.split(' ')),
  fc.constantFrom(...'0.10000000000000000001 123456789012345678901234567890.5 2.9999999999999999999999999'.split(' ')),
  fc.constantFrom('1e-30', '1e30'),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map(String),
);

/** Around the ends of summer time in Zurich, Havana (at midnight) and Adelaide. */
const instants = fc
  .tuple(
    fc.constantFrom(1729990800000, 1711846800000, 1730610000000, 1712415600000, 1743865200000, 0, 1700000000000),
    fc.integer({ min: -3 * 3_600_000, max: 3 * 3_600_000 }),
  )
  .map(([at, distance]) => at + distance);
const timeTexts = fc.oneof(
  instants.map(String),
  instants.map((at) => `${at}.9999999999999999`),
  instants.map((at) => JSON.stringify(new Date(at).toISOString())),
  instants.map((at) => JSON.stringify(`${new Date(at).toISOString().slice(0, 19)}.99999999+05:45`)),
  fc.constantFrom('2024-02-29T10:00Z', '2023-02-29T10:00Z', '2024-01-01', 'soon').map((text) => JSON.stringify(text)),
  fc.constantFrom('8.64e15', '-1e20', '"0000-01-01T00:00Z"', '"2024-01-01T00:00-1430"'),
);
const texts = fc
  .constantFrom('""', '"a"', '"B"', '"ä"', '"25"', '"\\ud83d\\ude00"', '"\\uffee"', '"1"', '"null"')
  .map(String);
const scalars = fc.oneof(numberTexts, texts, fc.constantFrom('null', 'true', 'false'));
const nested = fc.oneof(
  scalars,
  fc.array(numberTexts, { maxLength: 2 }).map((items) => `[${items.join()}]`),
  scalars.map((value) => `{"v":${value}}`),
  scalars.map((value) => `{"w":[],"v":${value}}`),
  scalars.map((value) => `{"v":${value},"w":[]}`),
);
const members = fc.record({ n: numberTexts, x: nested, t: timeTexts, k: scalars, mixed: nested }, { requiredKeys: [] });
/** Texts of the documents of a collection: mixed types, nulls, missing and nested fields, large and exact numbers. */
export const documentTextsArbitrary = fc.array(
  members.map(
    (fields) =>
      `{${Object.entries(fields)
        .map(([name, value]) => `"${name}":${value}`)
        .join()}}`,
  ),
  { minLength: 1, maxLength: 120 },
);

const fields = fc.constantFrom('$n', '$x', '$t', '$k', '$mixed', '$x.v', '$mixed.v', '$none', '$n.v');
const cities = ['Europe/Zurich', 'America/Havana', 'Australia/Adelaide', 'Asia/Kolkata'];
const zones = fc.constantFrom(...cities, 'UTC', undefined, null);
const expressions: fc.Arbitrary<GroupExpression> = fc.oneof(
  fields,
  fc
    .record({
      date: fc.oneof(fc.constant('$t'), fields),
      unit: fc.constantFrom('minute' as const, 'hour' as const, 'day' as const, 'week' as const, 'month' as const),
      zone: zones,
    })
    .map(({ date, unit, zone }) => ({ $dateTrunc: { date, unit, ...(zone !== undefined && { timezone: zone }) } })),
  fc
    .record({ of: fields, by: fc.constantFrom(1, 0.1, 3, 10, 2.5, new ExactNumber('0.30000000000000000001')) })
    .map(($bucket) => ({ $bucket })),
);
const OPERATORS = ['$sum', '$avg', '$min', '$max', '$first', '$last'];
const accumulators = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ $count: {} }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 0.1, new ExactNumber('9007199254740993')).map(($sum) => ({ $sum })) },
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...OPERATORS), fields).map((entry) => Object.fromEntries([entry])) },
) as fc.Arbitrary<AccumulatorSpec>; // the operators are those of a specification
export const groupStageArbitrary: fc.Arbitrary<GroupStage> = fc.record({
  condition: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 8, arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'c'), expressions, { maxKeys: 3 }) },
  ),
  fields: fc.dictionary(fc.constantFrom('p', 'qq', 'r', '10', 's', 'documents'), accumulators, { maxKeys: 5 }),
});
