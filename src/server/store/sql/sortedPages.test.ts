import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onBehalfOf } from '#server/store/turns.ts';
import { PROJECT, TestService } from '#server/testing/service.ts';

/** More than are sorted at once, and than the embedded database sorts for a page that is far in. */
const COUNT = 260_000;
const PAGE = 20;

/** What a document holds as `v`: numbers, texts, or nothing. The database makes the same. */
function storedValue(seq: number): number | string | undefined {
  if (seq % 11 === 0) return undefined;
  return seq % 5 === 0 ? `t${seq % 97}` : (seq * 7919) % 1000;
}

const BODY = `case when i % 11 = 0 then '{}' when i % 5 = 0 then jsonb_build_object('v', 't' || i % 97)
  else jsonb_build_object('v', i * 7919 % 1000) end || jsonb_build_object('at', i, 'even', i % 2 = 0)`;

const RANKS = ['undefined', 'number', 'string', 'boolean'];

/** Missing first, then numbers, texts, false, true; ties in the order of storing. */
function ranked(direction: 1 | -1, kept = (_: number) => true, valueAt: (seq: number) => unknown = storedValue) {
  const rank = (value: unknown) => RANKS.indexOf(typeof value);
  return Array.from({ length: COUNT }, (_, at) => at + 1)
    .filter(kept)
    .map((seq) => ({ seq, value: valueAt(seq) }))
    .sort((a, b) => {
      const types = rank(a.value) - rank(b.value);
      if (types !== 0) return direction * types;
      const less = a.value === b.value || a.value === undefined ? 0 : (a.value as never) < (b.value as never) ? -1 : 1;
      return direction * less || a.seq - b.seq;
    })
    .map(({ seq }) => seq);
}

describe('a sort of very many documents in the embedded database', () => {
  const service = new TestService('pglite');
  beforeAll(async () => {
    await service.open();
    const { database } = service.store;
    await database.transaction(async (session) => {
      await session.query('drop index document_body');
      await session.query(
        `insert into document select $1, 'logs', i, 'd' || i, ${BODY} from generate_series(1, ${COUNT}) i`,
        [PROJECT],
      );
      const collection = 'insert into collection (project, name, documents) values ($1, $2, $3)';
      await session.query(collection, [PROJECT, 'logs', COUNT]);
    });
  });
  afterAll(() => service.close());

  const page = async (stages: unknown[], nPage: number) => {
    const { body, status } = await service.call('/datastore/pipeline', { collection: 'logs', pipeline: stages, nPage });
    const { documents = [], code } = body as { documents?: { documentID: string }[]; code: string };
    return { status, code, ids: documents.map(({ documentID }) => Number(documentID.slice(1))) };
  };

  test.each([1, -1] as const)('gives the pages that sorting at once would (%d)', async (direction) => {
    const order = ranked(direction);
    for (const nPage of [1, 2, 50]) {
      const { ids } = await page([{ type: 'sort', specs: { v: direction } }], nPage);
      expect(ids).toEqual(order.slice((nPage - 1) * PAGE, nPage * PAGE));
    }
  });

  const values: Record<string, (seq: number) => unknown> = {
    v: storedValue,
    at: (seq) => seq,
    even: (seq) => seq % 2 === 0,
    'at.deeper': () => undefined,
  };
  for (const { field, direction, tags } of [
    { field: 'v', direction: 1, tags: ['long'] },
    { field: 'v', direction: -1, tags: [] },
    { field: 'at', direction: 1, tags: [] },
    { field: 'at', direction: -1, tags: ['long'] },
    { field: 'even', direction: 1, tags: ['long'] },
    { field: 'even', direction: -1, tags: ['long'] },
    { field: 'at.deeper', direction: 1, tags: ['long'] },
    { field: 'at.deeper', direction: -1, tags: ['long'] },
  ] as const) {
    test(`by numbers, texts, booleans, and by what none has (${field} ${direction})`, { tags: [...tags] }, async () => {
      // those that have a number come first or last but for these
      const match = { type: 'match', filter: { v: { $exists: true } } };
      const stages = field === 'v' ? [match] : [];
      const order = ranked(direction, (seq) => field !== 'v' || storedValue(seq) !== undefined, values[field]);
      for (const nPage of [1, 50]) {
        const { ids } = await page([...stages, { type: 'sort', specs: { [field]: direction } }], nPage);
        expect(ids).toEqual(order.slice((nPage - 1) * PAGE, nPage * PAGE));
      }
    });
  }

  test('of what a match leaves, also where a project drops the field', async () => {
    const stages = [
      { type: 'match', filter: { even: true } },
      { type: 'sort', specs: { v: -1 } },
      { type: 'project', specs: { at: 1 } },
    ];
    const order = ranked(-1, (seq) => seq % 2 === 0);
    expect((await page(stages, 1)).ids).toEqual(order.slice(0, PAGE));
    expect((await page(stages, 51)).ids).toEqual(order.slice(50 * PAGE, 51 * PAGE));
  });

  test('is refused with words where a page lies too far in', async () => {
    const { status, code } = await page([{ type: 'sort', specs: { v: 1 } }], 51);
    expect({ status, code }).toEqual({ status: 400, code: 'QUERY-TOO-COSTLY' });
  });

  test('lets others in between', async () => {
    const done: string[] = [];
    const sort = onBehalfOf('one', () => page([{ type: 'sort', specs: { v: 1 } }], 1)).then(() => done.push('sort'));
    // begun by now, for this waits behind its first statement
    await service.store.database.query('select 1');
    await onBehalfOf('another', () => service.store.database.query('select 1')).then(() => done.push('other'));
    await sort;
    expect(done).toEqual(['other', 'sort']);
  });
});
