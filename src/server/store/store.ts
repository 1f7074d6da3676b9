import { createHash } from 'node:crypto';
import { READ_BYTES, readInOrder, spoolToDisk, spoolToFile } from '#server/store/moving/spool.ts';
import { FIND_CREDENTIAL, removeOlderCredentials } from '#server/store/sql/credentials.ts';
import { type DeviceFilter, DeviceLists } from '#server/store/sql/deviceLists.ts';
import type { Query } from '#server/store/sql/documentReader.ts';
import { Documents } from '#server/store/sql/documents.ts';
import type { Database } from './database.ts';

/** A key that opens a project: `number` counts the project's keys; `superseding` is true while older keys open it too. */
type OpeningKey = { project: string; number: number; tokenHash: Buffer; superseding: boolean };

/** Every question the service asks of its database. */
export class Store {
  readonly database: Database;
  readonly documents: Documents;
  private readonly lists: DeviceLists;

  constructor(database: Database, pageSize = 20) {
    this.database = database;
    this.lists = new DeviceLists(database);
    this.documents = new Documents(database, pageSize);
  }

  /** The key that an API key is; undefined where it is unknown or locked. */
  async findKey(apiKey: string): Promise<OpeningKey | undefined> {
    const rows = await this.database.query(FIND_CREDENTIAL, [hashSecret(apiKey).toString('hex')]);
    const [project, number, tokenHash, superseding] = rows[0] ?? [];
    if (!project || !tokenHash) return undefined;
    return {
      project,
      number: Number(number),
      tokenHash: Buffer.from(tokenHash, 'hex'),
      superseding: superseding === 't',
    };
  }

  /** Ends the keys of a project that are older than one that was used. */
  async endOlderKeys({ project, number }: OpeningKey): Promise<void> {
    await this.database.changeCredentials(project, [removeOlderCredentials(project, number)]);
  }

  /**
   * What `head` makes of the number of devices, then their records as JSON text with commas between, a piece at a
   * time, ordered by registration. All of it sees one state of the database, which is read as fast as it goes however
   * slowly the caller takes it.
   */
  devices(
    project: string,
    filter: DeviceFilter,
    head: (count: number) => string,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    return spoolToDisk(this.lists.make(project, filter, head, signal));
  }

  /**
   * A page of documents as JSON text: what `head` makes of their number, then the list. A large page is read as fast as it
   * goes however slowly the caller takes it, and nothing but a beginning of it is held in memory.
   */
  async page(
    query: Query,
    head: (count: number) => string,
    signal?: AbortSignal,
  ): Promise<AsyncGenerator<Uint8Array | string>> {
    const { json, count, large } = await this.documents.page(query, signal);
    if (!large && json.byteLength <= READ_BYTES) return readInOrder(head(count), json);
    if (!large) return spoolToDisk(readInOrder(head(count), json));
    return spoolToFile((write) => this.documents.readLarge(query, large, head(count), write, signal));
  }

  /** A device's record exactly as it was given. */
  async device(project: string, deviceID: string, signal?: AbortSignal): Promise<string | undefined> {
    const rows = await this.database.query(
      'select record from device where project = $1 and device_id = $2',
      [project, deviceID],
      signal,
    );
    return rows[0]?.[0] ?? undefined;
  }
}

/** SHA-256, the only form in which a key or token is kept. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
