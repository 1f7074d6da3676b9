import { expect, test, vi } from 'vitest';
import { DatabaseError, type ServiceDatabase } from '#server/store/database.ts';
import { DocumentReader } from '#server/store/sql/documentReader.ts';
import type { SqlStage } from '#server/store/sql/pipelineSql.ts';
import { describeOnEachDatabase, TEST_PROJECT } from '#server/testing/testService.ts';
import { GroupPageReader } from './groupPageReader.ts';
import { GROUPS_EXCEEDED_SQLSTATE, MAX_GROUPS } from './groupSql.ts';

const SLICES = { few: 10, most: 10, passedBytes: 20_000, patience: 60_000 };
const FIELDS = { count: { $count: {} }, last: { $last: '$at' } };
const BY_N: SqlStage = { type: 'group', condition: { n: '$n' }, fields: FIELDS };
const BY_N_ONLY: SqlStage = { type: 'group', condition: { n: '$n' } };

const numberDocuments = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

function onStatement(database: ServiceDatabase, tell: (sql: string) => void): ServiceDatabase {
  return {
    ...database,
    query: (...statement) => {
      tell(statement[0]);
      return database.query(...statement);
    },
    queryJsonRow: (...statement) => {
      tell(statement[0]);
      return database.queryJsonRow(...statement);
    },
  };
}

