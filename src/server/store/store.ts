import { createHash } from 'node:crypto';
import { FIND_CREDENTIAL, removeOlderCredentials } from '#server/store/sql/credentials.ts';
import { type DeviceFilter, DeviceLists } from '#server/store/sql/deviceLists.ts';
import type { Query } from '#server/store/sql/documentSource.ts';
import { Documents } from '#server/store/sql/documents.ts';
import { concatStreams, SPOOL_CHUNK_BYTES, spoolToDisk, spoolToFile } from '#server/store/transfer/spool.ts';
import type { Database } from './database.ts';

/** Valid key with its number within the project. `superseding` is true if older keys are still valid. */
type ValidKey = { project: string; number: number; tokenHash: Buffer; superseding: boolean };

export class Store {
  readonly database: Database;
  readonly documents: Documents;
  private readonly lists: DeviceLists;

  constructor(database: Database, pageSize = 20) {
    this.database = database;
    this.lists = new DeviceLists(database);
    this.documents = new Documents(database, pageSize);
  }

  /** Finds an API key. Undefined if it is unknown or locked. */
  async findKey(apiKey: string): Promise<ValidKey | undefined> {
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

  async endOlderKeys({ project, number }: ValidKey): Promise<void> {
    await this.database.changeCredentials(project, [removeOlderCredentials(project, number)]);
  }

  /**
   * Yields `head(count)`, then the device records as JSON text separated by commas, in order of registration. Reads one
   * state of the database at full speed, even if the caller reads slowly.
   */
  readDevices(
    project: string,
    filter: DeviceFilter,
    head: (count: number) => string,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    return spoolToDisk(this.lists.make(project, filter, head, signal));
  }

  /**
   * Reads a page of documents as JSON text: `head(count)`, then the list. Reads at full speed, even if the caller reads
   * slowly. Only the beginning of a large page is kept in memory.
   */
  async readPage(
    query: Query,
    head: (count: number) => string,
    signal?: AbortSignal,
  ): Promise<AsyncGenerator<Uint8Array | string>> {
    const { json, count, large } = await this.documents.page(query, signal);
    if (!large && json.byteLength <= SPOOL_CHUNK_BYTES) return concatStreams(head(count), json);
    if (!large) return spoolToDisk(concatStreams(head(count), json));
    return spoolToFile((write) => this.documents.readLarge(query, large, head(count), write, signal));
  }

  async findDeviceRecord(project: string, deviceID: string, signal?: AbortSignal): Promise<string | undefined> {
    const rows = await this.database.query(
      'select record from device where project = $1 and device_id = $2',
      [project, deviceID],
      signal,
    );
    return rows[0]?.[0] ?? undefined;
  }
}

/** Computes the SHA-256 hash of a key or token, which is the only form in which it is stored. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
