import { expect, test } from 'vitest';
import { STAGES_MAX } from '#contract/pipeline.ts';
import { MAX_STAGE_FIELDS } from '#contract/stageErrors.ts';
import { MATCH_OPERATORS, MAX_IN_VALUES, STAGE_TYPES } from '#contract/stages.ts';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

const STRAY = 'operators are allowed only inside the values of a filter or of a group stage.';
const NAMES_A_COLLECTION = 'Collection name is required to be specified.';
const PAGE = 'expected a page number, 1 or more.';
const SIZE = 'expected a whole number from 1 to 1000.';
const OPERATOR = `not an operator this service runs; expected ${MATCH_OPERATORS.join(', ')}.`;
const INDEX = 'expected an object that is empty or holds documentID, a string.';

describeOnEachDatabase('an invalid query', {}, (service) => {
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
    ['pipeline', { pipeline: Array(STAGES_MAX + 1).fill({ type: 'match' }) }, 'at most 32 stages are allowed.'],
    ['pipeline/0', { pipeline: ['match'] }, 'expected a stage object with a type.'],
    ['pipeline/0/type', { pipeline: [{}] }, 'expected a string that names the stage.'],
    [
      'pipeline/1/type',
      { pipeline: [{ type: 'match' }, { type: '$out' }] },
      `"$out" is not a stage this service runs; expected ${STAGE_TYPES.join(', ')}.`,
    ],
    ['pipeline/0/filter', match([]), 'expected an object of field name to required value.'],
    [
      'pipeline/0/filter/$where',
      match({ $where: '1' }),
      "operators belong inside a field's value, not in place of a field.",
    ],
    ['pipeline/0/filter/a/$regex', match({ a: { $regex: 'x' } }), OPERATOR],
    ['pipeline/0/filter/a/b', match({ a: { b: 1, $gt: 1 } }), OPERATOR],
    ['pipeline/0/filter/a~1b~0c/$no', match({ 'a/b~c': { $no: 1 } }), OPERATOR],
    [
      'pipeline/0/filter/a/b/$function',
      match({ a: { b: { $function: 1 } } }),
      'operators are not allowed inside a value.',
    ],
    [
      'pipeline/0/filter/a/$in/0/$accumulator',
      match({ a: { $in: [{ $accumulator: 1 }] } }),
      'operators are not allowed inside a value.',
    ],
    ['pipeline/0/filter/a/$in', match({ a: { $in: 5 } }), 'expected a list of values.'],
    [
      'pipeline/0/filter/a/$in',
      match({ a: { $in: Array(MAX_IN_VALUES + 1).fill(1) } }),
      'at most 1000 values are allowed.',
    ],
    ['pipeline/0/filter/a/$exists', match({ a: { $exists: 1 } }), 'expected true or false.'],
    ['pipeline/0/filter', match({ '': 1 }), 'a field name is empty.'],
    ['pipeline/0/filter', match({ 'a..b': 1 }), 'a field name is empty.'],
    ['pipeline/0/filter/a.$b', match({ 'a.$b': 1 }), 'a field name cannot start with $.'],
    [
      'pipeline/0/filter',
      match(Object.fromEntries(Array.from({ length: MAX_STAGE_FIELDS + 1 }, (_, n) => [`f${n}`, 1]))),
      'at most 64 fields are allowed.',
    ],
    ['pipeline/0/specs', stage('project'), 'expected an object of field name to flag.'],
    ['pipeline/0/specs', stage('project', {}), 'names no field; give each field to keep the flag 1.'],
    ['pipeline/0/specs/a', stage('project', { a: 2 }), 'expected 1 to keep or 0 to drop.'],
    [
      'pipeline/0/specs/b',
      stage('project', { a: 1, b: 0 }),
      'fields to keep and fields to drop cannot be mixed, documentID excepted.',
    ],
    ['pipeline/0/specs', stage('sort'), 'expected an object of field name to 1 or -1.'],
    ['pipeline/0/specs', stage('sort', {}), 'names no field to sort by.'],
    ['pipeline/0/specs/a', stage('sort', { a: 'asc' }), 'expected 1 for ascending or -1 for descending.'],
    ['pipeline/0/fields/$a', { pipeline: [{ type: 'sort', specs: { a: 1 }, fields: { $a: 1 } }] }, STRAY],
  ])('%s of %j is rejected', async (place, fields, message) => {
    const { status, body } = await service.callOperation('/datastore/pipeline', { collection: 'mixed', ...fields });
    const words = place
      .replaceAll(/\/(\d+)/g, '[$1]')
      .replaceAll('/', '.')
      .replace('~1', '/')
      .replace('~0', '~');
    const said = message === NAMES_A_COLLECTION ? message : `${words}: ${message}`;
    expect({ status, body }).toEqual({ status: 400, body: { code: 'DATA-INVALID', message: said, at: `/${place}` } });
  });
});

describeOnEachDatabase('a database failure', {}, (service) => {
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
