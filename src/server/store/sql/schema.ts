import { CommandError } from '#server/commandError.ts';
import type { Database, DatabaseError, DatabaseSession } from '#server/store/database.ts';

const BODY_INDEX = 'create index if not exists document_body on document using gin (body jsonb_path_ops)';

/**
 * Migration steps, each applied once. Every key begins with the project, and for documents with project and collection.
 * Their distribution in a Citus cluster is defined below.
 * - `device.record` is the record exactly as received; the other columns serve filters and sorting.
 * - `collection.generation` changes with any change of a collection except appending.
 * - `collection.common` counts the documents with each common value. `page_mark` holds page anchors for queries for
 * such a value, valid for that generation: `before` matching documents precede the page, the last of them with `seq`.
 * - `credential` holds the keys of projects, numbered in order of creation. Times are ms since 1970, null for keys
 * older than this table. It has no foreign key to `project`, because an import locks the rows of `project`.
 * - `document.seq` counts 1, 2, 3 … within a collection without gaps, so that a page is a range of it.
 */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create table if not exists project (
       id text collate "C" primary key,
       name text not null,
       key_hash bytea not null unique,
       token_hash bytea not null
     )`,
    `create table if not exists device (
       project text collate "C" not null,
       device_id text collate "C" not null,
       product_id text collate "C" not null,
       paired boolean not null,
       online boolean not null,
       registered_at bigint not null,
       record text not null,
       primary key (project, device_id)
     )`,
    `create unique index if not exists device_order on device (project, registered_at, device_id)`,
    `create table if not exists collection (
       project text collate "C" not null,
       name text collate "C" not null,
       documents bigint not null,
       primary key (project, name)
     )`,
    `create table if not exists document (
       project text collate "C" not null,
       collection text collate "C" not null,
       seq bigint not null,
       document_id text collate "C" not null,
       body jsonb not null,
       primary key (project, collection, seq)
     )`,
  ],
  ['create unique index if not exists document_identity on document (project, collection, document_id)', BODY_INDEX],
  ['alter table collection add column if not exists generation uuid not null default gen_random_uuid()'],
  [
    `alter table collection add column if not exists common jsonb not null default '{}'`,
    `create table if not exists page_mark (
       project text collate "C" not null,
       collection text collate "C" not null,
       generation uuid not null,
       value text collate "C" not null,
       before bigint not null,
       seq bigint not null,
       primary key (project, collection, generation, value, before)
     )`,
  ],
  [
    `create table if not exists credential (
       project text collate "C" not null,
       number bigint not null,
       key_hash bytea primary key,
       token_hash bytea not null,
       created_at bigint,
       locked_at bigint,
       unique (project, number)
     )`,
    `insert into credential (project, number, key_hash, token_hash) select id, 1, key_hash, token_hash from project`,
    'alter table project drop column key_hash, drop column token_hash',
  ],
];

/** Current schema version, and the latest version that this program can read. */
export const SCHEMA_VERSION = MIGRATIONS.length;

export const MIGRATION_STEP_NUMBERS = { generation: 2, common: 3, credential: 4 } as const;

const NO_TABLE = '42P01';

/**
 * Reads the schema version without changing anything.
 * @throws CommandError if this program cannot read the database
 */
export async function readSchemaVersion(session: DatabaseSession): Promise<number> {
  const [[done] = ['0']] = await session.query('select count(*) from migration').catch((error: DatabaseError) => {
    if (error.sqlState !== NO_TABLE) throw error;
    throw new CommandError('The database contains no Fleetlens data.');
  });
  if (Number(done) > SCHEMA_VERSION) throw new CommandError(`${LATER}.`);
  return Number(done);
}

const LATER = 'This data was written by a newer version of Fleetlens';

/** Key of the advisory lock that prevents processes from migrating at the same time. Any fixed number works. */
const MIGRATION_LOCK = 4_600_001;

/** Migrates the tables to the current schema. Safe if several processes start at the same time. */
export async function migrateSchema(database: Database): Promise<void> {
  if (database.kind === 'postgres') await assertEncoding(database);
  await database.transaction(async (session) => {
    await session.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await session.query('create table if not exists migration (step int primary key)');
    const [[done] = ['0']] = await session.query('select count(*) from migration');
    if (Number(done) > SCHEMA_VERSION) throw new CommandError(`${LATER}. Nothing was changed.`);
    for (const [step, statements] of MIGRATIONS.entries()) {
      if (step < Number(done)) continue;
      for (const statement of statements) await session.query(statement);
      await session.query('insert into migration values ($1)', [step]);
    }
    if (database.kind === 'postgres') await distribute(session);
  });
}

/** Rejects the encoding SQL_ASCII, with which the server neither validates nor converts text. */
async function assertEncoding(session: DatabaseSession): Promise<void> {
  const [[encoding] = []] = await session.query('show server_encoding');
  if (encoding !== 'SQL_ASCII') return;
  throw new CommandError(
    `The database has the encoding SQL_ASCII, which cannot hold text safely. Create it with UTF8: create database NAME encoding 'UTF8' template template0.`,
  );
}

/**
 * Drops the body index if there are at most `few` documents, because building it once is several times faster than
 * updating it for each row. Only for a database without other sessions.
 * @returns true if the index was dropped
 */
export async function dropBodyIndexIfFew(session: DatabaseSession, few: number): Promise<boolean> {
  const [[more] = []] = await session.query('select exists (select from document offset $1::bigint)', [few]);
  if (more === 'f') await session.query('drop index document_body');
  return more === 'f';
}

export async function restoreBodyIndex(session: DatabaseSession): Promise<void> {
  await session.query(BODY_INDEX);
}

/**
 * Moves pending entries of the GIN index to their final position. Until then every search reads all pending entries.
 * PGlite, or a database that rarely changes, does not do this automatically. Requires the owner of the index.
 */
export async function flushBodyIndex(session: DatabaseSession): Promise<void> {
  await session.query(
    `select gin_clean_pending_list(oid::regclass) from pg_class
     where oid = to_regclass('document_body') and pg_has_role(relowner, 'usage')`,
  );
}

/**
 * Distribution of the tables in a Citus cluster. A collection and its page anchors (`page_mark`) are on one server, and
 * so are all devices of a project, so that a request reads a consistent state from a single server. Projects and
 * credentials are few, and are replicated to every server.
 */
const TABLE_DISTRIBUTION: readonly (readonly [table: string, statement: string])[] = [
  ['project', `select create_reference_table('project')`],
  ['credential', `select create_reference_table('credential')`],
  ['collection', `select create_distributed_table('collection', 'name', colocate_with => 'none')`],
  ['page_mark', `select create_distributed_table('page_mark', 'collection', colocate_with => 'collection')`],
  ['document', `select create_distributed_table('document', 'collection', colocate_with => 'collection')`],
  ['device', `select create_distributed_table('device', 'project', colocate_with => 'none')`],
];

/**
 * Distribution of documents by ID, for a collection that is too large for one server. A page then queries all servers.
 * `seq` is unique within a collection because its writer counts, so its index need not be unique.
 */
const BY_DOCUMENT = [
  'alter table document drop constraint document_pkey',
  'create index document_order on document (project, collection, seq)',
  `select create_distributed_table('document', 'document_id', colocate_with => 'none')`,
];

async function distribute(session: DatabaseSession): Promise<void> {
  if (!(await isCoordinator(session))) return;
  // tables created in this transaction cannot be modified in parallel
  await session.query(`set local citus.multi_shard_modify_mode to 'sequential'`);
  const [[by] = []] = await session.query(`select current_setting('fleetlens.spread', true)`);
  for (const [table, statement] of TABLE_DISTRIBUTION) {
    if (!(await isEmptyAndWhole(session, table))) continue;
    const statements = table === 'document' && by === 'documents' ? BY_DOCUMENT : [statement];
    for (const each of statements) await session.query(each);
  }
}

async function isCoordinator(session: DatabaseSession): Promise<boolean> {
  const [extension] = await session.query(`select 1 from pg_extension where extname = 'citus'`);
  if (!extension) return false;
  const workers = await session.query('select 1 from pg_dist_node where groupid > 0 and isactive limit 1');
  return workers.length > 0;
}

async function isEmptyAndWhole(session: DatabaseSession, table: string): Promise<boolean> {
  const [[whole] = []] = await session.query(
    'select not exists (select from pg_dist_partition where logicalrelid = $1::text::regclass)',
    [table],
  );
  if (whole !== 't') return false;
  const [[empty] = []] = await session.query(`select not exists (select from ${table})`);
  return empty === 't';
}
