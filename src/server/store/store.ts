import { createHash } from 'node:crypto';
import type { Connectivity, DeviceType } from '#contract/device.ts';
import type { Database, JsonRow, Row, Session } from './database.ts';
import { Documents } from './documents.ts';
import { Parameters } from './pipelineSql.ts';
import { spooled } from './spool.ts';
import { Turns } from './turns.ts';

export type Project = { id: string; tokenHash: Buffer };

export type DeviceFilter = {
  type?: DeviceType | undefined;
  filter?: Connectivity | undefined;
  productID?: string | undefined;
};

/** Devices in the first piece of a list, which is soon there, and in the largest, which still lets others in between. */
const PIECE = { first: 1000, most: 8000 };

/** Lists that are made at once, and how long another waits, in ms: any other request finds room beside them. */
const LISTS = { width: 2, patience: 10_000 };

/** Every question the service asks of its database. */
export class Store {
  readonly database: Database;
  readonly documents: Documents;
  private readonly lists = new Turns(LISTS);

  constructor(database: Database, pageSize = 20) {
    this.database = database;
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
    return spooled(this.listed(project, filter, head, signal));
  }

  private async *listed(
    project: string,
    filter: DeviceFilter,
    head: (count: number) => string,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array | string> {
    const parameters = new Parameters();
    const where = deviceConditions(project, filter, parameters);
    const end = await this.lists.begin();
    try {
      const snapshot = await this.database.snapshot();
      try {
        const counted = `select count(*) from device where ${where}`;
        const [[count] = []] = await snapshot.query(counted, parameters.values, signal);
        yield head(Number(count));
        yield* devicePieces(snapshot, where, parameters, signal);
      } finally {
        await snapshot.release();
      }
    } finally {
      end();
    }
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

function deviceConditions(project: string, { type, filter, productID }: DeviceFilter, parameters: Parameters): string {
  const conditions = [`project = ${parameters.add(project)}`];
  if (type && type !== 'registered') conditions.push(type === 'paired' ? 'paired' : 'not paired');
  if (filter) conditions.push(filter === 'online' ? 'online' : 'not online');
  if (productID !== undefined) conditions.push(`starts_with(product_id, ${parameters.add(productID)}::text)`);
  return conditions.join(' and ');
}

/** The next piece is made while the last one is sent. */
async function* devicePieces(
  session: Session,
  where: string,
  { values }: Parameters,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array | string> {
  const [time, id] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::text`];
  // the rows come ordered out of the inner query, and an aggregate takes them as they come
  const sql = `select coalesce(string_agg(record, ','), ''), count(*), max(registered_at), (array_agg(device_id))[count(*)]
    from (select record, registered_at, device_id from device
      where ${where} and (registered_at, device_id) > (${time}, ${id})
      order by registered_at, device_id limit $${values.length + 3}::bigint) d`;
  let size = PIECE.first;
  const ask = (after: Row) => {
    const piece = session.json(sql, [...values, ...after, size], signal);
    // it may fail while nobody waits for it; whoever waits later hears of it
    piece.catch(() => undefined);
    return piece;
  };
  let next: Promise<JsonRow> | undefined = ask(['-9223372036854775808', '']);
  try {
    for (let comma = false; next; comma = true) {
      const piece: JsonRow = await next;
      const [count, ...last]: Row = piece.rest;
      const full = Number(count) === size;
      size = Math.min(4 * size, PIECE.most);
      next = full ? ask(last) : undefined;
      if (comma && Number(count) > 0) yield ',';
      if (Number(count) > 0) yield piece.json;
    }
  } finally {
    // the connection is free only when nothing is on its way any more
    await next?.catch(() => undefined);
  }
}
