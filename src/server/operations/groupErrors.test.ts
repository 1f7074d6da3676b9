import { expect, test } from 'vitest';
import { ACCUMULATOR_OPERATORS } from '#contract/groupStage.ts';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

const FIELD = 'expected a field, such as "$deviceID", or one of $dateTrunc, $bucket.';

describeOnEachDatabase('an invalid group stage', {}, (service) => {
  test.each<[unknown, string, string]>([
    [
      group([], {}),
      'pipeline[0].condition: expected an object of name to expression, or null.',
      '/pipeline/0/condition',
    ],
    [group({}, 5), 'pipeline[0].fields: expected an object of name to accumulator.', '/pipeline/0/fields'],
    [
      stages({ type: 'group', _id: '$a' }),
      'pipeline[0]._id: not a member of a group stage; expected condition, fields.',
      '/pipeline/0/_id',
    ],
    [group({ a: 'b' }, {}), `pipeline[0].condition.a: ${FIELD}`, '/pipeline/0/condition/a'],
    [group({ a: '$' }, {}), 'pipeline[0].condition.a: a field name is empty.', '/pipeline/0/condition/a'],
    [
      group({ a: '$$ROOT' }, {}),
      'pipeline[0].condition.a: a field name cannot start with $.',
      '/pipeline/0/condition/a',
    ],
    [group({ a: 5 }, {}), `pipeline[0].condition.a: ${FIELD}`, '/pipeline/0/condition/a'],
    [
      group({ a: { $toUpper: '$b' } }, {}),
      'pipeline[0].condition.a.$toUpper: not an expression this service runs; expected a field, such as "$deviceID", or one of $dateTrunc, $bucket.',
      '/pipeline/0/condition/a/$toUpper',
    ],
    [
      group({ $a: '$a' }, {}),
      'pipeline[0].condition.$a: a field name cannot start with $.',
      '/pipeline/0/condition/$a',
    ],
    [group({ '': '$a' }, {}), 'pipeline[0].condition: a field name is empty.', '/pipeline/0/condition'],
    [
      group({ 'a.b': '$a' }, {}),
      'pipeline[0].condition.a.b: the name of a result cannot contain a dot.',
      '/pipeline/0/condition/a.b',
    ],
    [
      group({}, { documentID: { $count: {} } }),
      'pipeline[0].fields.documentID: a group has no documentID; choose another name.',
      '/pipeline/0/fields/documentID',
    ],
    [
      group({ a: '$a' }, { a: { $count: {} } }),
      'pipeline[0].fields.a: the condition has this name too; choose another.',
      '/pipeline/0/fields/a',
    ],
    [group(names(9, '$a'), {}), 'pipeline[0].condition: at most 8 fields are allowed.', '/pipeline/0/condition'],
    [group({}, names(17, { $count: {} })), 'pipeline[0].fields: at most 16 fields are allowed.', '/pipeline/0/fields'],
    [
      dateTrunc({ unit: 'hour' }),
      'pipeline[0].condition.t.$dateTrunc.date: expected a field, such as "$temperature".',
      '/pipeline/0/condition/t/$dateTrunc/date',
    ],
    [
      dateTrunc({ date: '$t', unit: 'year' }),
      'pipeline[0].condition.t.$dateTrunc.unit: expected one of minute, hour, day, week, month.',
      '/pipeline/0/condition/t/$dateTrunc/unit',
    ],
    [
      dateTrunc({ date: '$t', unit: 'day', timezone: 'Europe/Zurick' }),
      'pipeline[0].condition.t.$dateTrunc.timezone: "Europe/Zurick" is not a known time zone; expected an IANA name, such as Europe/Zurich.',
      '/pipeline/0/condition/t/$dateTrunc/timezone',
    ],
    [
      dateTrunc({ date: '$t', unit: 'day', timezone: 'CET' }),
      'pipeline[0].condition.t.$dateTrunc.timezone: "CET" is not a known time zone; expected an IANA name, such as Europe/Zurich.',
      '/pipeline/0/condition/t/$dateTrunc/timezone',
    ],
    [
      dateTrunc({ date: '$t', unit: 'day', binSize: 2 }),
      'pipeline[0].condition.t.$dateTrunc.binSize: not a member; expected an object of date, unit (minute, hour, day, week, month) and timezone (UTC if absent).',
      '/pipeline/0/condition/t/$dateTrunc/binSize',
    ],
    [
      group({ b: { $bucket: { of: '$n', by: 0 } } }, {}),
      'pipeline[0].condition.b.$bucket.by: expected a number above 0.',
      '/pipeline/0/condition/b/$bucket/by',
    ],
    [
      group({ b: { $bucket: { of: '$n', by: -0.5 } } }, {}),
      'pipeline[0].condition.b.$bucket.by: expected a number above 0.',
      '/pipeline/0/condition/b/$bucket/by',
    ],
    [
      group({ b: { $bucket: { of: 'n', by: 1 } } }, {}),
      'pipeline[0].condition.b.$bucket.of: expected a field, such as "$temperature".',
      '/pipeline/0/condition/b/$bucket/of',
    ],
    [
      { pipeline: [{ type: 'match' }, { type: 'group', fields: { mean: { $median: '$a' } } }] },
      `pipeline[1].fields.mean.$median: not an accumulator this service runs; expected one of ${ACCUMULATOR_OPERATORS.join(', ')}.`,
      '/pipeline/1/fields/mean/$median',
    ],
    [
      { pipeline: [{ type: 'match' }, { type: 'group', fields: { mean: { $avg: 'a' } } }] },
      'pipeline[1].fields.mean.$avg: expected a field, such as "$temperature".',
      '/pipeline/1/fields/mean/$avg',
    ],
    [
      group({}, { n: {} }),
      `pipeline[0].fields.n: expected one of ${ACCUMULATOR_OPERATORS.join(', ')}.`,
      '/pipeline/0/fields/n',
    ],
    [
      group({}, { n: { $count: 1 } }),
      'pipeline[0].fields.n.$count: expected an empty object, {}.',
      '/pipeline/0/fields/n/$count',
    ],
    [
      group({}, { n: { $sum: null } }),
      'pipeline[0].fields.n.$sum: expected a field, such as "$temperature", or a number.',
      '/pipeline/0/fields/n/$sum',
    ],
    [
      group({}, { n: { $avg: 5 } }),
      'pipeline[0].fields.n.$avg: expected a field, such as "$temperature".',
      '/pipeline/0/fields/n/$avg',
    ],
  ])('%j is rejected', async (fields, message, at) => {
    const { status, body } = await service.callOperation('/datastore/pipeline', {
      collection: 'mixed',
      ...(fields as object),
    });
    expect({ status, body }).toEqual({ status: 400, body: { code: 'DATA-INVALID', message, at } });
  });
});

function stages(...pipeline: unknown[]) {
  return { pipeline };
}

function group(condition: unknown, fields: unknown) {
  return stages({ type: 'group', condition, fields });
}

function dateTrunc(operand: unknown) {
  return group({ t: { $dateTrunc: operand } }, {});
}

function names(count: number, value: unknown) {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, value]));
}
