import type { Connectivity, PairingFilter } from '#contract/device.ts';
import { BoundedMap } from '#server/store/boundedMap.ts';
import type { DatabaseSession, JsonRow, JsonRowSession, ServiceDatabase, TextRow } from '#server/store/database.ts';
import { FairQueue } from '#server/store/fairQueue.ts';
import { SqlParameters } from './matchSql.ts';

export type DeviceFilter = {
  type?: PairingFilter | undefined;
  filter?: Connectivity | undefined;
  productID?: string | undefined;
};

/**
 * Number of devices in the first chunk, which should arrive soon, and in the largest, which must not block others for
 * long.
 */
const CHUNK_DEVICES = { first: 1000, most: 8000 };

/** Maximum number of lists built at the same time, and maximum wait in ms. Other requests do not wait for lists. */
const LISTS = { width: 2, patience: 10_000 };

/**
 * Maximum number of filters with a stored cursor, and maximum length of the name of a filter.
 */
const LIST_CURSORS = { most: 100, nameMax: 1000 };

const BEGIN: TextRow = ['-9223372036854775808', ''];
const END: TextRow = ['9223372036854775807', ''];

/**
 * Result of building a list: its number of devices, and the keys (registered_at, device_id) at the end of each chunk.
 */
type ListCursor = { writes: number; count: number; ends: TextRow[] };

/**
 * Builds device lists. If nothing was written since the last time, reuses the count and the chunk boundaries, which
 * saves a quarter of the work.
 */
export class DeviceListReader {
  private readonly database: ServiceDatabase;
  private readonly turns = new FairQueue(LISTS);
  private readonly cursors = new BoundedMap<string, ListCursor>(LIST_CURSORS.most);

  constructor(database: ServiceDatabase) {
    this.database = database;
  }

  /** Yields `head(count)`, then the chunks of the list, separated by commas. */
  async *streamList(
    project: string,
    filter: DeviceFilter,
    head: (count: number) => string,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array | string> {
    const turn = await this.turns.acquire();
    try {
      const snapshot = await this.database.openSnapshot();
      try {
        yield* this.streamChunks(snapshot, new DeviceRows(project, filter), head, signal);
      } finally {
        await snapshot.release();
      }
    } finally {
      turn.end();
    }
  }

  private async *streamChunks(
    session: JsonRowSession,
    rows: DeviceRows,
    head: (count: number) => string,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array | string> {
    const writes = this.database.getWriteCount?.();
    const known = this.cursors.get(rows.name);
    if (known && known.writes === writes) {
      yield head(known.count);
      yield* joinWithCommas(rows.between(session, known.ends, signal));
      return;
    }
    const count = await rows.count(session, signal);
    yield head(count);
    const ends: TextRow[] = [];
    yield* joinWithCommas(rows.inTurn(session, ends, signal));
    if (writes !== undefined && rows.name.length <= LIST_CURSORS.nameMax)
      this.cursors.set(rows.name, { writes, count, ends });
  }
}

class DeviceRows {
  readonly name: string;
  private readonly where: string;
  private readonly values: SqlParameters['values'];

  constructor(project: string, { type, filter, productID }: DeviceFilter) {
    const parameters = new SqlParameters();
    const conditions = [`project = ${parameters.add(project)}`];
    if (type && type !== 'registered') conditions.push(type === 'paired' ? 'paired' : 'not paired');
    if (filter) conditions.push(filter === 'online' ? 'online' : 'not online');
    if (productID !== undefined) conditions.push(`starts_with(product_id, ${parameters.add(productID)}::text)`);
    this.where = conditions.join(' and ');
    this.values = parameters.values;
    this.name = JSON.stringify([this.where, this.values]);
  }

  async count(session: DatabaseSession, signal: AbortSignal | undefined): Promise<number> {
    const counted = `select count(*) from device where ${this.where}`;
    const [[count] = []] = await session.query(counted, this.values, signal);
    return Number(count);
  }

  /** Yields the records in chunks of growing size. Adds the key at the end of each chunk to `ends`. */
  inTurn(session: JsonRowSession, ends: TextRow[], signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    const [time, id, most] = this.further(['bigint', 'text', 'bigint']);
    // the inner query sorts the rows, and the aggregate keeps their order
    const sql = `select coalesce(string_agg(record, ','), ''), count(*), max(registered_at), (array_agg(device_id))[count(*)]
      from (select record, registered_at, device_id from device
        where ${this.where} and (registered_at, device_id) > (${time}, ${id})
        order by registered_at, device_id limit ${most}) d`;
    let size = CHUNK_DEVICES.first;
    const ask = (after: TextRow) => session.queryJsonRow(sql, [...this.values, ...after, size], signal);
    return prefetchChunks(ask(BEGIN), ([count, ...last]) => {
      if (Number(count) < size) return undefined;
      ends.push(last);
      size = Math.min(4 * size, CHUNK_DEVICES.most);
      return ask(last);
    });
  }

  /** Yields the records in chunks that end at the keys `ends`, and the rest in a last chunk. */
  between(
    session: JsonRowSession,
    ends: readonly TextRow[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array> {
    const [time, id, lastTime, lastID] = this.further(['bigint', 'text', 'bigint', 'text']);
    const sql = `select coalesce(string_agg(record, ','), '')
      from (select record from device
        where ${this.where} and (registered_at, device_id) > (${time}, ${id})
          and (registered_at, device_id) <= (${lastTime}, ${lastID})
        order by registered_at, device_id) d`;
    let at = 0;
    const ask = () =>
      session.queryJsonRow(sql, [...this.values, ...(ends[at - 1] ?? BEGIN), ...(ends[at] ?? END)], signal);
    return prefetchChunks(ask(), () => (at++ < ends.length ? ask() : undefined));
  }

  private further(types: readonly string[]): string[] {
    return types.map((type, at) => `$${this.values.length + at + 1}::${type}`);
  }
}

/**
 * Yields chunks while reading the next one in advance. `follow` starts the next read from the other columns of the last
 * chunk.
 */
async function* prefetchChunks(
  first: Promise<JsonRow>,
  follow: (told: TextRow) => Promise<JsonRow> | undefined,
): AsyncGenerator<Uint8Array> {
  let coming: Promise<JsonRow> | undefined = first;
  try {
    while (coming) {
      const piece: JsonRow = await coming;
      coming = follow(piece.rest);
      // avoids an unhandled rejection; awaiting it later still throws
      coming?.catch(() => undefined);
      yield piece.json;
    }
  } finally {
    // the connection is free only when no statement is running
    await coming?.catch(() => undefined);
  }
}

async function* joinWithCommas(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array | string> {
  let comma = false;
  for await (const piece of pieces) {
    if (piece.byteLength === 0) continue;
    if (comma) yield ',';
    comma = true;
    yield piece;
  }
}
