import { randomUUID } from 'node:crypto';
import type { BindValue, DatabaseSession } from '#server/store/database.ts';
import { CommonValueCounter, type ParsedDocument } from '#server/store/sql/commonValueCounter.ts';
import { flushBodyIndex } from '#server/store/sql/schema.ts';

/**
 * Handling of existing records: `append` keeps them and rejects their IDs, `replace` deletes all of them, `update`
 * overwrites those with the ID of a new record.
 */
export type WriteMode = 'append' | 'replace' | 'update';

/**
 * Writes documents to a collection within the caller's transaction. Locks the collection until the end of the
 * transaction, so that `seq` has no gaps. If the collection changes other than by appending, it gets a new generation.
 */
export class CollectionWriter {
  private readonly session: DatabaseSession;
  private readonly key: readonly [project: string, collection: string];
  private readonly mode: WriteMode;
  readonly before: number;
  count: number;
  updated = 0;
  private commonValues: CommonValueCounter | undefined;
  private replaced: ReplacedIds | undefined;
  private unnamed = 0;

  static async open(
    session: DatabaseSession,
    project: string,
    collection: string,
    mode: WriteMode = 'append',
  ): Promise<CollectionWriter> {
    const key = [project, collection] as const;
    const made = 'insert into collection (project, name, documents) values ($1, $2, 0) on conflict do nothing';
    await session.query(made, key);
    const locked = 'select documents, common from collection where project = $1 and name = $2 for update';
    const [[count, common] = []] = await session.query(locked, key);
    const writer = new CollectionWriter(session, key, mode, Number(count));
    if (mode === 'replace' && writer.before > 0) {
      const condition = 'project = $1 and collection = $2';
      const source = { table: 'document', column: 'document_id', condition, values: key } as const;
      writer.replaced = await ReplacedIds.capture(session, source);
      await session.query('delete from document where project = $1 and collection = $2', key);
      await invalidateCollection(session, key);
    }
    if (writer.count > 0) writer.commonValues = new CommonValueCounter(JSON.parse(common ?? '{}'));
    return writer;
  }

  private constructor(session: DatabaseSession, key: readonly [string, string], mode: WriteMode, before: number) {
    this.session = session;
    this.key = key;
    this.mode = mode;
    this.before = before;
    this.count = mode === 'replace' ? 0 : before;
  }

  /**
   * Writes documents.
   * @throws DatabaseError 23505 for an existing documentID unless the mode is `update`, 22xxx for a line that
   * PostgreSQL cannot store
   */
  async writeDocuments(documents: readonly ParsedDocument[]): Promise<void> {
    if (this.mode !== 'update') return this.append(documents);
    const given = takeLastPerId(documents, ({ fields }) => fields['documentID']);
    const there = await this.findExistingIds(given);
    const [known, unknown]: [ParsedDocument[], ParsedDocument[]] = [[], []];
    for (const document of given) (there.has(document.fields['documentID']) ? known : unknown).push(document);
    if (known.length > 0) await this.update(known);
    if (unknown.length > 0) await this.append(unknown);
  }

  private async findExistingIds(documents: readonly ParsedDocument[]): Promise<Set<unknown>> {
    const ids = documents.flatMap(({ fields }) => fields['documentID'] ?? []);
    const rows = await this.session.query(
      `select document_id from document
       where project = $1 and collection = $2 and document_id in (select json_array_elements_text($3::json))`,
      [...this.key, JSON.stringify(ids)],
    );
    return new Set(rows.map(([id]) => id));
  }

  private async append(documents: readonly ParsedDocument[]): Promise<void> {
    await this.session.query(
      `insert into document (project, collection, seq, document_id, body)
       select $1::text, $2::text, $3::bigint + n, coalesce(doc ->> 'documentID', gen_random_uuid()::text),
         doc - 'documentID'
       from (select line::jsonb as doc, n from string_to_table($4::text, E'\\n') with ordinality t (line, n)) d
       order by n`,
      [...this.key, this.count, documents.map(({ text }) => text).join('\n')],
    );
    this.commonValues ??= CommonValueCounter.createFromSample(documents);
    this.commonValues.add(documents, this.count + 1);
    this.count += documents.length;
    this.unnamed += documents.filter(({ fields }) => fields['documentID'] == null).length;
  }

  /**
   * Counts the replaced documents whose ID no new document has. A new document without an ID may replace any of them.
   */
  async countRemoved(): Promise<number> {
    if (!this.replaced) return 0;
    return Math.max(0, this.before - (await this.replaced.countPresent()) - this.unnamed);
  }

  private async update(documents: readonly ParsedDocument[]): Promise<void> {
    await this.session.query(
      `update document set body = doc - 'documentID'
       from (select line::jsonb as doc from string_to_table($3::text, E'\\n') t (line)) d
       where project = $1 and collection = $2 and document_id = doc ->> 'documentID'`,
      [...this.key, documents.map(({ text }) => text).join('\n')],
    );
    this.updated += documents.length;
  }

