import { expect, test } from 'vitest';
import { STAGES_MAX } from '#contract/pipeline.ts';
import { MAX_STAGE_FIELDS } from '#contract/stageErrors.ts';
import { MATCH_OPERATORS, MAX_IN_VALUES, STAGE_TYPES } from '#contract/stages.ts';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

const STRAY = 'operators are allowed only inside the values of a filter or of a group stage.';

describeOnEachDatabase('an invalid query', {}, (service) => {
  test.each<[unknown, string, string]>([
    [{}, 'Collection name is required to be specified.', '/collection'],
    [{ collection: null }, 'Collection name is required to be specified.', '/collection'],
    [{ collection: '' }, 'Collection name is required to be specified.', '/collection'],
    [{ collection: 5 }, 'collection: expected a string.', '/collection'],
    [{ collection: { $gt: '' } }, 'collection: expected a string.', '/collection'],
    [{ index: { id: 'a' } }, 'index: expected an object that is empty or holds documentID, a string.', '/index'],
    [
      { index: JSON.parse('{"__proto__":{"documentID":"a"}}') },
      'index: expected an object that is empty or holds documentID, a string.',
      '/index',
    ],
    [{ index: [] }, 'index: expected an object that is empty or holds documentID, a string.', '/index'],
    [{ index: { documentID: { $ne: '' } } }, 'index.documentID: expected a string.', '/index/documentID'],
    [{ nPage: -1 }, 'nPage: expected a page number, 1 or more.', '/nPage'],
    [{ nPage: 1.5 }, 'nPage: expected a page number, 1 or more.', '/nPage'],
    [{ nPage: 'two' }, 'nPage: expected a page number, 1 or more.', '/nPage'],
    [{ nPage: true }, 'nPage: expected a page number, 1 or more.', '/nPage'],
    [{ pipeline: {} }, 'pipeline: expected a list of stages.', '/pipeline'],
    [{ pipeline: ['match'] }, 'pipeline[0]: expected a stage object with a type.', '/pipeline/0'],
    [{ pipeline: [{}] }, 'pipeline[0].type: expected a string that names the stage.', '/pipeline/0/type'],
    [
      stages({ type: 'match' }, { type: '$out' }),
      `pipeline[1].type: "$out" is not a stage this service runs; expected ${STAGE_TYPES.join(', ')}.`,
      '/pipeline/1/type',
    ],
    [
      { pipeline: Array(STAGES_MAX + 1).fill({ type: 'match' }) },
      'pipeline: at most 32 stages are allowed.',
      '/pipeline',
    ],
    [match([]), 'pipeline[0].filter: expected an object of field name to required value.', '/pipeline/0/filter'],
    [
      match({ $where: '1' }),
      "pipeline[0].filter.$where: operators belong inside a field's value, not in place of a field.",
      '/pipeline/0/filter/$where',
    ],
    [
      match({ a: { $regex: 'x' } }),
      'pipeline[0].filter.a.$regex: not an operator this service runs; expected $eq, $ne, $gt, $gte, $lt, $lte, $in, $exists.',
      '/pipeline/0/filter/a/$regex',
    ],
    [
      match({ a: { b: 1, $gt: 1 } }),
      'pipeline[0].filter.a.b: not an operator this service runs; expected $eq, $ne, $gt, $gte, $lt, $lte, $in, $exists.',
      '/pipeline/0/filter/a/b',
    ],
    [
      match({ a: { b: { $function: 1 } } }),
      'pipeline[0].filter.a.b.$function: operators are not allowed inside a value.',
      '/pipeline/0/filter/a/b/$function',
    ],
    [
      match({ a: { $in: [{ $accumulator: 1 }] } }),
      'pipeline[0].filter.a.$in[0].$accumulator: operators are not allowed inside a value.',
      '/pipeline/0/filter/a/$in/0/$accumulator',
    ],
    [match({ a: { $in: 5 } }), 'pipeline[0].filter.a.$in: expected a list of values.', '/pipeline/0/filter/a/$in'],
    [
      match({ a: { $in: Array(MAX_IN_VALUES + 1).fill(1) } }),
      'pipeline[0].filter.a.$in: at most 1000 values are allowed.',
      '/pipeline/0/filter/a/$in',
    ],
    [
      match({ a: { $exists: 1 } }),
      'pipeline[0].filter.a.$exists: expected true or false.',
      '/pipeline/0/filter/a/$exists',
    ],
    [match({ '': 1 }), 'pipeline[0].filter: a field name is empty.', '/pipeline/0/filter'],
    [match({ 'a..b': 1 }), 'pipeline[0].filter: a field name is empty.', '/pipeline/0/filter'],
    [match({ 'a.$b': 1 }), 'pipeline[0].filter.a.$b: a field name cannot start with $.', '/pipeline/0/filter/a.$b'],
    [
      match(Object.fromEntries(Array.from({ length: MAX_STAGE_FIELDS + 1 }, (_, n) => [`f${n}`, 1]))),
      'pipeline[0].filter: at most 64 fields are allowed.',
      '/pipeline/0/filter',
    ],
    [stages({ type: 'project' }), 'pipeline[0].specs: expected an object of field name to flag.', '/pipeline/0/specs'],
    [
      stages({ type: 'project', specs: {} }),
      'pipeline[0].specs: names no field; give each field to keep the flag 1.',
      '/pipeline/0/specs',
    ],
    [
      stages({ type: 'project', specs: { a: 2 } }),
      'pipeline[0].specs.a: expected 1 to keep or 0 to drop.',
      '/pipeline/0/specs/a',
    ],
    [
      stages({ type: 'project', specs: { a: 1, b: 0 } }),
      'pipeline[0].specs.b: fields to keep and fields to drop cannot be mixed, documentID excepted.',
      '/pipeline/0/specs/b',
    ],
    [stages({ type: 'sort' }), 'pipeline[0].specs: expected an object of field name to 1 or -1.', '/pipeline/0/specs'],
    [stages({ type: 'sort', specs: {} }), 'pipeline[0].specs: names no field to sort by.', '/pipeline/0/specs'],
    [
      stages({ type: 'sort', specs: { a: 'asc' } }),
      'pipeline[0].specs.a: expected 1 for ascending or -1 for descending.',
      '/pipeline/0/specs/a',
    ],
    [{ pageSize: 0 }, 'pageSize: expected a whole number from 1 to 1000.', '/pageSize'],
    [{ pageSize: 1001 }, 'pageSize: expected a whole number from 1 to 1000.', '/pageSize'],
    [{ pageSize: 2.5 }, 'pageSize: expected a whole number from 1 to 1000.', '/pageSize'],
    [{ pageSize: '20' }, 'pageSize: expected a whole number from 1 to 1000.', '/pageSize'],
    [{ more: { $where: 1 } }, `more.$where: ${STRAY}`, '/more/$where'],
    [
      stages({ type: 'sort', specs: { a: 1 }, fields: { $a: 1 } }),
      `pipeline[0].fields.$a: ${STRAY}`,
      '/pipeline/0/fields/$a',
    ],
    [
      stages({ type: 'match', filter: { 'a/b~c': { $no: 1 } } }),
      `pipeline[0].filter.a/b~c.$no: not an operator this service runs; expected ${MATCH_OPERATORS.join(', ')}.`,
      '/pipeline/0/filter/a~1b~0c/$no',
    ],
  ])('%j is rejected', async (fields, message, at) => {
    const { collection = 'mixed', ...rest } = fields as Record<string, unknown>;
    const named = 'collection' in (fields as object) || Object.keys(rest).length > 0;
    const { status, body } = await service.callOperation('/datastore/pipeline', named ? { collection, ...rest } : {});
    expect({ status, body }).toEqual({ status: 400, body: { code: 'DATA-INVALID', message, at } });
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

function stages(...pipeline: unknown[]) {
  return { pipeline };
}

function match(filter: unknown) {
  return stages({ type: 'match', filter });
}
