import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type AppOptions, createApp, type ServiceApp } from '#server/http/app.ts';
import type { RequestLogEntry } from '#server/http/requestLogger.ts';
import { createStoreOperationHandler } from '#server/operations/operations.ts';
import type { ServiceDatabase } from '#server/store/database.ts';
import { openPglite } from '#server/store/embedded/pglite.ts';
import { openPostgres } from '#server/store/postgres/postgres.ts';
import { saveProject } from '#server/store/sql/projects.ts';
import { migrateSchema, restoreBodyIndex } from '#server/store/sql/schema.ts';
import { hashSecret, Store } from '#server/store/store.ts';
import { CollectionWriter, DeviceWriter } from '#server/store/transfer/bulkWriters.ts';
import { joinCluster, runSqlOn } from './citus.ts';

export const TEST_KEY = 'key-of-the-test';
export const TEST_TOKEN = 'token-of-the-test';
export const TEST_PROJECT = 'test';

/**
 * Database for a test. `citus` is a coordinator with two workers; `spread` also distributes collections by document.
 */
export type TestDatabaseKind = ServiceDatabase['kind'] | 'citus' | 'spread';

const CLUSTER_KINDS: readonly TestDatabaseKind[] = ['citus', 'spread'];
const DATABASE_KINDS: readonly TestDatabaseKind[] = ['pglite', 'postgres', ...CLUSTER_KINDS];

export class TestService {
  app!: ServiceApp;
  store!: Store;
  readonly logEntries: RequestLogEntry[] = [];
  readonly kind: TestDatabaseKind;
  private cleanup = async (): Promise<void> => undefined;

  constructor(kind: TestDatabaseKind = getFastDatabaseKind()) {
    this.kind = kind;
  }

  async open(options: Partial<AppOptions> = {}): Promise<void> {
    const opened = recycledDatabases.get(this.kind)?.pop() ?? (await openTestDatabase(this.kind));
    await this.begin(opened.database, options);
    this.cleanup = () => recycleDatabase(this.kind, opened);
  }

  async openOn(
    database: ServiceDatabase,
    remove: () => Promise<void>,
    options: Partial<AppOptions> = {},
  ): Promise<void> {
    await this.begin(database, options);
    this.cleanup = () => closeDatabase(remove, database);
  }

  private async begin(database: ServiceDatabase, options: Partial<AppOptions>): Promise<void> {
    this.store = new Store(database);
    await database.transaction((session) =>
      saveProject(session, {
        id: TEST_PROJECT,
        name: 'Test',
        keyHash: hashSecret(TEST_KEY),
        tokenHash: hashSecret(TEST_TOKEN),
      }),
    );
    this.app = this.createApp(options);
  }

  createApp(options: Partial<AppOptions>): ServiceApp {
    const operate = createStoreOperationHandler({ store: this.store });
    const log = (entry: RequestLogEntry) => void this.logEntries.push(entry);
    return createApp({ operate, hostConfig: { baseUrl: '/api' }, log, ...options });
  }

  close(): Promise<void> {
    return this.cleanup();
  }

  async storeDevices(records: readonly Record<string, unknown>[], online: readonly string[] = []): Promise<void> {
    const devices = records.map((record) => ({
      deviceID: String(record['deviceID']),
      productID: String(record['productID']),
      paired: record['paired'] === true,
      online: online.includes(String(record['deviceID'])),
      registeredAt: Number(record['registeredAt']),
      record: JSON.stringify(record),
    }));
    await this.store.database.transaction(async (session) => {
      await (await DeviceWriter.open(session, TEST_PROJECT)).writeDevices(devices);
    });
  }

  async storeDocuments(collection: string, documents: readonly unknown[]): Promise<void> {
    const loaded = documents.map((document) => {
      const text = typeof document === 'string' ? document : JSON.stringify(document);
      return { text, fields: JSON.parse(text) as Record<string, unknown> };
    });
    await this.store.database.transaction(async (session) => {
      const writer = await CollectionWriter.open(session, TEST_PROJECT, collection);
      await writer.writeDocuments(loaded);
      await writer.close();
    });
  }

  request(path: string, init: RequestInit = {}, app = this.app): Promise<Response> {
    return Promise.resolve(app.fetch(new Request(`http://127.0.0.1:4600${path}`, init)));
  }

