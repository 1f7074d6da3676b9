import type { Connectivity, DeviceType } from '#contract/device.ts';
import type { Database, JsonRow, Session, TextRow } from '#server/store/database.ts';
import { FairQueue } from '#server/store/fairQueue.ts';
import { Parameters } from './matchSql.ts';

export type DeviceFilter = {
  type?: DeviceType | undefined;
  filter?: Connectivity | undefined;
  productID?: string | undefined;
};

/** Devices in the first piece of a list, which is soon there, and in the largest, which still lets others in between. */
const CHUNK_DEVICES = { first: 1000, most: 8000 };

/** Lists that are made at once, and how long another waits, in ms: any other request finds room beside them. */
const LISTS = { width: 2, patience: 10_000 };

/** Filters whose lists are remembered, past which the one remembered for longest is forgotten, and their length. */
const LIST_CURSORS = { most: 100, nameMax: 1000 };

/** Before any device, and after all of them, in the order of a list. */
const BEGIN: TextRow = ['-9223372036854775808', ''];
const END: TextRow = ['9223372036854775807', ''];

/** What making a list told: its devices, and the last of each piece, as `registered_at` and `device_id`. */
type ListCursor = { writes: number; count: number; ends: TextRow[] };

/**
 * Makes lists of devices. Where it is certain that nothing was written since, a list is not counted again, and its
 * pieces are taken where they ended the last time, which spares a quarter of the work.
 */
export class DeviceLists {
  private readonly database: Database;
  private readonly turns = new FairQueue(LISTS);
  private readonly courses = new Map<string, ListCursor>();

  constructor(database: Database) {
    this.database = database;
  }

  /** What `head` makes of the number of devices, then the pieces of the list, with commas between. */
  async *make(
    project: string,
    filter: DeviceFilter,
    head: (count: number) => string,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array | string> {
    const turn = await this.turns.begin();
    try {
      const snapshot = await this.database.snapshot();
      try {
        yield* this.pieces(snapshot, new DeviceRows(project, filter), head, signal);
      } finally {
        await snapshot.release();
      }
    } finally {
      turn.end();
    }
  }

  private async *pieces(
    session: Session,
    rows: DeviceRows,
    head: (count: number) => string,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array | string> {
    const writes = this.database.writes?.();
    const known = this.courses.get(rows.name);
    if (known && known.writes === writes) {
      yield head(known.count);
      yield* joinWithCommas(rows.between(session, known.ends, signal));
      return;
    }
    const count = await rows.count(session, signal);
    yield head(count);
    const ends: TextRow[] = [];
    yield* joinWithCommas(rows.inTurn(session, ends, signal));
    if (writes !== undefined) this.remember(rows.name, { writes, count, ends });
  }

  private remember(name: string, course: ListCursor): void {
    if (name.length > LIST_CURSORS.nameMax) return;
    this.courses.delete(name);
    this.courses.set(name, course);
    if (this.courses.size > LIST_CURSORS.most) this.courses.delete(this.courses.keys().next().value as string);
  }
}

/** The devices that pass a filter, as questions to the database. */
class DeviceRows {
  /** Says which devices they are. */
  readonly name: string;
  private readonly where: string;
  private readonly values: Parameters['values'];

  constructor(project: string, { type, filter, productID }: DeviceFilter) {
    const parameters = new Parameters();
    const conditions = [`project = ${parameters.add(project)}`];
    if (type && type !== 'registered') conditions.push(type === 'paired' ? 'paired' : 'not paired');
    if (filter) conditions.push(filter === 'online' ? 'online' : 'not online');
    if (productID !== undefined) conditions.push(`starts_with(product_id, ${parameters.add(productID)}::text)`);
    this.where = conditions.join(' and ');
    this.values = parameters.values;
    this.name = JSON.stringify([this.where, this.values]);
  }

  async count(session: Session, signal: AbortSignal | undefined): Promise<number> {
    const counted = `select count(*) from device where ${this.where}`;
    const [[count] = []] = await session.query(counted, this.values, signal);
    return Number(count);
  }

  /** Their records, each piece as large as is good for it, and where it ended in `ends`. */
  inTurn(session: Session, ends: TextRow[], signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    const [time, id, most] = this.further(['bigint', 'text', 'bigint']);
    // the rows come ordered out of the inner query, and an aggregate takes them as they come
    const sql = `select coalesce(string_agg(record, ','), ''), count(*), max(registered_at), (array_agg(device_id))[count(*)]
      from (select record, registered_at, device_id from device
        where ${this.where} and (registered_at, device_id) > (${time}, ${id})
        order by registered_at, device_id limit ${most}) d`;
    let size = CHUNK_DEVICES.first;
    const ask = (after: TextRow) => session.json(sql, [...this.values, ...after, size], signal);
    return prefetchChunks(ask(BEGIN), ([count, ...last]) => {
      if (Number(count) < size) return undefined;
      ends.push(last);
      size = Math.min(4 * size, CHUNK_DEVICES.most);
      return ask(last);
    });
  }

  /** Their records in pieces that end where they are said to, and one more to the end of all. */
  between(session: Session, ends: readonly TextRow[], signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    const [time, id, lastTime, lastID] = this.further(['bigint', 'text', 'bigint', 'text']);
    const sql = `select coalesce(string_agg(record, ','), '')
      from (select record from device
        where ${this.where} and (registered_at, device_id) > (${time}, ${id})
          and (registered_at, device_id) <= (${lastTime}, ${lastID})
        order by registered_at, device_id) d`;
    let at = 0;
    const ask = () => session.json(sql, [...this.values, ...(ends[at - 1] ?? BEGIN), ...(ends[at] ?? END)], signal);
    return prefetchChunks(ask(), () => (at++ < ends.length ? ask() : undefined));
  }

  /** Parameters that come after those of the filter. */
  private further(types: readonly string[]): string[] {
    return types.map((type, at) => `$${this.values.length + at + 1}::${type}`);
  }
}

/** Pieces of which the next, as `follow` asks for it by what a piece told, is made while one is sent. */
async function* prefetchChunks(
  first: Promise<JsonRow>,
  follow: (told: TextRow) => Promise<JsonRow> | undefined,
): AsyncGenerator<Uint8Array> {
  let coming: Promise<JsonRow> | undefined = first;
  try {
    while (coming) {
      const piece: JsonRow = await coming;
      coming = follow(piece.rest);
      // it may fail while nobody waits for it; whoever waits later hears of it
      coming?.catch(() => undefined);
      yield piece.json;
    }
  } finally {
    // the connection is free only when nothing is on its way any more
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
