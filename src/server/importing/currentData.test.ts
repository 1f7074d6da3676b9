import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ServiceDatabase } from '#server/store/database.ts';
import { PipelinePageReader } from '#server/store/sql/pipelinePageReader.ts';
import { deleteCollection, type WriteMode } from '#server/store/transfer/bulkWriters.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { describeOnEachDatabase, TEST_PROJECT } from '#server/testing/testService.ts';
import { createDeviceImport, createDocumentImport, runImport, runImportAndRollBack } from './runImport.ts';

type Stored = { documentID: string; site: string; even: boolean; n: number };
type Step = { mode: WriteMode | 'delete'; from: number; count: number; version: number };

const STEP: fc.Arbitrary<Step> = fc.record({
  mode: fc.constantFrom('append', 'append', 'replace', 'update', 'update', 'delete'),
  from: fc.integer({ min: 0, max: 1500 }),
  count: fc.integer({ min: 1, max: 2600 }),
  version: fc.integer({ min: 0, max: 3 }),
});

describeOnEachDatabase('changing data', { quickOn: 'postgres' }, (service) => {
  const load = (collection: string, documents: readonly object[], mode: WriteMode) => {
    const { database } = service.store;
    const target = { project: TEST_PROJECT, collection };
    return runImport(database, createDocumentImport(database, target, records(documents), { mode }));
  };
  const pageOf = async (documents: PipelinePageReader, collection: string, page: number, filter?: object) => {
    const stages = filter ? [{ type: 'match' as const, filter }] : [];
    const { json } = await documents.readRequestedPage({ project: TEST_PROJECT, collection, stages, page });
    return JSON.parse(Buffer.from(json).toString()) as Stored[];
  };

  test('pages match a plain filter after appends, replacements, updates and deletions', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 2, maxLength: 6 }), async (steps) => {
        const collection = `current-${run++}`;
        const remembers = new PipelinePageReader(service.store.database, 20);
        let model: Stored[] = [];
        for (const step of steps) {
          const given = documentsOf(step);
          if (step.mode === 'delete') {
            await service.store.database.transaction((session) => deleteCollection(session, TEST_PROJECT, collection));
            model = [];
          } else {
            // an append accepts only new records
            const ids = new Set(model.map(({ documentID }) => documentID));
            const added = step.mode === 'append' ? given.filter(({ documentID }) => !ids.has(documentID)) : given;
            await load(collection, added, step.mode);
            model = after(model, added, step.mode);
          }
          const forgets = new PipelinePageReader(service.store.database, 20);
          for (const filter of [undefined, { site: 'A' }, { even: true }, { even: true, site: 'B' }]) {
            const expected = model.filter((document) => matches(document, filter));
            const last = Math.ceil(expected.length / 20);
            for (const page of [last, 1, last + 1, Math.ceil(last / 2) || 1]) {
              if (page < 1) continue;
              const slice = expected.slice((page - 1) * 20, page * 20);
              expect(await pageOf(remembers, collection, page, filter)).toEqual(slice);
              expect(await pageOf(forgets, collection, page, filter)).toEqual(slice);
            }
          }
        }
      }),
      { numRuns: getTestRepeatCount(2, 8) },
    );
  });

  test('a page read during a replacement comes entirely from the old or the new collection', async () => {
    const documents = (version: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ documentID: `${version}${n}`, site: n % 3 === 0 ? 'A' : version }));
    await load('swapped', documents('old', 9000), 'append');
    let looked = 0;
    const { database } = service.store;
    const swapping: ServiceDatabase = {
      ...database,
      query: async (...statement) => {
        const rows = await database.query(...statement);
        if (statement[0].includes('page_mark') && looked++ === 0)
          await load('swapped', documents('new', 3500), 'replace');
        return rows;
      },
    };
    const found = await pageOf(new PipelinePageReader(swapping, 20), 'swapped', 58, { site: 'A' });
    const expected = Array.from({ length: 20 }, (_, at) => `new${3 * (57 * 20 + at)}`);
    expect(found.map(({ documentID }) => documentID)).toEqual(expected);
    expect(looked).toBeGreaterThan(1);
  });

  test('the last of several entries for one document in an update wins', async () => {
    await load('twice', [{ documentID: 'a', n: 0 }], 'append');
    const given = [{ documentID: 'a', n: 1 }, { documentID: 'b', n: 1 }, { n: 5 }, { documentID: 'a', n: 2 }];
    const imported = await load('twice', given, 'update');
    expect(imported).toMatchObject({ updated: 1, before: 1 });
    const found = await pageOf(new PipelinePageReader(service.store.database, 20), 'twice', 1);
    expect(found.map(({ n }) => n).sort()).toEqual([1, 2, 5]);
    expect(found[0]).toEqual({ documentID: 'a', n: 2 });
  });

  const devices = (some: readonly object[], mode: WriteMode) => {
    const target = { project: TEST_PROJECT, onlineField: 'online' };
    return runImport(service.store.database, createDeviceImport(target, records(some), { mode }));
  };
  const list = async () => {
    const { body } = await service.callOperation('/devices/get', {});
    const { devices } = body as { devices: { deviceID: string; name: string }[] };
    return devices.map(({ deviceID, name }) => `${deviceID} ${name}`);
  };

  test('updates devices by ID, and replaces all of them', async () => {
    const [first = {}, second = {}, third = {}] = TEST_FLEET;
    await devices([first, second], 'append');
    const renamed = { ...second, name: 'renamed' };
    const updated = await devices([{ ...renamed, name: 'first name' }, renamed, third], 'update');
    expect(updated).toMatchObject({ updated: 1 });
    expect(await list()).toEqual(['DRONE-1 Unit DRONE-1', 'DRONE-2 renamed', 'GATEWAY-1 Unit GATEWAY-1']);
    expect(await devices([third], 'replace')).toEqual({ stored: 1, updated: 0, before: 3, removed: 2 });
    expect(await list()).toEqual(['DRONE-1 Unit DRONE-1']);
  });

  test('a failed replacement leaves the previous data', async () => {
    await load('kept', [{ documentID: 'a' }], 'append');
    await expect(load('kept', [{ documentID: 'b' }, { documentID: 5 }], 'replace')).rejects.toThrow('documentID');
    expect(await pageOf(new PipelinePageReader(service.store.database, 20), 'kept', 1)).toEqual([{ documentID: 'a' }]);
  });

  test('a dry run reports the first invalid lines, and stores nothing', async () => {
    const { database } = service.store;
    await load('rehearsed', [{ documentID: 'a' }], 'append');
    const some = [{ documentID: 'b' }, { documentID: 7 }, { documentID: 'a' }, { documentID: 'b' }, [], { n: 1 }];
    const target = { project: TEST_PROJECT, collection: 'rehearsed' };
    const { problems } = await runImportAndRollBack(database, createDocumentImport(database, target, records(some)));
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 documentID: expected text',
      expect.stringContaining('3 a document with the documentID "a" is already stored. Use --update'),
      '4 the documentID "b" is already used in line 1',
      '5 expected a JSON object',
    ]);
    const many = createDocumentImport(database, target, records(Array(100).fill([])));
    expect((await runImportAndRollBack(database, many)).problems).toHaveLength(20);
    expect(await pageOf(new PipelinePageReader(database, 20), 'rehearsed', 1)).toEqual([{ documentID: 'a' }]);
  });
});

function documentsOf({ from, count, version }: Step): Stored[] {
  return Array.from({ length: count }, (_, at) => {
    const n = from + at;
    return { n, even: (n + version) % 2 === 0, site: (n + version) % 3 === 0 ? 'A' : 'B', documentID: `d${n}` };
  });
}

function after(model: readonly Stored[], given: readonly Stored[], mode: WriteMode): Stored[] {
  if (mode !== 'update') return mode === 'replace' ? [...given] : [...model, ...given];
  const changed = new Map(given.map((document) => [document.documentID, document]));
  const kept = model.map((document) => changed.get(document.documentID) ?? document);
  const ids = new Set(model.map(({ documentID }) => documentID));
  return [...kept, ...given.filter(({ documentID }) => !ids.has(documentID))];
}

function matches(document: Stored, filter: Partial<Stored> = {}): boolean {
  return Object.entries(filter).every(([field, value]) => document[field as keyof Stored] === value);
}

async function* records(documents: readonly unknown[]) {
  yield documents.map((document, at) => ({ line: at + 1, text: JSON.stringify(document) }));
}
