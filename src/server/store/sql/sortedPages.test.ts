import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentImport, runImport } from '#server/importing/runImport.ts';
import { withCaller } from '#server/store/fairQueue.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import { describeOnEachDatabase, TEST_PROJECT, TestService } from '#server/testing/testService.ts';
import { PipelinePageReader } from './pipelinePageReader.ts';

/** Exceeds the size of a slice, and the number of documents that the embedded database sorts for a far page. */
const COUNT = 260_000;
const PAGE = 20;

/** Returns the value of `v` in a document: number, text or missing. `BODY` computes the same value in SQL. */
function storedValue(seq: number): number | string | undefined {
  if (seq % 11 === 0) return undefined;
  return seq % 5 === 0 ? `t${seq % 97}` : (seq * 7919) % 1000;
}

const BODY = `case when i % 11 = 0 then '{}' when i % 5 = 0 then jsonb_build_object('v', 't' || i % 97)
  else jsonb_build_object('v', i * 7919 % 1000) end || jsonb_build_object('at', i, 'even', i % 2 = 0)`;

const RANKS = ['undefined', 'number', 'string'];

function ranked(direction: 1 | -1, kept: (seq: number) => boolean) {
  const rank = (value: unknown) => RANKS.indexOf(typeof value);
  return Array.from({ length: COUNT }, (_, at) => at + 1)
    .filter(kept)
    .map((seq) => ({ seq, value: storedValue(seq) }))
    .sort((a, b) => {
      const types = rank(a.value) - rank(b.value);
      if (types !== 0) return direction * types;
      const less = a.value === b.value || a.value === undefined ? 0 : (a.value as never) < (b.value as never) ? -1 : 1;
      return direction * less || a.seq - b.seq;
    })
    .map(({ seq }) => seq);
}

describe('sorting many documents in the embedded database', () => {
  const service = new TestService('pglite');
  beforeAll(async () => {
    await service.open();
    const { database } = service.store;
    await database.transaction(async (session) => {
      await session.query('drop index document_body');
      await session.query(
        `insert into document select $1, 'logs', i, 'd' || i, ${BODY} from generate_series(1, ${COUNT}) i`,
        [TEST_PROJECT],
      );
      const collection = 'insert into collection (project, name, documents) values ($1, $2, $3)';
      await session.query(collection, [TEST_PROJECT, 'logs', COUNT]);
    });
  });
  afterAll(() => service.close());

  const page = async (stages: unknown[], nPage: number) => {
    const request = { collection: 'logs', pipeline: stages, nPage };
    const { body, status } = await service.callOperation('/datastore/pipeline', request);
    const { documents = [], ...said } = body as { documents?: { documentID: string }[]; code: string; message: string };
    return { status, ...said, ids: documents.map(({ documentID }) => Number(documentID.slice(1))) };
  };

  for (const direction of [1, -1] as const) {
    const tags = direction === 1 ? [] : ['long'];
    test(`sorts by numbers and texts (${direction})`, { tags }, async () => {
      const stages = [
        { type: 'match', filter: { v: { $exists: true } } },
        { type: 'sort', specs: { v: direction } },
      ];
      const order = ranked(direction, (seq) => storedValue(seq) !== undefined);
      for (const nPage of [1, 50])
        expect((await page(stages, nPage)).ids).toEqual(order.slice((nPage - 1) * PAGE, nPage * PAGE));
    });
  }

  test('sorts the documents left by a match, also when a project drops the field', { tags: ['long'] }, async () => {
    const stages = [
      { type: 'match', filter: { even: true } },
      { type: 'sort', specs: { v: -1 } },
      { type: 'project', specs: { at: 1 } },
    ];
    const order = ranked(-1, (seq) => seq % 2 === 0);
    expect((await page(stages, 1)).ids).toEqual(order.slice(0, PAGE));
    expect((await page(stages, 51)).ids).toEqual(order.slice(50 * PAGE, 51 * PAGE));
  });

  const match = { type: 'match', filter: { at: { $gt: 1 } } };
  test.each([
    [[], 'the collection has more. Put a match before the sort, or request a page from 1 to 50.'],
    [[match], 'the match returns more. Narrow the match, or request a page from 1 to 50.'],
  ])('rejects a page too far in, with the reason and an alternative (after %j)', async (before, advice) => {
    const { status, code, message } = await page([...before, { type: 'sort', specs: { v: 1 } }], 51);
    expect({ status, code, message }).toEqual({
      status: 400,
      code: 'QUERY-TOO-COSTLY',
      message: `Pages after 50 of a sorted result are available for at most 250,000 documents, and ${advice}`,
    });
  });
});

const PAGES = getTestRepeatCount(4, 2000);
const EVERY = getTestRepeatCount(2, 40);

describeOnEachDatabase('sorted pages during an import into their collection', (service) => {
  // enough for two slices in the embedded database
  const count = service.kind === 'pglite' ? 55_000 : 5000;
  const replace = async (version: number) => {
    async function* records() {
      for (let from = 0; from < count; from += 5000) {
        yield Array.from({ length: 5000 }, (_, at) => {
          const n = from + at;
          const document = { documentID: `${version}-${n}`, n: ((n + 13 * version) * 7919) % count, version };
          return { line: n + 1, text: JSON.stringify(document) };
        });
      }
    }
    const { database } = service.store;
    const target = { project: TEST_PROJECT, collection: 'feed' };
    const storing = createDocumentImport(database, target, records(), { mode: 'replace' });
    await withCaller('import', () => runImport(database, storing));
  };

  test('each come from one version of the collection', {
    timeout: 60_000 + PAGES * 1000,
    tags: service.kind === 'pglite' ? ['long'] : [],
  }, async () => {
    await replace(0);
    let importing: Promise<void> | undefined;
    let imports = 0;
    let read = 0;
    let statements = 0;
    // starts an import before a different statement of each page; the embedded database waits for its end
    const mayImport = async () => {
      if (importing || read < (imports + 1) * EVERY || statements++ < (imports + 2) % 4) return;
      importing = replace(++imports).finally(() => {
        importing = undefined;
      });
      if (service.kind === 'pglite') await importing;
    };
    const { database } = service.store;
    const documents = new PipelinePageReader(
      {
        ...database,
        query: (...statement) => mayImport().then(() => database.query(...statement)),
        queryJsonRow: (...statement) => mayImport().then(() => database.queryJsonRow(...statement)),
      },
      PAGE,
    );
    const match = { type: 'match' as const, filter: { n: { $in: Array.from({ length: 1000 }, (_, n) => n) } } };
    const sort = { type: 'sort' as const, specs: { n: 1 } };
    const wrong: unknown[] = [];
    for (; read < PAGES; read++) {
      statements = 0;
      const number = 1 + (read % 50);
      const stages = read % 2 === 0 ? [sort] : [match, sort];
      const query = { project: TEST_PROJECT, collection: 'feed', stages, page: number };
      const { json } = await withCaller('reader', () => documents.readRequestedPage(query));
      const found = JSON.parse(Buffer.from(json).toString()) as { n: number; version: number }[];
      const expected = Array.from({ length: PAGE }, (_, at) => (number - 1) * PAGE + at);
      const versions = new Set(found.map(({ version }) => version));
      const numbers = found.map(({ n }) => n);
      const right = isDeepStrictEqual(numbers, expected) && versions.size === 1;
      if (!right) wrong.push({ number, found });
    }
    await importing;
    expect({ wrong, imports }).toEqual({ wrong: [], imports: expect.toSatisfy((number: number) => number > 0) });
  });
});
