import { expect, test } from 'vitest';
import { ACCUMULATOR_OPERATORS } from '#contract/groupStage.ts';
import { MATCH_OPERATORS, STAGE_TYPES } from '#contract/stages.ts';
import { ExactNumber, stringifyJson } from '#lib/json/json.ts';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

const STRAY = 'operators are allowed only inside the values of a filter or of a group stage.';
const NAMES_A_COLLECTION = 'Collection name is required to be specified.';
const PAGE = 'expected a page number, 1 or more.';
const SIZE = 'expected a whole number from 1 to 1000.';
const OPERATOR = `not an operator this service runs; expected ${MATCH_OPERATORS.join(', ')}.`;
const MISPLACED = "operators belong inside a field's value, not in place of a field.";
const INSIDE = 'operators are not allowed inside a value.';
const MIXED = 'fields to keep and fields to drop cannot be mixed, documentID excepted.';
const EXPRESSION = 'expected a field, such as "$deviceID", or one of $dateTrunc, $bucket.';
const FIELD = 'expected a field, such as "$temperature".';
const NO_ZONE =
  'is not a known time zone; expected an IANA name, such as Europe/Zurich, or a UTC offset, such as +05:30.';
const ACCUMULATORS = `expected one of ${ACCUMULATOR_OPERATORS.join(', ')}.`;
const UNITS = 'minute, hour, day, week, month';
const MEMBERS = `not a member; expected an object of date, unit (${UNITS}) and timezone (UTC if absent).`;
const COUNT = { $count: {} };
const DAY = { date: '$t', unit: 'day' };
const INDEX = 'expected an object that is empty or holds documentID, a string.';

