import type { Database, Row, Session } from '#server/store/database.ts';
import { pieces } from '#server/store/sql/pieces.ts';
import { saveProject } from '#server/store/sql/projects.ts';
import { dropBodyIndexIfFew, restoreBodyIndex } from '#server/store/sql/schema.ts';
import { DeviceLoader } from './loaders.ts';

/** Rows of each table, and a sum over all they hold. */
export type Sums = Record<Table, { rows: number; sum: string }>;

type Table = keyof typeof CONTENT;

/** Every table with what its rows are made of. */
const CONTENT = {
  project: `id, name, encode(key_hash, 'hex'), encode(token_hash, 'hex')`,
  device: 'project, device_id, product_id, paired, online, registered_at, record',
  collection: 'project, name, documents, generation, common',
  document: 'project, collection, seq, document_id, body',
  page_mark: 'project, collection, generation, value, before, seq',
} as const;

/** Whether nothing has been stored yet. */
export async function isEmpty(session: Session): Promise<boolean> {
  const [[some] = []] = await session.query('select exists (select from project)');
  return some === 'f';
}

/** What a database holds. Two that hold the same have the same sums, whatever the order of their rows. */
export async function sumsOf(session: Session): Promise<Sums> {
  const sums: Partial<Sums> = {};
  for (const [table, content] of Object.entries(CONTENT)) {
    const [[rows, sum] = []] = await session.query(
      `select count(*), coalesce(sum(('x' || substr(md5(concat_ws(' ', ${content})), 1, 15))::bit(60)::bigint), 0) from ${table}`,
    );
    // the keys are those of CONTENT
    sums[table as Table] = { rows: Number(rows), sum: sum ?? '' };
  }
  return sums as Sums;
}

/** Puts all that `from` holds into a transaction on an empty database of the given kind. `progress` hears of rows. */
export async function copyAll(
  from: Session,
  to: Session,
  kind: Database['kind'],
  progress: (rows: number) => void,
): Promise<void> {
  let count = 0;
  const tell = (rows: number) => {
    count += rows;
    progress(count);
  };
  const hashes = `encode(key_hash, 'hex'), encode(token_hash, 'hex')`;
  const projects = await from.query(`select id, name, ${hashes} from project order by id`);
  for (const [id, name, keyHash, tokenHash] of projects) {
    await saveProject(to, { id: id ?? '', name: name ?? '', keyHash: bytes(keyHash), tokenHash: bytes(tokenHash) });
    await copyDevices(from, to, id ?? '', tell);
  }
  const dropped = kind === 'pglite' && (await dropBodyIndexIfFew(to, 0));
  const collections = await from.query(
    'select project, name, documents, generation, common from collection order by project, name',
  );
  for (const collection of collections) {
    await to.query(
      `insert into collection (project, name, documents, generation, common)
       values ($1, $2, $3::bigint, $4::uuid, $5::jsonb)`,
      collection,
    );
    await copyDocuments(from, to, collection, tell);
    await copyMarks(from, to, collection);
  }
  if (dropped) await restoreBodyIndex(to);
  for (const table of ['device', 'document', 'page_mark']) await to.query(`analyze ${table}`);
}

function bytes(hex: string | null | undefined): Buffer {
  return Buffer.from(hex ?? '', 'hex');
}

async function copyDevices(from: Session, to: Session, project: string, tell: (rows: number) => void): Promise<void> {
  const loader = await DeviceLoader.open(to, project);
  const walk = {
    columns: {
      device_id: 'device_id',
      product_id: 'product_id',
      paired: 'paired',
      online: 'online',
      registered_at: 'registered_at',
      record: 'record',
    },
    large: 'record',
    from: 'device where project = $1',
    values: [project],
    key: [{ name: 'device_id', type: 'text' }],
  } as const;
  for await (const rows of pieces(from, walk)) {
    await loader.load(
      rows.map(([deviceID, productID, paired, online, registeredAt, record]) => ({
        deviceID: deviceID ?? '',
        productID: productID ?? '',
        paired: paired === 't',
        online: online === 't',
        registeredAt: Number(registeredAt),
        record: record ?? '',
      })),
    );
    tell(rows.length);
  }
}

async function copyDocuments(from: Session, to: Session, [project, name]: Row, tell: (rows: number) => void) {
  const key = [project ?? '', name ?? ''];
  const walk = {
    columns: { seq: 'seq', line: `concat('{"seq":', seq, ',"id":', to_json(document_id), ',"body":', body, '}')` },
    large: 'line',
    from: 'document where project = $1 and collection = $2',
    values: key,
    key: [{ name: 'seq', type: 'bigint' }],
  } as const;
  const insert = `insert into document (project, collection, seq, document_id, body)
    select $1::text, $2::text, seq, id, body
    from json_to_recordset($3::json) as d(seq bigint, id text, body jsonb)`;
  for await (const rows of pieces(from, walk)) {
    await to.query(insert, [...key, `[${rows.map(([, line]) => line).join(',')}]`]);
    tell(rows.length);
  }
}

async function copyMarks(from: Session, to: Session, [project, name]: Row): Promise<void> {
  const key = [project ?? '', name ?? ''];
  const walk = {
    columns: {
      value: 'value',
      before: 'before',
      line: `json_build_object('generation', generation, 'value', value, 'before', before, 'seq', seq)::text`,
    },
    large: 'line',
    from: 'page_mark where project = $1 and collection = $2',
    values: key,
    key: [
      { name: 'value', type: 'text' },
      { name: 'before', type: 'bigint' },
    ],
  } as const;
  const insert = `insert into page_mark (project, collection, generation, value, before, seq)
    select $1::text, $2::text, generation, value, before, seq
    from json_to_recordset($3::json) as m(generation uuid, value text, before bigint, seq bigint)`;
  for await (const rows of pieces(from, walk)) {
    await to.query(insert, [...key, `[${rows.map(([, , line]) => line).join(',')}]`]);
  }
}
