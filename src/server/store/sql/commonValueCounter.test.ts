import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createDocumentImport, runImport } from '#server/importing/runImport.ts';
import { Store } from '#server/store/store.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import { describeOnEachDatabase, TEST_PROJECT, type TestService } from '#server/testing/testService.ts';
import type { SqlStage } from './pipelineSql.ts';

/** Similar values: importer and database must agree on which of them are equal. */
const VALUES = ['A', 'a', 'true', '1', '', 'é', 'e\u0301', '🛰', true, false, null, 1, 0, ['A'], { A: 'A' }, undefined];
/** Values that contain others without being equal to them, or that must be quoted in a list. */
const NESTED = [
  ...[[], {}, ['A', 'B'], { A: 'A', B: 1 }, { B: 1, A: 'A' }, [['A']], [null]],
  ...['"', '\\', '{A,B}', 'NULL', 1.5],
];
const COUNT = 9000;

const DOCUMENTS = Array.from({ length: COUNT }, (_, n) => ({
  documentID: `d${n}`,
  same: 'A',
  mixed: VALUES[(n * 7919) % VALUES.length],
  // one value is common only at first, another only later
  early: n < 3000 ? 'x' : 'y',
  ...(n % 97 === 0 && { rare: [...VALUES, ...NESTED][(n / 97) % 28] }),
  'a.b': 'A',
  a: { b: 'A' },
  constructor: n % 2 === 0 ? 'A' : 'B',
}));

describeOnEachDatabase('far pages of common values', { quickOn: 'postgres' }, (service) => {
  beforeAll(async () => {
    await load(service, 'mixed', DOCUMENTS.slice(0, 5000));
    await load(service, 'mixed', DOCUMENTS.slice(5000));
  });

  test('contain the same documents as without anchors, in any order of requests', async () => {
    const fields = ['same', 'mixed', 'early', 'a.b', 'a', 'constructor', 'none', 'documentID'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fields),
        fc.constantFrom(...VALUES, 'x', 'y', 'B'),
        fc.integer({ min: 1, max: COUNT / 20 + 60 }),
        async (field, value = 'd7', page) => {
          const stages = [matching({ [field]: value })];
          const found = DOCUMENTS.filter((document) => isDeepStrictEqual(valueAt(document, field), value));
          const expected = found.slice((page - 1) * 20, page * 20).map(({ documentID }) => documentID);
          expect(await readPageIds(new Store(service.store.database), page, stages)).toEqual(expected);
        },
      ),
      { numRuns: getTestRepeatCount(60, 200) },
    );
  });

  test('match plain JavaScript for lists and exclusions, in any order', async () => {
    const field = fc.constantFrom('same', 'mixed', 'rare', 'early', 'a.b', 'a', 'constructor', 'none', 'documentID');
    const documentID = fc.integer({ min: 0, max: COUNT + 100 }).map((n) => `d${n}`);
    const value = fc.oneof(fc.constantFrom(...VALUES.slice(0, -1), ...NESTED, 'x', 'y', 'B'), documentID);
    const listed = fc.record({ $in: fc.array(value, { maxLength: 30 }) });
    const excluded = fc.record({ $ne: value });
    const filter = fc.dictionary(field, fc.oneof(listed, listed, excluded), { minKeys: 1, maxKeys: 2 });
    const exclusions = fc.array(
      fc.tuple(field, value).map(([name, $ne]) => matching({ [name]: { $ne } })),
      { maxLength: 14 },
    );
    const sorts = fc.constantFrom<SqlStage[]>([], [], [], [{ type: 'sort', specs: { documentID: -1 } }]);
    await fc.assert(
      fc.asyncProperty(filter, exclusions, sorts, fc.integer({ min: 1, max: 60 }), async (first, chain, sort, page) => {
        const filters = [first, ...chain.map((stage) => stage.filter as object)];
        const found = DOCUMENTS.filter((document) => filters.every((each) => selects(each, document)));
        const all = found.map(({ documentID }) => documentID);
        if (sort.length > 0) all.sort().reverse();
        const stages = [matching(first), ...sort, ...chain];
        const received = await readPageIds(new Store(service.store.database), page, stages);
        expect(received).toEqual(all.slice((page - 1) * 20, page * 20));
      }),
      // a statement takes many times as long in a cluster
      { numRuns: getTestRepeatCount(40, ['citus', 'spread'].includes(service.kind) ? 100 : 1000) },
    );
  });

  test('are found by anchors at every thousandth match', async () => {
    const rows = await service.store.database.query(
      `select before, seq from page_mark where collection = 'mixed' and value = $1 order by before`,
      ['["constructor","B"]'],
    );
    expect(rows).toEqual([0, 1000, 2000, 3000, 4000].map((before) => [`${before}`, `${before * 2}`]));
  });

  test('do not use the anchors of a value after a project stage, or with another condition', async () => {
    const match = matching({ same: 'A' });
    const without: SqlStage = { type: 'project', specs: { same: 0 } };
    expect(await readPageIds(service.store, 300, [match, without])).toHaveLength(20);
    for (const stages of [
      [without, match],
      [match, matching({ early: 'x' })],
      [matching({ same: 'A', early: 'x' })],
      [matching({ same: { $ne: 'A' } })],
    ]) {
      expect(await readPageIds(service.store, 300, stages)).toEqual([]);
    }
  });

  test('have no anchors after a failed import', async () => {
    const torn = [...DOCUMENTS.slice(0, 4000), { documentID: 'd7' }];
    await expect(load(service, 'torn', torn)).rejects.toMatchObject({ line: 4001 });
    expect(await service.store.database.query(`select * from page_mark where collection = 'torn'`)).toEqual([]);
  });
});

function matching(filter: object): SqlStage {
  return { type: 'match', filter };
}

async function readPageIds(store: Store, page: number, stages: SqlStage[]) {
  const query = { project: TEST_PROJECT, collection: 'mixed', stages, page };
  const { json } = await store.documents.readRequestedPage(query);
  return (JSON.parse(Buffer.from(json).toString()) as { documentID: string }[]).map(({ documentID }) => documentID);
}

async function load(service: TestService, collection: string, documents: readonly object[]): Promise<void> {
  async function* records() {
    yield documents.map((document, at) => ({
      line: at + 1,
      text: JSON.stringify(document).replace('"rare":1,', '"rare":1.0,'),
    }));
  }
  const { database } = service.store;
  await runImport(database, createDocumentImport(database, { project: TEST_PROJECT, collection }, records()));
}

function valueAt(document: object, field: string): unknown {
  const inner = (value: unknown, name: string) =>
    value instanceof Object && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  return field.split('.').reduce<unknown>(inner, document);
}

function selects(filter: object, document: object): boolean {
  return Object.entries(filter as Record<string, { $in?: unknown[]; $ne?: unknown }>).every(([field, operators]) => {
    const stored = valueAt(document, field);
    const { $in } = operators;
    return $in ? $in.some((value) => isDeepStrictEqual(stored, value)) : !isDeepStrictEqual(stored, operators.$ne);
  });
}
