import { createHash } from 'node:crypto';
import { spooled } from '#server/store/moving/spool.ts';
import { type DeviceFilter, DeviceLists } from '#server/store/sql/deviceLists.ts';
import { Documents } from '#server/store/sql/documents.ts';
import type { Database } from './database.ts';

type Project = { id: string; tokenHash: Buffer };

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

  /** The project that an API key opens. */
  async projectByKey(apiKey: string): Promise<Project | undefined> {
    const rows = await this.database.query(
      `select id, encode(token_hash, 'hex') from project where key_hash = decode($1, 'hex')`,
      [hash(apiKey).toString('hex')],
    );
    const [id, tokenHash] = rows[0] ?? [];
    return id && tokenHash ? { id, tokenHash: Buffer.from(tokenHash, 'hex') } : undefined;
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
    return spooled(this.lists.make(project, filter, head, signal));
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
export function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