  async callOperation(path: string, body: unknown): Promise<{ status: number; body: unknown; text: string }> {
    const response = await this.request(`/api${path}?apiKey=${TEST_KEY}`, {
      method: 'POST',
      headers: { authorization: TEST_TOKEN, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  }
}

type OpenedDatabase = { database: ServiceDatabase; remove: () => Promise<void>; url?: string };

const recycledDatabases = new Map<TestDatabaseKind, OpenedDatabase[]>();

async function recycleDatabase(kind: TestDatabaseKind, opened: OpenedDatabase): Promise<void> {
  try {
    await opened.database.transaction(async (session) => {
      await session.query('truncate project, credential, device, collection, document, page_mark');
      await restoreBodyIndex(session);
    });
    recycledDatabases.set(kind, [...(recycledDatabases.get(kind) ?? []), opened]);
  } catch {
    await closeDatabase(opened.remove, opened.database);
  }
}

async function closeDatabase(remove: () => Promise<void>, database: ServiceDatabase): Promise<void> {
  await database.close();
  await remove();
}

type ServiceTestOptions = Partial<AppOptions> & { quickOn?: ServiceDatabase['kind'] };
type ServiceTests = (service: TestService) => void;

/**
 * Runs tests on each database. With `quickOn`, those on other databases are long tests: for behavior of the service that
 * does not depend on the database.
 */
export function describeOnEachDatabase(
  name: string,
  ...rest: [tests: ServiceTests] | [options: ServiceTestOptions, tests: ServiceTests]
) {
  const [given, tests] = rest.length === 1 ? [{}, rest[0]] : rest;
  const { quickOn, ...options }: ServiceTestOptions = given;
  const there = getAvailableDatabaseKinds();
  for (const kind of DATABASE_KINDS) {
    const isLong = CLUSTER_KINDS.includes(kind) || (quickOn && kind !== quickOn && there.includes(quickOn));
    const tags = isLong ? ['long'] : [];
    describe.runIf(there.includes(kind))(`${name} (${kind})`, { tags }, () => {
      const service = new TestService(kind);
      beforeAll(() => service.open(options), 60_000);
      afterAll(() => service.close());
      tests(service);
    });
  }
}

/** Database for behavior that does not depend on it: a server opens faster than an embedded database. */
export function getFastDatabaseKind(): ServiceDatabase['kind'] {
  return inject('postgresUrl') ? 'postgres' : 'pglite';
}

export function getAvailableDatabaseKinds(): TestDatabaseKind[] {
  const kinds: TestDatabaseKind[] = ['pglite'];
  if (inject('postgresUrl')) kinds.push('postgres');
  if (inject('citusUrls').length > 0) kinds.push('citus', 'spread');
  return kinds;
}

/**
 * Creates an empty, migrated database.
 * @returns the database, and a function that removes its files after it is closed
 */
export async function openTestDatabase(kind: TestDatabaseKind): Promise<OpenedDatabase> {
  if (kind === 'pglite') {
    // removed with the template at the end of the run
    const directory = mkdtempSync(join(dirname(inject('pgliteTemplate')), 'used-'));
    cpSync(inject('pgliteTemplate'), directory, { recursive: true });
    const remove = async () => rmSync(directory, { recursive: true, force: true });
    return { database: await openPglite({ dataDir: directory }), remove };
  }
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const servers = kind === 'postgres' ? [inject('postgresUrl') ?? ''] : inject('citusUrls');
  const urls = await Promise.all(servers.map((server) => createDatabase(server, name)));
  const [url = ''] = urls;
  if (kind === 'spread') await runSqlOn(url, `alter database ${name} set fleetlens.spread = 'documents'`);
  if (kind !== 'postgres') await joinCluster(urls);
  const database = openPostgres({ url });
  await migrateSchema(database);
  const remove = async () => {
    for (const server of servers) await runSqlOn(server, `drop database ${name} with (force)`);
  };
  return { database, url, remove };
}

async function createDatabase(server: string, name: string): Promise<string> {
  await runSqlOn(server, `create database ${name}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

export const REVERT_CREDENTIAL_TABLE_SQL = [
  'alter table project add column key_hash bytea, add column token_hash bytea',
  'update project set key_hash = c.key_hash, token_hash = c.token_hash from credential c where c.project = id',
  'alter table project alter column key_hash set not null, alter column token_hash set not null',
  'alter table project add constraint project_key_hash_key unique (key_hash)',
  'drop table credential',
];

export function createTestDataDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'fleetlens-test-'));
  cpSync(inject('pgliteTemplate'), join(path, 'pglite'), { recursive: true });
  writeFileSync(join(path, 'ready'), '');
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Unpacks a data directory of version 0.1.0. */
export function unpackPreviousDirectory(path: string): void {
  const packed = readFileSync('src/server/testing/dataDirectory-0.1.0.tar.br');
  const large = { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } };
  execFileSync('tar', ['-xf', '-', '-C', path], { input: brotliDecompressSync(packed, large) });
}
