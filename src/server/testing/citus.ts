import pg from 'pg';

/** Settings of a server in a Citus cluster. There are few shards, because each test creates them again. */
export const CITUS_SETTINGS = [
  'shared_preload_libraries=citus',
  'citus.node_conninfo=sslmode=disable',
  'citus.shard_count=4',
  // resolves the prepared transactions of a lost server soon after it returns
  'citus.recover_2pc_interval=1s',
];

export async function joinCluster([coordinator = '', ...workers]: readonly string[]): Promise<void> {
  await Promise.all([coordinator, ...workers].map((url) => runSqlOn(url, 'create extension citus')));
  await runSqlOn(coordinator, `select citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator).port})`);
  for (const url of workers) await runSqlOn(coordinator, `select citus_add_node('127.0.0.1', ${new URL(url).port})`);
}

export async function runSqlOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
