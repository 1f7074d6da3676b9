import { createHash } from 'node:crypto';
import { buildRemoveOlderCredentialsStatement, FIND_CREDENTIAL_SQL } from '#server/store/sql/credentials.ts';
import { type DeviceFilter, DeviceListReader } from '#server/store/sql/deviceListReader.ts';
import type { DocumentQuery } from '#server/store/sql/documentSource.ts';
import { PipelinePageReader } from '#server/store/sql/pipelinePageReader.ts';
import { concatChunks, SPOOL_CHUNK_BYTES, spoolThroughFile, spoolToDisk } from '#server/store/transfer/spool.ts';
import type { ServiceDatabase } from './database.ts';

/** Valid key with its number within the project. `superseding` is true if older keys are still valid. */
type ValidKey = { project: string; number: number; tokenHash: Buffer; superseding: boolean };

export class Store {
  readonly database: ServiceDatabase;
  readonly documents: PipelinePageReader;
  private readonly lists: DeviceListReader;

  constructor(database: ServiceDatabase, pageSize = 20, groupBytesMax?: number) {
    this.database = database;
    this.lists = new DeviceListReader(database);
    this.documents = new PipelinePageReader(database, pageSize, groupBytesMax);
  }

  /** Finds an API key. Undefined if it is unknown or locked. */
  async findKey(apiKey: string): Promise<ValidKey | undefined> {
    const rows = await this.database.query(FIND_CREDENTIAL_SQL, [hashSecret(apiKey).toString('hex')]);
    const [project, number, tokenHash, superseding] = rows[0] ?? [];
    if (!project || !tokenHash) return undefined;
    return {
      project,
      number: Number(number),
      tokenHash: Buffer.from(tokenHash, 'hex'),
      superseding: superseding === 't',
    };
  }

  async revokeOlderKeys({ project, number }: ValidKey): Promise<void> {
    await this.database.changeCredentials(project, [buildRemoveOlderCredentialsStatement(project, number)]);
  }

  /**
   * Yields `head(count)`, then the device records as JSON text separated by commas, in order of registration. Reads one
   * state of the database at full speed, even if the caller reads slowly.
   */
  streamDevices(
    project: string,
    filter: DeviceFilter,
    head: (count: number) => string,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    return spoolToDisk(this.lists.streamList(project, filter, head, signal));
  }

  /**
   * Reads a page of documents as JSON text: `head(count)`, then the list. Reads at full speed, even if the caller reads
   * slowly. Only the beginning of a large page is kept in memory.
   */
  async streamPage(
    query: DocumentQuery,
    head: (count: number) => string,
    signal?: AbortSignal,
  ): Promise<AsyncGenerator<Uint8Array | string>> {
    const { json, count, large } = await this.documents.readRequestedPage(query, signal);
    if (!large && json.byteLength <= SPOOL_CHUNK_BYTES) return concatChunks(head(count), json);
    if (!large) return spoolToDisk(concatChunks(head(count), json));
    return spoolThroughFile((write) => this.documents.reader.writeLargePage(query, large, head(count), write, signal));
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
