import type { Database, DatabaseSession } from '#server/store/database.ts';
import { readTableChunks } from '#server/store/sql/readTableChunks.ts';
import {
  dropBodyIndexIfFew,
  MIGRATION_STEP_NUMBERS,
  restoreBodyIndex,
  SCHEMA_VERSION,
} from '#server/store/sql/schema.ts';

export type TableChecksums = Record<Table, { rows: number; sum: string }>;

type Table = keyof typeof CHECKSUM_COLUMNS;

const CHECKSUM_COLUMNS = {
  project: 'id, name',
  credential: `project, number, encode(key_hash, 'hex'), encode(token_hash, 'hex'), created_at, locked_at`,
  device: 'project, device_id, product_id, paired, online, registered_at, record',
  collection: 'project, name, documents, generation, common',
  document: 'project, collection, seq, document_id, body',
  page_mark: 'project, collection, generation, value, before, seq',
} as const;

/** Tables that are copied row by row: their sort order, and their columns except project and collection. */
const COPIED_TABLES = {
  credential: {
    key: [{ name: 'number', type: 'bigint' }],
    columns: { number: 'bigint', key_hash: 'bytea', token_hash: 'bytea', created_at: 'bigint', locked_at: 'bigint' },
  },
  device: {
    key: [{ name: 'device_id', type: 'text' }],
    columns: {
      device_id: 'text',
      product_id: 'text',
      paired: 'boolean',
      online: 'boolean',
      registered_at: 'bigint',
      record: 'text',
    },
  },
  document: { key: [{ name: 'seq', type: 'bigint' }], columns: { seq: 'bigint', document_id: 'text', body: 'jsonb' } },
  page_mark: {
    key: [
      { name: 'value', type: 'text' },
      { name: 'before', type: 'bigint' },
    ],
    columns: { generation: 'uuid', value: 'text', before: 'bigint', seq: 'bigint' },
  },
} as const;

export async function hasNoProjects(session: DatabaseSession): Promise<boolean> {
  const [[some] = []] = await session.query('select exists (select from project)');
  return some === 'f';
}

/** Computes checksums of a database with the tables of version `schema`. They are independent of the order of rows. */
export async function computeTableChecksums(
  session: DatabaseSession,
  schema = SCHEMA_VERSION,
): Promise<TableChecksums> {
  const sums: Partial<TableChecksums> = {};
  for (const [table, content] of Object.entries(CHECKSUM_COLUMNS)) {
    const [[rows, sum] = []] = await session.query(
      `select count(*), coalesce(sum(('x' || substr(md5(concat_ws(' ', ${content})), 1, 15))::bit(60)::bigint), 0)
       from ${buildTableSql(table as Table, schema)}`,
    );
    // the keys are those of CHECKSUM_COLUMNS
    sums[table as Table] = { rows: Number(rows), sum: sum ?? '' };
  }
  return sums as TableChecksums;
}

/**
 * Builds the SQL for a table as it would be after the migration of an earlier schema. The source itself is not
 * migrated, because it may be read-only or in use by the earlier version.
 */
function buildTableSql(table: Table, schema: number): string {
  if (table === 'credential' && schema <= MIGRATION_STEP_NUMBERS.credential) {
    return `(select id as project, 1::bigint as number, key_hash, token_hash, null::bigint as created_at,
      null::bigint as locked_at from project) credential`;
  }
  if (schema > MIGRATION_STEP_NUMBERS.common || (table !== 'collection' && table !== 'page_mark')) return table;
  if (table === 'page_mark') {
    return `(select '' as project, '' as collection, null::uuid as generation, '' as value, 0 as before, 0 as seq
      where false) page_mark`;
  }
  const generation =
    schema > MIGRATION_STEP_NUMBERS.generation
      ? 'generation'
      : `md5(concat_ws(' ', project, name))::uuid as generation`;
  return `(select project, name, documents, ${generation}, '{}'::jsonb as common from collection) collection`;
}

export async function copyDatabase(
  { session: from, schema }: { session: DatabaseSession; schema: number },
  to: DatabaseSession,
  kind: Database['kind'],
  progress: (rows: number) => void,
): Promise<void> {
  let count = 0;
  const tell = (rows: number) => {
    count += rows;
    progress(count);
  };
  for (const [id = null, name = null] of await from.query('select id, name from project order by id')) {
    await to.query('insert into project (id, name) values ($1, $2)', [id, name]);
    await copyRows({ from, schema }, to, 'credential', [id ?? '']);
    await copyRows({ from, schema }, to, 'device', [id ?? ''], tell);
  }
  const dropped = kind === 'pglite' && (await dropBodyIndexIfFew(to, 0));
  const collections = await from.query(
    `select project, name, documents, generation, common from ${buildTableSql('collection', schema)} order by project, name`,
  );
  for (const collection of collections) {
    await to.query(
      `insert into collection (project, name, documents, generation, common)
       values ($1, $2, $3::bigint, $4::uuid, $5::jsonb)`,
      collection,
    );
    const owner = [collection[0] ?? '', collection[1] ?? ''];
    await copyRows({ from, schema }, to, 'document', owner, tell);
    await copyRows({ from, schema }, to, 'page_mark', owner);
  }
  if (dropped) await restoreBodyIndex(to);
  for (const table of ['device', 'document', 'page_mark']) await to.query(`analyze ${table}`);
}

async function copyRows(
  { from, schema }: { from: DatabaseSession; schema: number },
  to: DatabaseSession,
  table: keyof typeof COPIED_TABLES,
  owner: readonly string[],
  tell: (rows: number) => void = () => undefined,
): Promise<void> {
  const { key, columns } = COPIED_TABLES[table];
  const names = Object.keys(columns);
  const owners = ['project', 'collection'].slice(0, owner.length);
  const line = `json_build_object(${names.map((name) => `'${name}', ${name}`).join(', ')})::text`;
  const walk = {
    columns: { ...Object.fromEntries(key.map(({ name }) => [name, name])), line },
    large: 'line',
    from: `${buildTableSql(table, schema)} where ${owners.map((name, at) => `${name} = $${at + 1}`).join(' and ')}`,
    values: owner,
    key,
  };
  const typed = Object.entries(columns).map((column) => column.join(' '));
  const insert = `insert into ${table} (${[...owners, ...names].join(', ')})
    select ${[...owners.map((_, at) => `$${at + 1}::text`), ...names].join(', ')}
    from json_to_recordset($${owner.length + 1}::json) as r(${typed.join(', ')})`;
  for await (const rows of readTableChunks(from, walk)) {
    await to.query(insert, [...owner, `[${rows.map((row) => row.at(-1)).join(',')}]`]);
    tell(rows.length);
  }
}
