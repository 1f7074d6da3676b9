import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Grouper } from '#lib/group/grouper.ts';
import type { GroupStage } from '#lib/group/groupSpec.ts';
import { documentTextsArbitrary, groupStageArbitrary } from '#lib/group/testing/groupArbitraries.ts';
import { toCanonicalJson } from '#lib/group/toCanonicalJson.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { DocumentReader } from '#server/store/sql/documentReader.ts';
import { GroupPageReader } from '#server/store/sql/group/groupPageReader.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import { describeOnEachDatabase, TEST_PROJECT } from '#server/testing/testService.ts';

const RUNS = Number(process.env['FLEETLENS_GROUP_RUNS'] ?? getTestRepeatCount(40, 500));
const SEED = Number(process.env['FLEETLENS_GROUP_SEED'] ?? Date.now() % 2 ** 31);

const PER_COLLECTION = 20;

describeOnEachDatabase('groups of irregular documents', (service) => {
  const readInDatabase = async (collection: string, stage: GroupStage): Promise<string[]> => {
    const { database } = service.store;
    const query = { project: TEST_PROJECT, collection, stages: [{ type: 'group' as const, ...stage }], page: 1 };
    const slices = { documents: 7, passed: 1000, patience: 60_000 };
    const texts: string[] = [];
    // a cluster does not group in slices
    for (const some of service.kind === 'spread' ? [undefined] : [undefined, slices]) {
      const reader = new GroupPageReader(database, new DocumentReader(database), some);
      const { json } = await reader.readPage(query, { offset: 0, pageSize: 1000 });
      texts.push(Buffer.from(json).toString());
    }
    return texts;
  };

  test(
    `are the same in the database and in memory (seed ${SEED})`,
    async () => {
      const wrong: unknown[] = [];
      for (let from = 0; from < RUNS; from += PER_COLLECTION) {
        const collection = `irregular-${from}`;
        const [texts = []] = fc.sample(documentTextsArbitrary, { numRuns: 1, seed: SEED + from });
        await service.storeDocuments(collection, texts);
        for (const stage of fc.sample(groupStageArbitrary, { numRuns: PER_COLLECTION, seed: SEED + from })) {
          const grouper = new Grouper(stage);
          // the arbitrary generates only objects
          for (const text of texts) grouper.add(parseJson(text) as JsonObject);
          const expected = toCanonicalJson(grouper.getResults());
          for (const text of await readInDatabase(collection, stage)) {
            const found = toCanonicalJson(parseJson(text));
            if (found !== expected) wrong.push({ stage: stringifyJson(stage), from, found, expected });
          }
        }
      }
      const some = wrong.slice(0, 3);
      expect({ count: wrong.length, some }, `FLEETLENS_GROUP_SEED=${SEED}`).toEqual({ count: 0, some: [] });
    },
    60_000 + RUNS * 1000,
  );
});
