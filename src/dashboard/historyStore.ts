import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { toScopedName } from '#lib/basePath.ts';
import type { HistoryPoint } from './tileHistory.ts';
import type { TileRecord } from './tileTracker.ts';

/** Numbers of a tile over time, and the state of its limit. `tileKey` does not depend on the limit. */
type Series = { id?: number; connectionId: string; tileKey: string };

type StoredRecord = Omit<TileRecord, 'history'> & { connectionId: string; recordKey: string };

/** Time during which the number of a tile was over its limit. */
export type TileCrossing = {
  id: string;
  dashboardId: string;
  /** Key by `createTileKeys`. */
  recordKey: string;
  /** Names at the time of the crossing. */
  dashboard: string;
  title: string;
  limit: string;
  value: number | undefined;
  /** In ms since 1970. `endedAt` is undefined while the number is over its limit. */
  at: number;
  endedAt?: number | undefined;
  isAcknowledged?: boolean;
};

type HistoryDatabase = DBSchema & {
  series: { key: number; value: Series; indexes: { connectionId: string } };
  points: { key: [series: number, minute: number]; value: HistoryPoint & { series: number; minute: number } };
  records: { key: [connectionId: string, recordKey: string]; value: StoredRecord; indexes: { connectionId: string } };
  /** Crossings by connection, newest first. */
  crossings: { key: string; value: { connectionId: string; list: readonly TileCrossing[] } };
};

type StoredHistory = {
  points: Map<string, readonly HistoryPoint[]>;
  records: Map<string, Omit<TileRecord, 'history'>>;
};

/** Maximum number of points of a connection. At about 50 bytes each, they take 5 MB. */
const POINTS_MAX = 100_000;

const MINUTE_MS = 60_000;

/** History of a connection's tiles in this browser. Rejects where the browser blocks storage or has no space left. */
export class HistoryStore {
  readonly #connectionId: string;
  readonly #seriesIds = new Map<string, number>();
  #database: Promise<IDBPDatabase<HistoryDatabase>> | undefined;

  constructor(connectionId: string) {
    this.#connectionId = connectionId;
  }

