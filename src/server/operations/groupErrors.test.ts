import { expect, test } from 'vitest';
import { ACCUMULATOR_OPERATORS } from '#contract/groupStage.ts';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

const EXPRESSION = 'expected a field, such as "$deviceID", or one of $dateTrunc, $bucket.';
const FIELD = 'expected a field, such as "$temperature".';
const ZONE = 'is not a known time zone; expected an IANA name, such as Europe/Zurich.';
const ACCUMULATORS = `expected one of ${ACCUMULATOR_OPERATORS.join(', ')}.`;

describeOnEachDatabase('an invalid group stage', {}, (service) => {
  test.each<[place: string, stage: object, message: string]>([
    ['condition', { condition: [] }, 'expected an object of name to expression, or null.'],
    ['fields', { fields: 5 }, 'expected an object of name to accumulator.'],
    ['_id', { _id: '$a' }, 'not a member of a group stage; expected condition, fields.'],
    ['condition/a', { condition: { a: 'b' } }, EXPRESSION],
    ['condition/a', { condition: { a: 5 } }, EXPRESSION],
    ['condition/a', { condition: { a: '$' } }, 'a field name is empty.'],
    ['condition/a', { condition: { a: '$$ROOT' } }, 'a field name cannot start with $.'],
    [
      'condition/a/$toUpper',
      { condition: { a: { $toUpper: '$b' } } },
      `not an expression this service runs; ${EXPRESSION}`,
    ],
    ['condition/$a', { condition: { $a: '$a' } }, 'a field name cannot start with $.'],
    ['condition', { condition: { '': '$a' } }, 'a field name is empty.'],
    ['condition/a.b', { condition: { 'a.b': '$a' } }, 'the name of a result cannot contain a dot.'],
    [
      'fields/documentID',
      { fields: { documentID: { $count: {} } } },
      'a group has no documentID; choose another name.',
    ],
    [
      'fields/a',
      { condition: { a: '$a' }, fields: { a: { $count: {} } } },
      'the condition has this name too; choose another.',
    ],
    ['condition', { condition: names(9, '$a') }, 'at most 8 fields are allowed.'],
    ['fields', { fields: names(17, { $count: {} }) }, 'at most 16 fields are allowed.'],
    ['condition/t/$dateTrunc/date', dateTrunc({ unit: 'hour' }), FIELD],
    [
      'condition/t/$dateTrunc/unit',
      dateTrunc({ date: '$t', unit: 'year' }),
      'expected one of minute, hour, day, week, month.',
    ],
    [
      'condition/t/$dateTrunc/timezone',
      dateTrunc({ date: '$t', unit: 'day', timezone: 'Europe/Zurick' }),
      `"Europe/Zurick" ${ZONE}`,
    ],
    ['condition/t/$dateTrunc/timezone', dateTrunc({ date: '$t', unit: 'day', timezone: 'CET' }), `"CET" ${ZONE}`],
    [
      'condition/t/$dateTrunc/binSize',
      dateTrunc({ date: '$t', unit: 'day', binSize: 2 }),
      'not a member; expected an object of date, unit (minute, hour, day, week, month) and timezone (UTC if absent).',
    ],
    ['condition/b/$bucket/by', bucket({ of: '$n', by: 0 }), 'expected a number above 0.'],
    ['condition/b/$bucket/by', bucket({ of: '$n', by: -0.5 }), 'expected a number above 0.'],
    ['condition/b/$bucket/of', bucket({ of: 'n', by: 1 }), FIELD],
    ['fields/n/$median', field({ $median: '$a' }), `not an accumulator this service runs; ${ACCUMULATORS}`],
    ['fields/n/$avg', field({ $avg: 'a' }), FIELD],
    ['fields/n/$avg', field({ $avg: 5 }), FIELD],
    ['fields/n', field({}), ACCUMULATORS],
    ['fields/n/$count', field({ $count: 1 }), 'expected an empty object, {}.'],
    ['fields/n/$sum', field({ $sum: null }), 'expected a field, such as "$temperature", or a number.'],
  ])('%s of %j is rejected', async (place, stage, message) => {
    const { status, body } = await service.callOperation('/datastore/pipeline', {
      collection: 'mixed',
      pipeline: [{ type: 'match' }, { type: 'group', ...stage }],
    });
    const said = `pipeline[1].${place.replaceAll('/', '.')}: ${message}`;
    const answer = { code: 'DATA-INVALID', message: said, at: `/pipeline/1/${place}` };
    expect({ status, body }).toEqual({ status: 400, body: answer });
  });
});

function dateTrunc(operand: object) {
  return { condition: { t: { $dateTrunc: operand } } };
}

function bucket(operand: object) {
  return { condition: { b: { $bucket: operand } } };
}

function field(accumulator: object) {
  return { fields: { n: accumulator } };
}

function names(count: number, value: unknown) {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, value]));
}
