import type { Session } from '#server/store/database.ts';

/**
 * Where each table goes on the coordinator of a Citus cluster. A collection with its page marks, and the devices of a
 * project, lie whole on one server each: what a request asks is then answered by that server alone and from one state
 * of it. Projects are few and are on every server.
 */
const PLACES: readonly (readonly [table: string, statement: string])[] = [
  ['project', `select create_reference_table('project')`],
  ['collection', `select create_distributed_table('collection', 'name', colocate_with => 'none')`],
  ['page_mark', `select create_distributed_table('page_mark', 'collection', colocate_with => 'collection')`],
  ['document', `select create_distributed_table('document', 'collection', colocate_with => 'collection')`],
  ['device', `select create_distributed_table('device', 'project', colocate_with => 'none')`],
];

/**
 * Spreads documents by their ID instead: for one collection that is too large for one server. A page then asks all of
 * them. Within a collection `seq` is unique because its loader counts, so its index need not say so.
 */
const BY_DOCUMENT = [
  'alter table document drop constraint document_pkey',
  'create index document_order on document (project, collection, seq)',
  `select create_distributed_table('document', 'document_id', colocate_with => 'none')`,
];

/** Distributes those tables that are still empty and whole, where the database is a coordinator that has workers. */
export async function distribute(session: Session): Promise<void> {
  if (!(await isCoordinator(session))) return;
  // tables that this very transaction made cannot be worked on in parallel
  await session.query(`set local citus.multi_shard_modify_mode to 'sequential'`);
  const [[by] = []] = await session.query(`select current_setting('fleetlens.spread', true)`);
  for (const [table, statement] of PLACES) {
    if (!(await isEmptyAndWhole(session, table))) continue;
    const statements = table === 'document' && by === 'documents' ? BY_DOCUMENT : [statement];
    for (const each of statements) await session.query(each);
  }
}

async function isCoordinator(session: Session): Promise<boolean> {
  const [extension] = await session.query(`select 1 from pg_extension where extname = 'citus'`);
  if (!extension) return false;
  const workers = await session.query('select 1 from pg_dist_node where groupid > 0 and isactive limit 1');
  return workers.length > 0;
}

async function isEmptyAndWhole(session: Session, table: string): Promise<boolean> {
  const [[whole] = []] = await session.query(
    'select not exists (select from pg_dist_partition where logicalrelid = $1::text::regclass)',
    [table],
  );
  if (whole !== 't') return false;
  const [[empty] = []] = await session.query(`select not exists (select from ${table})`);
  return empty === 't';
}
