import { randomUUID } from 'node:crypto';
import type { Session } from '#server/store/database.ts';
import { CommonValues, type LoadedDocument } from '#server/store/sql/commonValues.ts';
import { type LoadMode, lastOfEach } from './loadMode.ts';

/**
 * Fills a collection within the caller's transaction. The collection is locked until then, so that its numbering has no
 * gap. One that is no longer what it was plus what came after it gets another generation.
 */
export class CollectionLoader {
  private readonly session: Session;
  private readonly key: readonly [project: string, collection: string];
  private readonly mode: LoadMode;
  /** Documents that the collection had, has by now, and those of the first that were updated. */
  readonly before: number;
  count: number;
  updated = 0;
  private values: CommonValues | undefined;

  static async open(
    session: Session,
    project: string,
    collection: string,
    mode: LoadMode = 'append',
  ): Promise<CollectionLoader> {
    const key = [project, collection] as const;
    await session.query(
      'insert into collection (project, name, documents) values ($1, $2, 0) on conflict do nothing',
      key,
    );
    const locked = 'select documents, common from collection where project = $1 and name = $2 for update';
    const [[count, common] = []] = await session.query(locked, key);
    if (mode === 'replace' && Number(count) > 0) {
      await session.query('delete from document where project = $1 and collection = $2', key);
      await renew(session, key);
    }
    const values = Number(count) > 0 && mode !== 'replace' ? new CommonValues(JSON.parse(common ?? '{}')) : undefined;
    return new CollectionLoader(session, key, mode, Number(count), values);
  }

  private constructor(
    session: Session,
    key: readonly [string, string],
    mode: LoadMode,
    before: number,
    values: CommonValues | undefined,
  ) {
    this.session = session;
    this.key = key;
    this.mode = mode;
    this.before = before;
    this.count = mode === 'replace' ? 0 : before;
    this.values = values;
  }

  /**
   * Throws DatabaseError 23505 for a documentID that the collection has and that is not to be updated, 22xxx for a line
   * PostgreSQL cannot hold.
   */
  async load(documents: readonly LoadedDocument[]): Promise<void> {
    if (this.mode !== 'update') return this.append(documents);
    const given = lastOfEach(documents, ({ fields }) => fields['documentID']);
    const there = await this.withIDs(given);
    const [known, unknown]: [LoadedDocument[], LoadedDocument[]] = [[], []];
    for (const document of given) (there.has(document.fields['documentID']) ? known : unknown).push(document);
    if (known.length > 0) await this.update(known);
    if (unknown.length > 0) await this.append(unknown);
  }

  /** Which of the documents' IDs the collection has. */
  private async withIDs(documents: readonly LoadedDocument[]): Promise<Set<unknown>> {
    const ids = documents.flatMap(({ fields }) => fields['documentID'] ?? []);
    const rows = await this.session.query(
      `select document_id from document
       where project = $1 and collection = $2 and document_id in (select json_array_elements_text($3::json))`,
      [...this.key, JSON.stringify(ids)],
    );
    return new Set(rows.map(([id]) => id));
  }

  private async append(documents: readonly LoadedDocument[]): Promise<void> {
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
  }

  /** A document keeps its place among the others. */
  private async update(documents: readonly LoadedDocument[]): Promise<void> {
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
      await renew(session, key);
      await values?.recount(session, ...key);
    }
    await values?.save(session, ...key);
    const filled = 'update collection set documents = $3, common = $4 where project = $1 and name = $2';
    await session.query(filled, [...key, this.count, JSON.stringify(values?.counts() ?? {})]);
  }
}

/** What was remembered of a collection is of no use any more. */
async function renew(session: Session, key: readonly [string, string]): Promise<void> {
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
