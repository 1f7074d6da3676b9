import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { allOrNothing, storingDocuments } from '#server/importing/importing.ts';
import { Store } from '#server/store/store.ts';
import { describeOnBoth, PROJECT, type TestService } from '#server/testing/service.ts';
import type { Stage } from './pipelineSql.ts';

/** Values that look alike: what is counted by the importer must be what the database finds equal. */
const VALUES = ['A', 'a', 'true', '1', '', 'é', 'e\u0301', '🛰', true, false, null, 1, 0, ['A'], { A: 'A' }, undefined];
const COUNT = 9000;

const DOCUMENTS = Array.from({ length: COUNT }, (_, n) => ({
  documentID: `d${n}`,
  same: 'A',
  mixed: VALUES[(n * 7919) % VALUES.length],
  // common at first only, and common later only
  early: n < 3000 ? 'x' : 'y',
  'a.b': 'A',
  a: { b: 'A' },
  constructor: n % 2 === 0 ? 'A' : 'B',
}));

describeOnBoth('far pages of common values', (service) => {
  beforeAll(async () => {
    await load(service, 'mixed', DOCUMENTS.slice(0, 5000));
    await load(service, 'mixed', DOCUMENTS.slice(5000));
  });

  test('hold the same as without what was counted, whichever is asked for first', async () => {
    const fields = ['same', 'mixed', 'early', 'a.b', 'a', 'constructor', 'none', 'documentID'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fields),
        fc.constantFrom(...VALUES, 'x', 'y', 'B'),
        fc.integer({ min: 1, max: COUNT / 20 + 60 }),
        async (field, value = 'd7', page) => {
          const stages = [matching({ [field]: value })];
          const found = DOCUMENTS.filter((document) => equal(valueAt(document, field), value));
          const expected = found.slice((page - 1) * 20, page * 20).map(({ documentID }) => documentID);
          expect(await ids(new Store(service.store.database), 'mixed', page, stages)).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('are found by marks at every thousandth of them', async () => {
    const rows = await service.store.database.query(
      `select before, seq from page_mark where collection = 'mixed' and value = $1 order by before`,
      ['["constructor","B"]'],
    );
    expect(rows).toEqual([0, 1000, 2000, 3000, 4000].map((before) => [`${before}`, `${before * 2}`]));
  });

  test('a project stage before the match, or another condition, is not mistaken for the value alone', async () => {
    const match = matching({ same: 'A' });
    const without: Stage = { type: 'project', specs: { same: 0 } };
    expect(await ids(service.store, 'mixed', 300, [without, match])).toEqual([]);
    expect(await ids(service.store, 'mixed', 300, [match, without])).toHaveLength(20);
    expect(await ids(service.store, 'mixed', 300, [match, matching({ early: 'x' })])).toEqual([]);
    expect(await ids(service.store, 'mixed', 300, [matching({ same: 'A', early: 'x' })])).toEqual([]);
    expect(await ids(service.store, 'mixed', 300, [matching({ same: { $ne: 'A' } })])).toEqual([]);
  });

  test('an import that fails leaves no marks', async () => {
    const torn = [...DOCUMENTS.slice(0, 4000), { documentID: 'd7' }];
    await expect(load(service, 'torn', torn)).rejects.toMatchObject({ line: 4001 });
    expect(await service.store.database.query(`select * from page_mark where collection = 'torn'`)).toEqual([]);
  });
});

function matching(filter: object): Stage {
  return { type: 'match', filter };
}

async function load(service: TestService, collection: string, documents: readonly object[]): Promise<void> {
  async function* records() {
    yield documents.map((document, at) => ({ line: at + 1, text: JSON.stringify(document) }));
  }
  const { database } = service.store;
  await allOrNothing(database, storingDocuments(database, { project: PROJECT, collection }, records()));
}

async function ids(store: Store, collection: string, page: number, stages: Stage[]): Promise<string[]> {
  const { json } = await store.documents.page({ project: PROJECT, collection, stages, page });
  return (JSON.parse(Buffer.from(json).toString()) as { documentID: string }[]).map(({ documentID }) => documentID);
}

/** What a field names: dotted names reach into objects. */
function valueAt(document: object, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        value instanceof Object && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined,
      document,
    );
}

function equal(stored: unknown, value: unknown): boolean {
  return JSON.stringify(stored) === JSON.stringify(value);
}
