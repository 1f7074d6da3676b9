import { randomUUID } from 'node:crypto';
import type { Session } from '#server/store/database.ts';
import { CommonValues, type DocumentRow } from '#server/store/sql/commonValues.ts';
import { flushBodyIndex } from '#server/store/sql/schema.ts';
import { ReplacedIds } from './replacedIds.ts';

/**
 * What becomes of what is there already: it stays and its IDs are refused, all of it goes, or what has the ID of a new
 * record gives way to that.
 */
export type WriteMode = 'append' | 'replace' | 'update';

/**
 * Fills a collection within the caller's transaction. The collection is locked until then, so that its numbering has no
 * gap. One that is no longer what it was plus what came after it gets another generation.
 */
export class CollectionWriter {
  private readonly session: Session;
  private readonly key: readonly [project: string, collection: string];
  private readonly mode: WriteMode;
  /** Documents that the collection had, has by now, and those of the first that were updated. */
  readonly before: number;
  count: number;
  updated = 0;
  private values: CommonValues | undefined;
  private former: ReplacedIds | undefined;
  /** Documents that were given no ID. */
  private unnamed = 0;

  static async open(
    session: Session,
    project: string,
    collection: string,
    mode: WriteMode = 'append',
  ): Promise<CollectionWriter> {
    const key = [project, collection] as const;
    const made = 'insert into collection (project, name, documents) values ($1, $2, 0) on conflict do nothing';
    await session.query(made, key);
    const locked = 'select documents, common from collection where project = $1 and name = $2 for update';
    const [[count, common] = []] = await session.query(locked, key);
    let former: ReplacedIds | undefined;
    if (mode === 'replace' && Number(count) > 0) {
      const condition = 'project = $1 and collection = $2';
      former = await ReplacedIds.keep(session, { table: 'document', column: 'document_id', condition, values: key });
      await session.query('delete from document where project = $1 and collection = $2', key);
      await invalidateCollection(session, key);
    }
    const loader = new CollectionWriter(session, key, mode, Number(count));
    loader.former = former;
    if (loader.count > 0) loader.values = new CommonValues(JSON.parse(common ?? '{}'));
    return loader;
  }

  private constructor(session: Session, key: readonly [string, string], mode: WriteMode, before: number) {
    this.session = session;
    this.key = key;
    this.mode = mode;
    this.before = before;
    this.count = mode === 'replace' ? 0 : before;
  }

  /**
   * Throws DatabaseError 23505 for a documentID that the collection has and that is not to be updated, 22xxx for a line
   * PostgreSQL cannot hold.
   */
  async load(documents: readonly DocumentRow[]): Promise<void> {
    if (this.mode !== 'update') return this.append(documents);
    const given = takeLastPerId(documents, ({ fields }) => fields['documentID']);
    const there = await this.withIDs(given);
    const [known, unknown]: [DocumentRow[], DocumentRow[]] = [[], []];
    for (const document of given) (there.has(document.fields['documentID']) ? known : unknown).push(document);
    if (known.length > 0) await this.update(known);
    if (unknown.length > 0) await this.append(unknown);
  }

  /** Which of the documents' IDs the collection has. */
  private async withIDs(documents: readonly DocumentRow[]): Promise<Set<unknown>> {
    const ids = documents.flatMap(({ fields }) => fields['documentID'] ?? []);
    const rows = await this.session.query(
      `select document_id from document
       where project = $1 and collection = $2 and document_id in (select json_array_elements_text($3::json))`,
      [...this.key, JSON.stringify(ids)],
    );
    return new Set(rows.map(([id]) => id));
  }

  private async append(documents: readonly DocumentRow[]): Promise<void> {
    await this.session.query(
      `insert into document (project, collection, seq, document_id, body)
       select $1::text, $2::text, $3::bigint + n, coalesce(doc ->> 'documentID', gen_random_uuid()::text),
         doc - 'documentID'
       from (select line::jsonb as doc, n from string_to_table($4::text, E'\\n') with ordinality t (line, n)) d
       order by n`,
      [...this.key, this.count, documents.map(({ text }) => text).join('\n')],
    );
    this.values ??= CommonValues.among(documents);
    this.values.add(documents, this.count + 1);
    this.count += documents.length;
    this.unnamed += documents.filter(({ fields }) => fields['documentID'] == null).length;
  }

  /** Counts the replaced documents that are gone. A new one without an ID stands for any of them. */
  async countRemoved(): Promise<number> {
    if (!this.former) return 0;
    return Math.max(0, this.before - (await this.former.countPresent()) - this.unnamed);
  }

