import { CommonValues, type LoadedDocument } from './commonValues.ts';
import type { Session } from './database.ts';

/** A device about to be stored: what filters and order need, and the record as it was given. */
export type LoadedDevice = {
  deviceID: string;
  productID: string;
  paired: boolean;
  online: boolean;
  registeredAt: number;
  record: string;
};

/** Stores devices of a project. Throws DatabaseError 23505 when one is there already. */
export async function loadDevices(session: Session, project: string, devices: readonly LoadedDevice[]): Promise<void> {
  await session.query(
    `insert into device (project, device_id, product_id, paired, online, registered_at, record)
     select $1::text, "deviceID", "productID", paired, online, "registeredAt", record
     from json_to_recordset($2::json) as d("deviceID" text, "productID" text, paired boolean, online boolean,
       "registeredAt" bigint, record text)`,
    [project, JSON.stringify(devices)],
  );
}

/**
 * Appends to a collection within the caller's transaction. The collection is locked until then, so that its numbering
 * has no gap.
 */
export class CollectionLoader {
  private readonly session: Session;
  private readonly project: string;
  private readonly collection: string;
  /** Documents that the collection has by now. */
  count: number;
  private values: CommonValues | undefined;

  static async open(session: Session, project: string, collection: string): Promise<CollectionLoader> {
    const key = [project, collection];
    await session.query(
      'insert into collection (project, name, documents) values ($1, $2, 0) on conflict do nothing',
      key,
    );
    const locked = 'select documents, common from collection where project = $1 and name = $2 for update';
    const [[count, common] = []] = await session.query(locked, key);
    const values = Number(count) > 0 ? new CommonValues(JSON.parse(common ?? '{}')) : undefined;
    return new CollectionLoader(session, project, collection, Number(count), values);
  }

  private constructor(
    session: Session,
    project: string,
    collection: string,
    count: number,
    values: CommonValues | undefined,
  ) {
    this.session = session;
    this.project = project;
    this.collection = collection;
    this.count = count;
    this.values = values;
  }

  /** Throws DatabaseError 23505 for a documentID that the collection has, 22xxx for a line PostgreSQL cannot hold. */
  async append(documents: readonly LoadedDocument[]): Promise<void> {
    await this.session.query(
      `insert into document (project, collection, seq, document_id, body)
       select $1::text, $2::text, $3::bigint + n, coalesce(doc ->> 'documentID', gen_random_uuid()::text),
         doc - 'documentID'
       from (select line::jsonb as doc, n from string_to_table($4::text, E'\\n') with ordinality t (line, n)) d
       order by n`,
      [this.project, this.collection, this.count, documents.map(({ text }) => text).join('\n')],
    );
    this.values ??= CommonValues.among(documents);
    this.values.add(documents, this.count + 1);
    this.count += documents.length;
  }

  async close(): Promise<void> {
    await this.values?.save(this.session, this.project, this.collection);
    await this.session.query('update collection set documents = $3, common = $4 where project = $1 and name = $2', [
      this.project,
      this.collection,
      this.count,
      JSON.stringify(this.values?.counts() ?? {}),
    ]);
  }
}

/** Makes a project, or gives it a new key and token. Only hashes are stored. */
export async function saveProject(
  session: Session,
  { id, name, keyHash, tokenHash }: { id: string; name: string; keyHash: Buffer; tokenHash: Buffer },
): Promise<void> {
  await session.query(
    `insert into project (id, name, key_hash, token_hash)
     values ($1, $2, decode($3, 'hex'), decode($4, 'hex'))
     on conflict (id) do update
     set name = excluded.name, key_hash = excluded.key_hash, token_hash = excluded.token_hash`,
    [id, name, keyHash.toString('hex'), tokenHash.toString('hex')],
  );
}

/** Removes a project with everything in it. */
export async function deleteProject(session: Session, id: string): Promise<void> {
  for (const table of ['document', 'page_mark', 'collection', 'device']) {
    await session.query(`delete from ${table} where project = $1`, [id]);
  }
  await session.query('delete from project where id = $1', [id]);
}
