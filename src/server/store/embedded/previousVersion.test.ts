import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveProject } from '#server/store/sql/projects.ts';
import { migrateSchema, readSchemaVersion, SCHEMA_VERSION } from '#server/store/sql/schema.ts';
import { hashSecret, Store } from '#server/store/store.ts';
import { createTestFolder, runCommandAsProcess, runCommandInProcess } from '#server/testing/commandLine.ts';
import {
  getAvailableDatabaseKinds,
  openTestDatabase,
  REVERT_CREDENTIAL_TABLE_SQL,
  TestService,
  unpackPreviousDirectory,
} from '#server/testing/testService.ts';
import { lockDataDirectory } from './dataDirectory.ts';

const { file } = createTestFolder();

const CREDENTIALS = { key: 'Y55bcTj8B4O9dk1lbUJVJnc4', token: 'ytlNU5prFO1EbFDsEmuzfdddvXmTuVOg' };

const WITHOUT_COMMON = [
  ...REVERT_CREDENTIAL_TABLE_SQL,
  'drop table page_mark',
  'alter table collection drop column common',
];
const EARLIER: [name: string, steps: number, less: readonly string[]][] = [
  ['before keys had their own table', 4, REVERT_CREDENTIAL_TABLE_SQL],
  ['before common values were counted', 3, WITHOUT_COMMON],
  ['with a generation in its only step', 1, WITHOUT_COMMON],
  ['without a generation', 1, [...WITHOUT_COMMON, 'alter table collection drop column generation']],
];

describe('a data directory of the previous version', () => {
  const { files: path } = createTestFolder();
  const service = new TestService('pglite');

  beforeAll(async () => {
    unpackPreviousDirectory(path);
    const directory = await lockDataDirectory(path);
    const database = await directory.openDatabase(async () => {
      throw new Error('It is ready.');
    });
    await service.openOn(database, () => directory.release());
  });
  afterAll(() => service.close());

  const ask = async (operation: string, body: object) => {
    const headers = { authorization: CREDENTIALS.token, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await service.request(`/api${operation}?apiKey=${CREDENTIALS.key}`, init)).text();
  };
  const expectFarPage = async () => {
    const pipeline = [{ type: 'match', filter: { site: 'A' } }];
    const page = await ask('/datastore/pipeline', { collection: 'logs', pipeline, nPage: 65 });
    expect(page).toContain('"documentID": "d2599"');
  };

  test('serves its data under its existing key, and far pages by its existing anchors', async () => {
    await expectFarPage();
    expect(await service.store.database.query('select count(*) from page_mark')).toEqual([['4']]);
    expect(await readSchemaVersion(service.store.database)).toBe(SCHEMA_VERSION);
    expect(await ask('/devices/get', {})).toContain('"nDevices":40');
    expect(await ask('/devices/get', { filter: 'online', type: 'paired' })).toContain('"nDevices":16');
    expect(await ask('/device/get', { deviceID: 'OLD-7' })).toContain('"serial":"S","exact":9007199254740993}');
  });

  test.each(EARLIER)('is migrated from a version %s, in one step', async (_, steps, less) => {
    const { database } = service.store;
    const sums = 'select sum(hashtext(document::text)), (select sum(hashtext(record)) from device) from document';
    const before = await database.query(sums);
    await database.transaction(async (session) => {
      for (const undo of less) await session.query(undo);
      await session.query('delete from migration where step >= $1', [steps]);
    });
    await migrateSchema(database);
    expect(await readSchemaVersion(database)).toBe(SCHEMA_VERSION);
    expect(await database.query(sums)).toEqual(before);
    await expectFarPage();
  });
});

const servers = getAvailableDatabaseKinds().filter((kind) => kind !== 'pglite');

describe.each(servers)('a server of the previous version (%s)', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    const { database } = opened;
    const project = { id: 'p', name: 'P', keyHash: hashSecret('its key'), tokenHash: hashSecret('its token') };
    await database.transaction((session) => saveProject(session, project));
    await database.transaction(async (session) => {
      for (const undo of REVERT_CREDENTIAL_TABLE_SQL) await session.query(undo);
      await session.query('delete from migration where step >= 4');
    });
  }, 60_000);
  afterAll(async () => {
    await opened.database.close();
    await opened.remove();
  });

  const shown = `key 1 (${hashSecret('its key').toString('hex').slice(0, 8)}, created before`;

  test('is copied without a migration', { tags: ['long'] }, async () => {
    const to = file('copy');
    expect((await runCommandInProcess('copy', '--from', opened.url ?? '', '--to', to)).err).toBe('');
    expect(await readSchemaVersion(opened.database)).toBe(4);
    expect((await runCommandInProcess('project', 'show', 'p', '--data', to)).out).toContain(shown);
  });

  test('is migrated by the first command, and keeps its keys', async () => {
    const { database, url = '' } = opened;
    expect(await readSchemaVersion(database)).toBe(4);
    expect((await runCommandInProcess('project', 'show', 'p', '--database', url)).out).toContain(shown);
    const store = new Store(database);
    expect(await store.findKey('its key')).toMatchObject({ project: 'p', tokenHash: hashSecret('its token') });
    await runCommandInProcess('project', 'rotate', 'p', '--now', '--database', url);
    expect(await store.findKey('its key')).toBe(undefined);
  });
});

test('a data directory of a later version is not changed', { tags: ['long'] }, async () => {
  const path = file('new');
  expect((await runCommandAsProcess(['project', 'create', 'Fleet', '--data', path])).code).toBe(0);
  const directory = await lockDataDirectory(path);
  const database = await directory.openDatabase(async () => undefined);
  await database.query('insert into migration values (1000)');
  await database.close();
  await directory.release();
  expect(await runCommandInProcess('project', 'list', '--data', path)).toEqual({
    code: 1,
    out: '',
    err: 'This data was written by a newer version of Fleetlens. Nothing was changed.\n',
  });
});