  /** A document keeps its place among the others. */
  private async update(documents: readonly DocumentRow[]): Promise<void> {
    await this.session.query(
      `update document set body = doc - 'documentID'
       from (select line::jsonb as doc from string_to_table($3::text, E'\\n') t (line)) d
       where project = $1 and collection = $2 and document_id = doc ->> 'documentID'`,
      [...this.key, documents.map(({ text }) => text).join('\n')],
    );
    this.updated += documents.length;
  }

  async close(): Promise<void> {
    const { session, key, values } = this;
    if (this.updated > 0) {
      await invalidateCollection(session, key);
      await values?.recount(session, ...key);
    }
    await values?.save(session, ...key);
    const filled = 'update collection set documents = $3, common = $4 where project = $1 and name = $2';
    await session.query(filled, [...key, this.count, JSON.stringify(values?.counts() ?? {})]);
    await flushBodyIndex(session);
  }
}

/** What was remembered of a collection is of no use any more. */
async function invalidateCollection(session: Session, key: readonly [string, string]): Promise<void> {
  await session.query('delete from page_mark where project = $1 and collection = $2', key);
  const generation = 'update collection set generation = $3::uuid where project = $1 and name = $2';
  await session.query(generation, [...key, randomUUID()]);
}

/** Removes a collection with everything in it. */
export async function deleteCollection(session: Session, project: string, collection: string): Promise<void> {
  const key = [project, collection];
  await session.query('select from collection where project = $1 and name = $2 for update', key);
  await session.query('delete from document where project = $1 and collection = $2', key);
  await session.query('delete from page_mark where project = $1 and collection = $2', key);
  await session.query('delete from collection where project = $1 and name = $2', key);
}

/** A device about to be stored: what filters and order need, and the record as it was given. */
export type DeviceRow = {
  deviceID: string;
  productID: string;
  paired: boolean;
  online: boolean;
  registeredAt: number;
  record: string;
};

/** Stores devices of a project within the caller's transaction, one loader of a project at a time. */
export class DeviceWriter {
  private readonly session: Session;
  private readonly project: string;
  private readonly mode: WriteMode;
  /** Devices that the project had, unless they are only added to, and those of them that were updated. */
  readonly before: number;
  updated = 0;
  private former: ReplacedIds | undefined;

  static async open(session: Session, project: string, mode: WriteMode = 'append'): Promise<DeviceWriter> {
    await session.query('select from project where id = $1 for update', [project]);
    if (mode === 'append') return new DeviceWriter(session, project, mode, 0);
    const [[before] = []] = await session.query('select count(*) from device where project = $1', [project]);
    const loader = new DeviceWriter(session, project, mode, Number(before));
    if (mode === 'replace' && loader.before > 0) {
      const source = { table: 'device', column: 'device_id', condition: 'project = $1', values: [project] } as const;
      loader.former = await ReplacedIds.keep(session, source);
      await session.query('delete from device where project = $1', [project]);
    }
    return loader;
  }

  private constructor(session: Session, project: string, mode: WriteMode, before: number) {
    this.session = session;
    this.project = project;
    this.mode = mode;
    this.before = before;
  }

  /** Throws DatabaseError 23505 when one is there already that is not to be updated. */
  async load(devices: readonly DeviceRow[]): Promise<void> {
    const update = this.mode === 'update';
    const given = update ? takeLastPerId(devices, ({ deviceID }) => deviceID) : devices;
    const updated = update ? await this.countOf(given) : 0;
    await this.session.query(
      `insert into device (project, device_id, product_id, paired, online, registered_at, record)
       select $1::text, "deviceID", "productID", paired, online, "registeredAt", record
       from json_to_recordset($2::json) as d("deviceID" text, "productID" text, paired boolean, online boolean,
         "registeredAt" bigint, record text) ${update ? UPDATED_DEVICE : ''}`,
      [this.project, JSON.stringify(given)],
    );
    this.updated += updated;
  }

  /** Counts the replaced devices that are gone. */
  async countRemoved(): Promise<number> {
    return this.former ? this.before - (await this.former.countPresent()) : 0;
  }

  private async countOf(devices: readonly DeviceRow[]): Promise<number> {
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

/** The last item of each ID, all of those without one. */
function takeLastPerId<Item>(items: readonly Item[], idOf: (item: Item) => unknown): Item[] {
  const last = new Map(items.map((item) => [idOf(item) ?? item, item]));
  return last.size === items.length ? [...items] : [...last.values()];
}
