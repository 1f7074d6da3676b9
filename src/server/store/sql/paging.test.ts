import { beforeAll, expect, test } from 'vitest';
import { Store } from '#server/store/store.ts';
import { describeOnEachDatabase, TEST_PROJECT, type TestService } from '#server/testing/testService.ts';
import type { SqlStage } from './pipelineSql.ts';

const COUNT = 6000;
const MATCH: SqlStage = { type: 'match', filter: { third: true } };
const MATCHING = Array.from({ length: COUNT / 3 }, (_, n) => `d${n * 3}`);

describeOnEachDatabase('far pages', {}, (service) => {
  beforeAll(() => append(service, 'logs', 0, COUNT));

  test('contain the same documents in any order of requests', async () => {
    for (const page of [90, 1, 100, 2, 50, 99, 101, 3, 51, 60, 59, 90]) {
      expect(await ids(service.store, 'logs', page, [MATCH])).toEqual(MATCHING.slice((page - 1) * 20, page * 20));
      const all = Array.from({ length: COUNT }, (_, n) => `d${n}`);
      expect(await ids(service.store, 'logs', page * 3, [])).toEqual(all.slice((page * 3 - 1) * 20, page * 3 * 20));
    }
  });

  test('are the same without cached positions', async () => {
    for (const page of [100, 77]) {
      const fresh = new Store(service.store.database);
      expect(await ids(fresh, 'logs', page, [MATCH])).toEqual(MATCHING.slice((page - 1) * 20, page * 20));
    }
  });

  test('include documents appended later', async () => {
    await append(service, 'growing', 0, 3000);
    expect(await ids(service.store, 'growing', 51, [MATCH])).toEqual([]);
    await append(service, 'growing', 3000, 300);
    expect(await ids(service.store, 'growing', 51, [MATCH])).toEqual(MATCHING.slice(1000, 1020));
  });

  test('do not mix a recreated collection with the old one', async () => {
    await append(service, 'anew', 0, 4500);
    expect(await ids(service.store, 'anew', 60, [MATCH])).toEqual(MATCHING.slice(1180, 1200));
    await service.store.database.query(`delete from document where collection = 'anew'`);
    await service.store.database.query(`delete from collection where name = 'anew'`);
    await append(service, 'anew', 1500, 4500);
    expect(await ids(service.store, 'anew', 60, [MATCH])).toEqual(MATCHING.slice(1680, 1700));
  });
});

async function append(service: TestService, collection: string, from: number, count: number): Promise<void> {
  const documents = Array.from({ length: count }, (_, n) => ({
    documentID: `d${from + n}`,
    third: (from + n) % 3 === 0,
    even: (from + n) % 2 === 0,
  }));
  await service.storeDocuments(collection, documents);
}

async function ids(store: Store, collection: string, page: number, stages: SqlStage[]): Promise<string[]> {
  const { json } = await store.documents.readRequestedPage({ project: TEST_PROJECT, collection, stages, page });
  return (JSON.parse(Buffer.from(json).toString()) as { documentID: string }[]).map(({ documentID }) => documentID);
}