describeOnEachDatabase('groups in slices', (service) => {
  // a cluster groups on its servers
  const inSlices = test.runIf(service.kind === 'pglite' || service.kind === 'postgres');
  const createReader = (
    slices: typeof SLICES | undefined,
    database = service.store.database,
    signal?: AbortSignal,
    bytesMax?: number,
  ) => {
    const reader = new GroupPageReader(database, new DocumentReader(database), slices, bytesMax);
    return async (collection: string, stages: SqlStage[], offset = 0, pageSize = 1000) => {
      const query = { project: TEST_PROJECT, collection, stages, page: 1 };
      const { json } = await reader.readPage(query, { offset, pageSize }, signal);
      return Buffer.from(json).toString();
    };
  };

  inSlices('are those of one statement, before and behind other stages', async () => {
    const documents = Array.from({ length: 95 }, (_, at) => ({ n: at % 7, at, even: at % 2 === 0 }));
    await service.storeDocuments('c', documents);
    const [read, readAtOnce] = [createReader(SLICES), createReader({ ...SLICES, few: 1000 })];
    const pipelines: SqlStage[][] = [
      [BY_N],
      [{ type: 'match', filter: { even: true } }, BY_N],
      [{ type: 'match', filter: { at: { $gt: 40 } } }, { type: 'project', specs: { at: 0 } }, BY_N],
      [BY_N, { type: 'sort', specs: { last: -1 } }],
      [BY_N, { type: 'match', filter: { n: { $gt: 3 } } }, { type: 'project', specs: { count: 1 } }],
      [BY_N, { ...BY_N, condition: { count: '$count' } }],
      [
        { type: 'group', condition: { at: '$at' } },
        { type: 'sort', specs: { at: -1 } },
      ],
      [{ type: 'sort', specs: { at: -1 } }, BY_N],
    ];
    for (const stages of pipelines) expect(await read('c', stages)).toBe(await readAtOnce('c', stages));
    expect(await read('c', [BY_N])).toContain('[{"n": 0, "count": 14, "last": 91},{"n": 1, "count": 14, "last": 92}');
  });

  inSlices('serve further pages from the groups of the first, until the collection is replaced', async () => {
    const documents = Array.from({ length: 60 }, (_, n) => ({ n: n % 30 }));
    await service.storeDocuments('paged', documents);
    const { database } = service.store;
    let statements = 0;
    const counting = onStatement(database, () => statements++);
    const read = createReader(SLICES, counting);
    const readPage = async (offset: number, stages = [BY_N]) => {
      statements = 0;
      const groups: { n: number }[] = JSON.parse(await read('paged', stages, offset, 20));
      return { groups, statements };
    };
    const first = await readPage(0);
    expect(first.groups.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    const second = await readPage(20);
    expect(second.groups.map(({ n }) => n)).toEqual(Array.from({ length: 10 }, (_, n) => 20 + n));
    expect(second.statements).toBe(1);
    // another query, the first page again, and a replaced collection
    expect((await readPage(20, [{ type: 'match', filter: { n: { $lt: 25 } } }, BY_N])).groups).toHaveLength(5);
    expect((await readPage(0)).statements).toBeGreaterThan(1);
    await database.query(`update collection set generation = gen_random_uuid() where name = 'paged'`);
    expect((await readPage(20)).statements).toBeGreaterThan(1);
  });

  inSlices('of several queries are kept for their further pages, as far as memory allows', async () => {
    await service.storeDocuments(
      'several',
      Array.from({ length: 60 }, (_, n) => ({ n: n % 30 })),
    );
    let statements = 0;
    const counting = onStatement(service.store.database, () => statements++);
    const other: SqlStage = { ...BY_N, fields: { last: { $last: '$n' } } };
    for (const [bytesMax, isKept] of [
      [20_000, true],
      [9000, false],
    ] as const) {
      const read = createReader(SLICES, counting, undefined, bytesMax);
      await read('several', [BY_N], 0, 20);
      await read('several', [other], 0, 20);
      statements = 0;
      expect(JSON.parse(await read('several', [BY_N], 20, 20))).toHaveLength(10);
      expect(statements === 1).toBe(isKept);
    }
  });

  inSlices('are rejected if they need too much memory', async () => {
    await service.storeDocuments(
      'memory',
      Array.from({ length: 60 }, (_, n) => ({ n })),
    );
    const message = expect.stringContaining('need more than 0.005 MB of memory. Put a match before');
    const refused = { status: 400, code: 'QUERY-TOO-COSTLY', at: '/pipeline/0', message };
    const read = createReader(SLICES, undefined, undefined, 5243);
    await expect(read('memory', [BY_N])).rejects.toMatchObject(refused);
    expect(await read('memory', [{ type: 'match', filter: { n: { $lt: 3 } } }, BY_N])).toContain('"n": 2');
  });

  inSlices('are not limited by the time in which their statements wait', async () => {
    await service.storeDocuments(
      'waiting',
      Array.from({ length: 50 }, (_, n) => ({ n: n % 2 })),
    );
    vi.useFakeTimers({ toFake: ['performance'] });
    const waiting = onStatement(service.store.database, () => vi.advanceTimersByTime(SLICES.patience));
    try {
      expect(await createReader(SLICES, waiting)('waiting', [BY_N])).toContain('"count": 25');
    } finally {
      vi.useRealTimers();
    }
  });

  inSlices('start again if the collection is replaced meanwhile', async () => {
    const documents = Array.from({ length: 50 }, (_, n) => ({ n: n % 2 }));
    await service.storeDocuments('replaced', documents);
    const { database } = service.store;
    let statements = 0;
    const query: typeof database.query = async (sql, values, signal) => {
      // after the statement for the state and two slices
      if (++statements === 4) {
        await database.query(`update collection set generation = gen_random_uuid() where name = 'replaced'`);
        await database.query(`update document set body = '{"n": 2}' where collection = 'replaced'`);
      }
      return database.query(sql, values, signal);
    };
    const read = createReader(SLICES, { ...database, query });
    expect(await read('replaced', [BY_N])).toBe('[{"n": 2, "count": 50, "last": null}]');
  });

  test('of one statement are formed twice for all pages, which may be requested at once', async () => {
    const documents = Array.from({ length: 450 }, (_, n) => ({ n: n % 225, at: n }));
    await service.storeDocuments('pages', documents);
    let groupings = 0;
    const counting = onStatement(service.store.database, (sql) => {
      if (sql.includes('group by')) groupings++;
    });
    const read = createReader(undefined, counting);
    const stages: SqlStage[] = [BY_N, { type: 'sort', specs: { last: -1 } }, { type: 'project', specs: { n: 1 } }];
    const readPage = async (offset: number): Promise<{ n: number }[]> =>
      JSON.parse(await read('pages', stages, offset, 25));
    const first = await readPage(0);
    const others = await Promise.all(Array.from({ length: 9 }, (_, n) => 25 + 25 * n).map(readPage));
    expect([...first, ...others.flat()].map(({ n }) => n)).toEqual(Array.from({ length: 225 }, (_, n) => 224 - n));
    expect(groupings).toBe(2);
    // the first page begins a new state
    await service.storeDocuments('pages', [{ n: 225, at: 450 }]);
    expect(await readPage(0)).toContainEqual({ n: 225 });
    expect((await readPage(225)).map(({ n }) => n)).toEqual([0]);
  });

  test('keep their order and their end beyond the groups read in advance', async () => {
    await service.storeDocuments('beyond', numberDocuments(450));
    const read = createReader(undefined);
    const readPage = async (offset: number) => JSON.parse(await read('beyond', [BY_N_ONLY], offset, 1));
    for (const offset of [0, 1, 9, 14, 210, 449]) expect(await readPage(offset)).toEqual([{ n: offset }]);
    expect(await readPage(450)).toEqual([]);
  });

  test('are read before and after a page that is too large', { tags: ['long'] }, async () => {
    const documents = numberDocuments(30).map((document) => ({ ...document, text: 'x' }));
    await service.storeDocuments('large', [...documents, { n: 12, text: 'x'.repeat(40 * 2 ** 20) }]);
    const read = createReader(undefined);
    const stage: SqlStage = { ...BY_N_ONLY, fields: { text: { $max: '$text' } } };
    const readPage = async (offset: number, size: number): Promise<number[]> =>
      JSON.parse(await read('large', [stage], offset, size)).map(({ n }: { n: number }) => n);
    expect(await readPage(20, 5)).toEqual([20, 21, 22, 23, 24]);
    await expect(readPage(10, 5)).rejects.toMatchObject({ status: 413, at: '/pageSize' });
    expect(await readPage(5, 5)).toEqual([5, 6, 7, 8, 9]);
    expect(await readPage(12, 1)).toEqual([12]);
  });

  test.runIf(service.kind !== 'pglite')('are read after a request that the server could not answer', async () => {
    await service.storeDocuments('again', numberDocuments(1));
    let isAvailable = false;
    const failing = onStatement(service.store.database, (sql) => {
      if (!isAvailable && sql.includes('pg_extension')) throw new DatabaseError('unavailable', 'shutting down');
    });
    const read = createReader(undefined, failing);
    await expect(read('again', [BY_N_ONLY])).rejects.toMatchObject({ fault: 'unavailable' });
    isAvailable = true;
    expect(await read('again', [BY_N_ONLY])).toBe('[{"n": 0}]');
  });

  test('are read from stored documents even if a project before them keeps what they read', async () => {
    await service.storeDocuments('kept', [{ n: 1, at: 1, more: 1 }]);
    const readStatement = async (stages: SqlStage[]) => {
      let grouping = '';
      const noting = onStatement(service.store.database, (sql) => {
        if (sql.includes('group by')) grouping = sql;
      });
      await createReader(undefined, noting)('kept', stages);
      return grouping;
    };
    const kept: SqlStage = { type: 'project', specs: { n: 1, at: 1 } };
    expect(await readStatement([kept, BY_N])).toBe(await readStatement([BY_N]));
  });

  test('stop when the client disconnects, and on timeout', async () => {
    const documents = Array.from({ length: 50 }, (_, n) => ({ n }));
    await service.storeDocuments('long', documents);
    const gone = createReader(SLICES, undefined, AbortSignal.abort());
    await expect(gone('long', [BY_N])).rejects.toMatchObject({ fault: 'aborted' });
    const late = createReader({ ...SLICES, patience: -1 });
    const timeout = { status: 504, code: 'QUERY-TIMEOUT', at: '/pipeline/0' };
    await expect(late('long', [BY_N])).rejects.toMatchObject(timeout);
  });
});

describeOnEachDatabase('a group that is too large', { quickOn: 'postgres' }, (service) => {
  const SLOW = 'The query took longer than the service allows and was canceled. Put a match before';
  const MANY = 'The query has more than 1,000,000 groups. Put a match before';
  test.each([
    [new DatabaseError('timeout', ''), 504, SLOW],
    [new DatabaseError('statement', '', GROUPS_EXCEEDED_SQLSTATE), 400, MANY],
  ])('%s suggests what to narrow', async (error, status, message) => {
    const database = { ...service.store.database, query: () => Promise.reject(error) };
    const failing = new GroupPageReader(database, new DocumentReader(database));
    const query = { project: TEST_PROJECT, collection: 'c', stages: [BY_N], page: 1 };
    const reading = failing.readPage(query, { offset: 0, pageSize: 20 });
    await expect(reading).rejects.toMatchObject({ status, message: expect.stringContaining(message) });
  });

  test('more than 1,000,000 groups fail only the query', { tags: ['long'] }, async () => {
    const { database } = service.store;
    await database.transaction(async (session) => {
      await session.query('drop index if exists document_body');
      await session.query(
        `insert into document select $1, 'many', n, 'd' || n, jsonb_build_object('n', n) from generate_series(1, $2::bigint) n`,
        [TEST_PROJECT, MAX_GROUPS + 1],
      );
      const insert = `insert into collection (project, name, documents) values ($1, 'many', $2)`;
      await session.query(insert, [TEST_PROJECT, MAX_GROUPS + 1]);
    });
    await service.storeDocuments('few', [{ n: 1 }]);
    const pipeline = [{ type: 'group', condition: { n: '$n' } }];
    const ask = (collection: string) => service.callOperation('/datastore/pipeline', { collection, pipeline });
    // a machine that is too slow reaches the time limit first
    const refused = { 400: 'QUERY-TOO-COSTLY', 504: 'QUERY-TIMEOUT' };
    const { status, body } = await ask('many');
    expect(body).toMatchObject({ code: Reflect.get(refused, status), at: '/pipeline/0' });
    expect(await ask('few')).toMatchObject({ status: 200, body: { documents: [{ n: 1 }] } });
  });
});