  async close(): Promise<void> {
    const { session, key, commonValues } = this;
    if (this.updated > 0) {
      await invalidateCollection(session, key);
      await commonValues?.recount(session, ...key);
    }
    await commonValues?.save(session, ...key);
    const filled = 'update collection set documents = $3, common = $4 where project = $1 and name = $2';
    await session.query(filled, [...key, this.count, JSON.stringify(commonValues?.counts() ?? {})]);
    await flushBodyIndex(session);
  }
}

async function invalidateCollection(session: DatabaseSession, key: readonly [string, string]): Promise<void> {
  await session.query('delete from page_mark where project = $1 and collection = $2', key);
  const generation = 'update collection set generation = $3::uuid where project = $1 and name = $2';
  await session.query(generation, [...key, randomUUID()]);
}

export async function deleteCollection(session: DatabaseSession, project: string, collection: string): Promise<void> {
  const key = [project, collection];
  await session.query('select from collection where project = $1 and name = $2 for update', key);
  await session.query('delete from document where project = $1 and collection = $2', key);
  await session.query('delete from page_mark where project = $1 and collection = $2', key);
  await session.query('delete from collection where project = $1 and name = $2', key);
}

export type DeviceRow = {
  deviceID: string;
  productID: string;
  paired: boolean;
  online: boolean;
  registeredAt: number;
  record: string;
};

/** Stores devices of a project within the caller's transaction. Locks the project against other writers. */
export class DeviceWriter {
  private readonly session: DatabaseSession;
  private readonly project: string;
  private readonly mode: WriteMode;
  readonly before: number;
  updated = 0;
  private replaced: ReplacedIds | undefined;

  static async open(session: DatabaseSession, project: string, mode: WriteMode = 'append'): Promise<DeviceWriter> {
    await session.query('select from project where id = $1 for update', [project]);
    if (mode === 'append') return new DeviceWriter(session, project, mode, 0);
    const [[before] = []] = await session.query('select count(*) from device where project = $1', [project]);
    const writer = new DeviceWriter(session, project, mode, Number(before));
    if (mode === 'replace' && writer.before > 0) {
      const source = { table: 'device', column: 'device_id', condition: 'project = $1', values: [project] } as const;
      writer.replaced = await ReplacedIds.capture(session, source);
      await session.query('delete from device where project = $1', [project]);
    }
    return writer;
  }

  private constructor(session: DatabaseSession, project: string, mode: WriteMode, before: number) {
    this.session = session;
    this.project = project;
    this.mode = mode;
    this.before = before;
  }

  /**
   * Writes devices.
   * @throws DatabaseError 23505 for an existing device ID unless the mode is `update`
   */
  async writeDevices(devices: readonly DeviceRow[]): Promise<void> {
    const update = this.mode === 'update';
    const given = update ? takeLastPerId(devices, ({ deviceID }) => deviceID) : devices;
    const updated = update ? await this.countExisting(given) : 0;
    await this.session.query(
      `insert into device (project, device_id, product_id, paired, online, registered_at, record)
       select $1::text, "deviceID", "productID", paired, online, "registeredAt", record
       from json_to_recordset($2::json) as d("deviceID" text, "productID" text, paired boolean, online boolean,
         "registeredAt" bigint, record text) ${update ? UPDATED_DEVICE : ''}`,
      [this.project, JSON.stringify(given)],
    );
    this.updated += updated;
  }

  async countRemoved(): Promise<number> {
    return this.replaced ? this.before - (await this.replaced.countPresent()) : 0;
  }

  private async countExisting(devices: readonly DeviceRow[]): Promise<number> {
    const [[count] = []] = await this.session.query(
      'select count(*) from device where project = $1 and device_id in (select json_array_elements_text($2::json))',
      [this.project, JSON.stringify(devices.map(({ deviceID }) => deviceID))],
    );
    return Number(count);
  }
}

const UPDATED_DEVICE = `on conflict (project, device_id) do update
  set product_id = excluded.product_id, paired = excluded.paired, online = excluded.online,
    registered_at = excluded.registered_at, record = excluded.record`;

function takeLastPerId<Item>(items: readonly Item[], idOf: (item: Item) => unknown): Item[] {
  const last = new Map(items.map((item) => [idOf(item) ?? item, item]));
  return last.size === items.length ? [...items] : [...last.values()];
}

type IdSource = { table: 'device' | 'document'; column: string; condition: string; values: readonly BindValue[] };

class ReplacedIds {
  private readonly session: DatabaseSession;
  private readonly source: IdSource;

  static async capture(session: DatabaseSession, source: IdSource): Promise<ReplacedIds> {
    const { table, column, condition, values } = source;
    await session.query('create temp table replaced_id (id text collate "C" not null) on commit drop');
    await session.query(`insert into replaced_id select ${column} from ${table} where ${condition}`, values);
    await session.query('analyze replaced_id');
    return new ReplacedIds(session, source);
  }

  private constructor(session: DatabaseSession, source: IdSource) {
    this.session = session;
    this.source = source;
  }

  async countPresent(): Promise<number> {
    const { table, column, condition, values } = this.source;
    const [[count] = []] = await this.session.query(
      `select count(*) from replaced_id join (select ${column} as id from ${table} where ${condition}) present using (id)`,
      values,
    );
    return Number(count);
  }
}