describeOnEachDatabase('an invalid query', { quickOn: 'postgres' }, (service) => {
  const expectRejected = async (place: string, fields: object, message: string) => {
    const { status, body } = await service.callOperation(
      '/datastore/pipeline',
      stringifyJson({ collection: 'mixed', ...fields }),
    );
    const words = place
      .replaceAll(/\/(\d+)/g, '[$1]')
      .replaceAll('/', '.')
      .replace('~1', '/')
      .replace('~0', '~');
    const said = message === NAMES_A_COLLECTION ? message : `${words}: ${message}`;
    expect({ status, body }).toEqual({ status: 400, body: { code: 'DATA-INVALID', message: said, at: `/${place}` } });
  };

  test.each<[place: string, fields: object, message: string]>([
    ['collection', { collection: undefined }, NAMES_A_COLLECTION],
    ['collection', { collection: null }, NAMES_A_COLLECTION],
    ['collection', { collection: '' }, NAMES_A_COLLECTION],
    ['collection', { collection: 5 }, 'expected a string.'],
    ['collection', { collection: { $gt: '' } }, 'expected a string.'],
    ['index', { index: { id: 'a' } }, INDEX],
    ['index', { index: JSON.parse('{"__proto__":{"documentID":"a"}}') }, INDEX],
    ['index', { index: [] }, INDEX],
    ['index/documentID', { index: { documentID: { $ne: '' } } }, 'expected a string.'],
    ...[-1, 1.5, 'two', true].map((nPage): [string, object, string] => ['nPage', { nPage }, PAGE]),
    ...[0, 1001, 2.5, '20'].map((pageSize): [string, object, string] => ['pageSize', { pageSize }, SIZE]),
    ['more/$where', { more: { $where: 1 } }, STRAY],
    ['pipeline', { pipeline: {} }, 'expected a list of stages.'],
    ['pipeline', { pipeline: Array(33).fill({ type: 'match' }) }, 'at most 32 stages are allowed.'],
    ['pipeline/0', { pipeline: ['match'] }, 'expected a stage object with a type.'],
    ['pipeline/0/type', { pipeline: [{}] }, 'expected a string that names the stage.'],
    ['pipeline/0/type', stage('$out'), `"$out" is not a stage this service runs; expected ${STAGE_TYPES.join(', ')}.`],
    ['pipeline/0/filter', match([]), 'expected an object of field name to required value.'],
    ['pipeline/0/filter/$where', match({ $where: '1' }), MISPLACED],
    ['pipeline/0/filter/a/$regex', match({ a: { $regex: 'x' } }), OPERATOR],
    ['pipeline/0/filter/a/b', match({ a: { b: 1, $gt: 1 } }), OPERATOR],
    ['pipeline/0/filter/a~1b~0c/$no', match({ 'a/b~c': { $no: 1 } }), OPERATOR],
    ['pipeline/0/filter/a/b/$function', match({ a: { b: { $function: 1 } } }), INSIDE],
    ['pipeline/0/filter/a/$in/0/$push', match({ a: { $in: [{ $push: 1 }] } }), INSIDE],
    ['pipeline/0/filter/a/$in', match({ a: { $in: 5 } }), 'expected a list of values.'],
    ['pipeline/0/filter/a/$in', match({ a: { $in: Array(1001).fill(1) } }), 'at most 1000 values are allowed.'],
    ['pipeline/0/filter/a/$exists', match({ a: { $exists: 1 } }), 'expected true or false.'],
    ['pipeline/0/filter', match({ '': 1 }), 'a field name is empty.'],
    ['pipeline/0/filter', match({ 'a..b': 1 }), 'a field name is empty.'],
    ['pipeline/0/filter/a.$b', match({ 'a.$b': 1 }), 'a field name cannot start with $.'],
    ['pipeline/0/filter', match(names(65, 1)), 'at most 64 fields are allowed.'],
    ['pipeline/0/specs', stage('project'), 'expected an object of field name to flag.'],
    ['pipeline/0/specs', stage('project', {}), 'names no field; give each field to keep the flag 1.'],
    ['pipeline/0/specs/a', stage('project', { a: 2 }), 'expected 1 to keep or 0 to drop.'],
    ['pipeline/0/specs/b', stage('project', { a: 1, b: 0 }), MIXED],
    ['pipeline/0/specs', stage('sort'), 'expected an object of field name to 1 or -1.'],
    ['pipeline/0/specs', stage('sort', {}), 'names no field to sort by.'],
    ['pipeline/0/specs/a', stage('sort', { a: 'asc' }), 'expected 1 for ascending or -1 for descending.'],
    ['pipeline/0/fields/$a', { pipeline: [{ type: 'sort', specs: { a: 1 }, fields: { $a: 1 } }] }, STRAY],
  ])('%s of %j is rejected', expectRejected);

  test.each<[place: string, stage: object, message: string]>([
    ['condition', { condition: [] }, 'expected an object of name to expression, or null.'],
    ['condition', { condition: new ExactNumber('1e400') }, 'expected an object of name to expression, or null.'],
    ['fields', { fields: 5 }, 'expected an object of name to accumulator.'],
    ['_id', { _id: '$a' }, 'not a member of a group stage; expected condition, fields.'],
    ['condition/a', { condition: { a: 'b' } }, EXPRESSION],
    ['condition/a', { condition: { a: 5 } }, EXPRESSION],
    ['condition/a', { condition: { a: '$' } }, 'a field name is empty.'],
    ['condition/a', { condition: { a: '$$ROOT' } }, 'a field name cannot start with $.'],
    ['condition/a/$not', { condition: { a: { $not: '$b' } } }, `not an expression this service runs; ${EXPRESSION}`],
    ['condition/$a', { condition: { $a: '$a' } }, 'a field name cannot start with $.'],
    ['condition', { condition: { '': '$a' } }, 'a field name is empty.'],
    ['condition/a.b', { condition: { 'a.b': '$a' } }, 'the name of a result cannot contain a dot.'],
    ['fields/documentID', { fields: { documentID: COUNT } }, 'a group has no documentID; choose another name.'],
    ['fields/a', { condition: { a: '$a' }, fields: { a: COUNT } }, 'the condition has this name too; choose another.'],
    ['condition', { condition: names(9, '$a') }, 'at most 8 fields are allowed.'],
    ['fields', { fields: names(17, COUNT) }, 'at most 16 fields are allowed.'],
    ['condition/t/$dateTrunc/date', dateTrunc({ unit: 'hour' }), FIELD],
    ['condition/t/$dateTrunc/unit', dateTrunc({ date: '$t', unit: 'year' }), `expected one of ${UNITS}.`],
    ['condition/t/$dateTrunc/timezone', dateTrunc({ ...DAY, timezone: 'Zurick' }), `"Zurick" ${NO_ZONE}`],
    ['condition/t/$dateTrunc/timezone', dateTrunc({ ...DAY, timezone: '+24:00' }), `"+24:00" ${NO_ZONE}`],
    ['condition/t/$dateTrunc/binSize', dateTrunc({ ...DAY, binSize: 2 }), MEMBERS],
    ['condition/b/$bucket/by', bucket({ of: '$n', by: 0 }), 'expected a number above 0.'],
    ['condition/b/$bucket/by', bucket({ of: '$n', by: -0.5 }), 'expected a number above 0.'],
    ['condition/b/$bucket/of', bucket({ of: 'n', by: 1 }), FIELD],
    ['fields/n/$median', field({ $median: '$a' }), `not an accumulator this service runs; ${ACCUMULATORS}`],
    ['fields/n/$avg', field({ $avg: 'a' }), FIELD],
    ['fields/n/$avg', field({ $avg: 5 }), FIELD],
    ['fields/n', field({}), ACCUMULATORS],
    ['fields/n/$count', field({ $count: 1 }), 'expected an empty object, {}.'],
    ['fields/n/$sum', field({ $sum: null }), 'expected a field, such as "$temperature", or a number.'],
  ])('%s of the group stage %j is rejected', (place, stage, message) =>
    expectRejected(`pipeline/1/${place}`, { pipeline: [{ type: 'match' }, { type: 'group', ...stage }] }, message),
  );
});

describeOnEachDatabase('a database failure', { quickOn: 'postgres' }, (service) => {
  test('returns the error of the API, without details of the database', async () => {
    await service.store.database.query('alter table document rename to hidden');
    const { status, body } = await service.callOperation('/datastore/pipeline', { collection: 'a' });
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        code: 'DATASTORE-DOCUMENTS-FETCH-FAILED',
        message: 'An unknown error occurred while searching into the datastore.',
      },
    });
    expect(service.logEntries.at(-1)).toMatchObject({ status: 500, error: 'database: statement 42P01' });
  });
});

function stage(type: string, specs?: unknown) {
  return { pipeline: [{ type, specs }] };
}

function match(filter: unknown) {
  return { pipeline: [{ type: 'match', filter }] };
}

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
