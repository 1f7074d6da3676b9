import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Grouper } from '#lib/group/grouper.ts';
import type { GroupStage } from '#lib/group/groupSpec.ts';
import { documentTextsArbitrary, groupStageArbitrary } from '#lib/group/testing/groupArbitraries.ts';
import { toCanonicalJson } from '#lib/group/toCanonicalJson.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import type { PlainStage } from '#pipeline/draft/stages/stageBase.ts';
import { runStages } from '#pipeline/draft/stages/stageRegistry.ts';
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
    const slices = { few: 7, most: 7, passedBytes: 1_000_000, patience: 60_000 };
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

const STAGES: readonly PlainStage[] = [
  { type: 'match', filter: {} },
  { type: 'match', filter: { a: { $gte: 1 } } },
  { type: 'project', specs: { c: 0 } },
  { type: 'sort', specs: { b: -1 } },
  { type: 'group', condition: { a: '$a' }, fields: { b: { $sum: '$b' } } },
];
/** Replaces the project stage at even places. */
const KEEP: PlainStage = { type: 'project', specs: { a: 1 } };
const ORDERS = [1, 2, 3, 4].flatMap(listOrders);
/** Of the long orders, quick runs take some. */
const isChosen = (order: unknown[], at: number) => order.length <= 2 || (at + SEED) % getTestRepeatCount(80, 1) === 0;
const PAGE_SIZES = [1, 2, 7, 20, 1000];

describeOnEachDatabase('stages in any order', (service) => {
  const documents = Array.from({ length: 9 }, (_, n) => ({
    documentID: `d${n}`,
    ...(n % 4 < 3 && { a: n % 4 }),
    ...(n !== 5 && { b: (n * 5) % 7 }),
    c: n,
  }));
  beforeAll(() => service.storeDocuments('orders', documents));

  test(
    `give the same pages as in memory (seed ${SEED})`,
    async () => {
      const { database } = service.store;
      const slices = { few: 4, most: 4, passedBytes: 20_000, patience: 60_000 };
      const wrong: unknown[] = [];
      for (const stages of ORDERS.filter(isChosen)) {
        const expected = runStages(documents, stages).map(toCanonicalJson);
        // keeps groups for further pages; a cluster does not group in slices
        const groups = new GroupPageReader(database, new DocumentReader(database), slices);
        const hasSlices = service.kind !== 'spread' && stages.some(({ type }) => type === 'group');
        const readSlices = async (page: number, pageSize: number) => {
          const query = { project: TEST_PROJECT, collection: 'orders', stages, page };
          const { json } = await groups.readPage(query, { offset: (page - 1) * pageSize, pageSize });
          return parseJson(Buffer.from(json).toString());
        };
        const request = async (nPage: number, pageSize: number) => {
          const query = { collection: 'orders', pipeline: stages, nPage, pageSize };
          const { body } = await service.callOperation('/datastore/pipeline', query);
          return (body as { documents?: unknown }).documents ?? body; // or an error
        };
        for (const read of hasSlices ? [request, readSlices] : [request]) {
          for (const size of PAGE_SIZES) {
            for (let from = 0; from <= expected.length; from += size) {
              const found = await read(from / size + 1, size);
              const page = `[${expected.slice(from, from + size)}]`;
              if (toCanonicalJson(found) !== page)
                wrong.push({ stages: stringifyJson(stages), size, from, page, found });
            }
          }
        }
      }
      const some = wrong.slice(0, 3);
      expect({ count: wrong.length, some }, `FLEETLENS_GROUP_SEED=${SEED}`).toEqual({ count: 0, some: [] });
    },
    getTestRepeatCount(60_000, 1_200_000),
  );
});

function listOrders(length: number): PlainStage[][] {
  if (length === 0) return [[]];
  return listOrders(length - 1).flatMap((before) =>
    STAGES.map((stage) => [...before, stage.type === 'project' && length % 2 === 0 ? KEEP : stage]),
  );
}