  async load(): Promise<StoredHistory> {
    const database = await this.#open();
    const points = new Map<string, readonly HistoryPoint[]>();
    for (const { id, tileKey } of await database.getAllFromIndex('series', 'connectionId', this.#connectionId)) {
      if (id === undefined) continue;
      this.#seriesIds.set(tileKey, id);
      const stored = await database.getAll('points', getSeriesRange(id, Date.now()));
      points.set(
        tileKey,
        stored.map(({ at, value, share }) => ({ at, value, ...(share !== undefined && { share }) })),
      );
    }
    const records = await database.getAllFromIndex('records', 'connectionId', this.#connectionId);
    return {
      points,
      records: new Map(records.map(({ recordKey, connectionId: _, ...record }) => [recordKey, record])),
    };
  }

  /** Stores the difference between two histories of a tile. Points after the newest are kept for a correct clock. */
  async saveHistory(tileKey: string, before: readonly HistoryPoint[], after: readonly HistoryPoint[]): Promise<void> {
    const transaction = (await this.#open()).transaction(['series', 'points'], 'readwrite');
    const [all, store] = [transaction.objectStore('series'), transaction.objectStore('points')];
    // another tab may have added the series, or removed it
    const stored = await all.index('connectionId').getAll(this.#connectionId);
    const { id } = stored.findLast((one) => one.tileKey === tileKey) ?? {};
    const series = id ?? (await all.add({ connectionId: this.#connectionId, tileKey }));
    if (!this.#seriesIds.has(tileKey)) this.#seriesIds.set(tileKey, series);
    const [kept, known] = [new Set(after), new Set(before)];
    const end = after.at(-1)?.at ?? 0;
    const removed = before.filter((point) => !kept.has(point) && point.at <= end);
    const added = after.filter((point) => !known.has(point));
    await Promise.all([
      ...removed.map((point) => store.delete([series, getMinute(point)])),
      ...added.map((point) => store.put({ ...point, series, minute: getMinute(point) })),
      transaction.done,
    ]);
  }

  async saveRecords(records: ReadonlyMap<string, TileRecord>): Promise<void> {
    const { store, done } = (await this.#open()).transaction('records', 'readwrite');
    const puts = [...records].map(([recordKey, { history: _, ...record }]) =>
      store.put({ ...record, recordKey, connectionId: this.#connectionId }),
    );
    await Promise.all([...puts, done]);
  }

  async loadCrossings(): Promise<readonly TileCrossing[]> {
    return (await (await this.#open()).get('crossings', this.#connectionId))?.list ?? [];
  }

  async saveCrossings(list: readonly TileCrossing[]): Promise<void> {
    await (await this.#open()).put('crossings', { connectionId: this.#connectionId, list });
  }

  /** Returns true if another tab has removed the history. */
  async isForgotten(): Promise<boolean> {
    const stored = await (await this.#open()).getAllKeysFromIndex('series', 'connectionId', this.#connectionId);
    return [...this.#seriesIds.values()].some((id) => !stored.includes(id));
  }

  /** Removes the numbers, limits and crossings of all tiles. */
  async forget(): Promise<void> {
    const database = await this.#open();
    for (const id of await database.getAllKeysFromIndex('series', 'connectionId', this.#connectionId)) {
      await database.delete('points', getSeriesRange(id));
      await database.delete('series', id);
    }
    this.#seriesIds.clear();
    await database.delete('crossings', this.#connectionId);
    for (const key of await database.getAllKeysFromIndex('records', 'connectionId', this.#connectionId))
      await database.delete('records', key);
  }

  #open(): Promise<IDBPDatabase<HistoryDatabase>> {
    this.#database ??= openDatabase();
    return this.#database;
  }
}

/** Removes the histories of connections that no longer exist. */
export async function removeHistoriesExcept(connectionIds: readonly string[]): Promise<void> {
  const database = await openDatabase();
  const owners = [
    ...(await database.getAll('series')).map(({ connectionId }) => connectionId),
    ...(await database.getAll('records')).map(({ connectionId }) => connectionId),
    ...(await database.getAllKeys('crossings')),
  ];
  database.close();
  for (const id of new Set(owners)) if (!connectionIds.includes(id)) await new HistoryStore(id).forget();
}

/** Removes the oldest points of all tiles until the rest fits. Returns the histories that changed. */
export function limitHistories(
  histories: ReadonlyMap<string, readonly HistoryPoint[]>,
  max = POINTS_MAX,
): Map<string, readonly HistoryPoint[]> {
  const times = [...histories.values()].flatMap((points) => points.map(({ at }) => at));
  const excess = times.length - max;
  if (excess <= 0) return new Map();
  const oldest = times.sort((one, other) => one - other)[excess] ?? Number.POSITIVE_INFINITY;
  return new Map(
    [...histories].flatMap(([key, points]) => {
      const kept = points.filter(({ at }) => at >= oldest);
      return kept.length === points.length ? [] : [[key, kept] as const];
    }),
  );
}

function openDatabase(): Promise<IDBPDatabase<HistoryDatabase>> {
  return openDB<HistoryDatabase>(toScopedName('fleetlens'), 1, {
    upgrade(database) {
      const series = database.createObjectStore('series', { keyPath: 'id', autoIncrement: true });
      series.createIndex('connectionId', 'connectionId');
      database.createObjectStore('points', { keyPath: ['series', 'minute'] });
      const records = database.createObjectStore('records', { keyPath: ['connectionId', 'recordKey'] });
      records.createIndex('connectionId', 'connectionId');
      database.createObjectStore('crossings', { keyPath: 'connectionId' });
    },
  });
}

function getSeriesRange(series: number, until = Number.MAX_SAFE_INTEGER): IDBKeyRange {
  return IDBKeyRange.bound([series, 0], [series, getMinute({ at: until })]);
}

function getMinute({ at }: Pick<HistoryPoint, 'at'>): number {
  return Math.floor(at / MINUTE_MS);
}
