import { beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase, readPageIds, type TestService } from '#server/testing/testService.ts';
import type { SqlStage } from './pipelineSql.ts';

const COUNT = 6000;
const MATCH: SqlStage = { type: 'match', filter: { third: true } };
const MATCHING = Array.from({ length: COUNT / 3 }, (_, n) => `d${n * 3}`);

describeOnEachDatabase('far pages', {}, (service) => {
  beforeAll(() => append(service, 'logs', 0, COUNT));

  test('contain the same documents in any order of requests', async () => {
    for (const page of [90, 1, 100, 2, 50, 99, 101, 3, 51, 60, 59, 90]) {
      expect(await readPageIds(service.store, 'logs', page, [MATCH])).toEqual(
        MATCHING.slice((page - 1) * 20, page * 20),
      );
      const all = Array.from({ length: COUNT }, (_, n) => `d${n}`);
      expect(await readPageIds(service.store, 'logs', page * 3, [])).toEqual(
        all.slice((page * 3 - 1) * 20, page * 3 * 20),
      );
    }
  });
});

async function append(service: TestService, collection: string, from: number, count: number): Promise<void> {
  const documents = Array.from({ length: count }, (_, n) => ({
    documentID: `d${from + n}`,
    third: (from + n) % 3 === 0,
  }));
  await service.storeDocuments(collection, documents);
}
