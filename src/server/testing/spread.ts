import pg from 'pg';

const COLUMNS = `project text collate "C" not null, collection text collate "C" not null, seq bigint not null,
  document_id text collate "C" not null, body jsonb not null`;

/**
 * Spreads the documents of a new, empty database over others by foreign partitions, as docs/scaling.md tells an
 * operator to. Each shard has its part of the table with all of its keys; the coordinator only knows where they are.
 */
export async function spreadDocuments(coordinator: string, shards: readonly string[]): Promise<void> {
  await run(coordinator, [
    'create extension postgres_fdw',
    `create table document (${COLUMNS}) partition by hash (project, collection)`,
  ]);
  for (const [number, url] of shards.entries()) {
    await run(url, [
      `create table document (${COLUMNS}, primary key (project, collection, seq))`,
      'create unique index document_identity on document (project, collection, document_id)',
      'create index document_body on document using gin (body jsonb_path_ops)',
    ]);
    const { hostname, port, pathname, username } = new URL(url);
    const where = `host '${hostname}', port '${port}', dbname '${pathname.slice(1)}'`;
    await run(coordinator, [
      `create server shard_${number} foreign data wrapper postgres_fdw
         options (${where}, async_capable 'true', batch_size '1000', fetch_size '1000')`,
      `create user mapping for current_user server shard_${number} options (user '${username}')`,
      `create foreign table document_${number} partition of document
         for values with (modulus ${shards.length}, remainder ${number})
         server shard_${number} options (table_name 'document')`,
    ]);
  }
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
