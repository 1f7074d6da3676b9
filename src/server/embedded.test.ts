import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openPglite } from './store/pglite.ts';

test('the embedded database ends a statement that takes too long, and goes on with what it had', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fleetlens-test-'));
  cpSync(inject('pgliteTemplate'), dataDir, { recursive: true });
  const database = await openPglite({ dataDir, statementTimeout: 500 });
  await database.transaction((session) =>
    session.query(`insert into collection (project, name, documents) values ('p', 'c', 7)`),
  );
  const endless = database
    .query('select count(*) from generate_series(1, 1000000000000)')
    .catch((error: unknown) => error);
  // what was asked for meanwhile waits its turn, and is answered
  const waiting = database.query('select documents from collection');
  expect(await endless).toMatchObject({ fault: 'timeout' });
  expect(await waiting).toEqual([['7']]);
  await database.close();
  rmSync(dataDir, { recursive: true });
});
