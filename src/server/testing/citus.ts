import pg from 'pg';

/** What a server needs to be one of a cluster; few shards, because a test makes them anew each time. */
export const CITUS_SETTINGS = [
  'shared_preload_libraries=citus',
  'citus.node_conninfo=sslmode=disable',
  'citus.shard_count=4',
  // prepared transactions of a server that went away are settled soon after it is back
  'citus.recover_2pc_interval=1s',
];

/** Makes one cluster of databases of the same name that are new and empty: a coordinator and its workers. */
export async function joinCluster([coordinator = '', ...workers]: readonly string[]): Promise<void> {
  await Promise.all([coordinator, ...workers].map((url) => runOn(url, 'create extension citus')));
  await runOn(coordinator, `select citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator).port})`);
  for (const url of workers) await runOn(coordinator, `select citus_add_node('127.0.0.1', ${new URL(url).port})`);
}

/** Sends one statement to a server over a connection of its own. */
export async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
