import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ServiceDatabase } from '#server/store/database.ts';
import { withCaller } from '#server/store/fairQueue.ts';
import { createTestDataDirectory } from '#server/testing/testService.ts';
import { openPglite, type PgliteOptions } from './pglite.ts';

const ENDLESS = 'select count(*) from generate_series(1, 1000000000000)';

async function embedded(options: Omit<PgliteOptions, 'dataDir'>): Promise<ServiceDatabase> {
  const { path, remove } = createTestDataDirectory();
  const database = await openPglite({ dataDir: join(path, 'pglite'), ...options });
  onTestFinished(async () => {
    await database.close();
    remove();
  });
  return database;
}

test('the embedded database cancels a slow statement, keeps its data, and stores nothing of a transaction whose thread ended', async () => {
  const database = await embedded({ statementTimeout: 2000 });
  await database.transaction((session) =>
    session.query(`insert into collection (project, name, documents) values ('p', 'c', 7)`),
  );
  const endless = database.query(ENDLESS).catch((error: unknown) => error);
  // a statement sent in the meantime waits for its turn, and succeeds
  const waiting = database.query('select documents from collection');
  // the health check needs no turn
  const told: string[] = [];
  await Promise.all([
    database.isResponding().then((there) => told.push(`there: ${there}`)),
    endless.then(() => told.push('ended')),
  ]);
  expect(told).toEqual(['there: true', 'ended']);
  expect(await endless).toMatchObject({ fault: 'timeout' });
  expect(await waiting).toEqual([['7']]);
  await database.query('delete from collection');

  // a transaction that lost its thread stores nothing, even if it continues
  const insert = (name: string) => `insert into collection (project, name, documents) values ('p', '${name}', 1)`;
  const going = database.transaction(async (session) => {
    await session.query(insert('before'));
    // simulates a full disk
    await session.query(`do $$ begin raise exception using errcode = '53100'; end $$`).catch(() => undefined);
    await session.query(insert('after')).catch(() => undefined);
  });
  await expect(going).rejects.toMatchObject({ fault: 'unavailable' });
  expect(await database.query('select name from collection')).toEqual([]);
});

test('a project with slow queries is interrupted while another waits, and does not restart at once', {
  tags: ['long'],
}, async () => {
  const database = await embedded({ statementTimeout: 60_000, patience: 30_000, preemptAfter: 300 });
  const endless = () => withCaller('one', () => database.query(ENDLESS)).catch((error: unknown) => error);
  const cheap = () => withCaller('two', () => database.query('select 1'));
  const heavy = Promise.all([endless(), endless()]);
  let isAnswered = false;
  const answered = heavy.then(() => {
    isAnswered = true;
  });
  // only the first request meets a running statement
  for (let request = 0; request < 20; request++) expect(await cheap()).toEqual([['1']]);
  expect(isAnswered).toBe(false);
  while (!isAnswered) await cheap();
  await answered;
  expect(await heavy).toMatchObject([{ fault: 'timeout' }, { fault: 'timeout' }]);
});
