import type { Connection } from '#api/connection.ts';
import { type DashboardTile, isKnownTile } from '#dashboard/dashboard.ts';
import { HistoryStore, limitHistories } from '#dashboard/historyStore.ts';
import type { ServiceFeatures } from '#dashboard/serviceFeatures.ts';
import type { HistoryPoint } from '#dashboard/tileHistory.ts';
import { type RefreshCost, readTiles, type TileReading } from '#dashboard/tileReader.ts';
import { createTileKeys, type DashboardRecord, type TrackedTile, trackRefresh } from '#dashboard/tileTracker.ts';
import { Emitter } from '#lib/emitter.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore, type SessionStore } from '#session/sessionStore.ts';

/** Last successful reading of a tile, why a later one failed, and the time of the last attempt in ms since 1970. */
export type TileSnapshot = { reading?: TileReading | undefined; failure?: string | undefined; readAt: number };

export type MonitorState = {
  /** Snapshots by `getContentKey`. */
  snapshots: ReadonlyMap<string, TileSnapshot>;
  /** Evaluated limits by `createTileKeys`. */
  tracked: ReadonlyMap<string, TrackedTile>;
  /** Numbers over time, by `getContentKey`. */
  histories: ReadonlyMap<string, readonly HistoryPoint[]>;
  /** Why this browser stores no history. */
  storageProblem?: string | undefined;
  isRunning: boolean;
  /** Requests and bytes of the last refresh of all tiles. */
  cost: RefreshCost | undefined;
};

type Target = { connection: Connection; savedId: string; features: ServiceFeatures };

const NOTHING_READ: MonitorState = {
  snapshots: new Map(),
  tracked: new Map(),
  histories: new Map(),
  isRunning: false,
  cost: undefined,
};

/** Reads the tiles of the open dashboard. Keeps what was read until the session ends, and numbers longer. */
export class DashboardMonitor {
  readonly #session: SessionStore;
  readonly #listeners = new Emitter();
  #state = NOTHING_READ;
  #record: DashboardRecord = { opened: Date.now(), tiles: {} };
  #run: { stop: AbortController; isWhole: boolean } | undefined;
  #history: { savedId: string; store: HistoryStore; isLoaded: Promise<void> } | undefined;

  constructor(session: SessionStore) {
    this.#session = session;
    session.subscribe(() => {
      if (!session.getSession().connection) this.#clear();
    });
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly getState = (): MonitorState => this.#state;

  /** Reads all tiles, the first ones first. Replaces a refresh that still runs. */
  async refresh(tiles: readonly DashboardTile[], target: Target): Promise<void> {
    await this.#read(tiles, tiles, target);
  }

  /** Reads the tiles that have not been read yet, and evaluates changed limits. */
  async readMissing(tiles: readonly DashboardTile[], target: Target): Promise<void> {
    const { snapshots, tracked } = this.#state;
    // a refresh that is replaced had not read all of them
    const missing = this.#run?.isWhole ? tiles : tiles.filter((tile) => !snapshots.has(getContentKey(tile)));
    if (missing.length > 0) return this.#read(tiles, missing, target);
    if (createTileKeys(tiles).every((key) => tracked.has(key))) return;
    const readings = tiles.map((tile) => toReading(snapshots.get(getContentKey(tile))));
    const { histories } = this.#state;
    this.#evaluate(tiles, readings, (key) => !tracked.has(key));
    // no new numbers were read
    this.#setState({ histories });
  }

  /** Removes the numbers of all tiles of the connection from this browser. */
  async forget(savedId: string): Promise<void> {
    await this.#openHistory(savedId);
    this.#record = { opened: Date.now(), tiles: {} };
    this.#setState({ histories: new Map(), tracked: new Map() });
    await this.#history?.store.forget().catch(this.#reportStorage);
  }

  /** Time of the oldest attempt to read one of the tiles. 0 if one was not read. */
  getReadAt(tiles: readonly DashboardTile[]): number {
    return Math.min(...tiles.map((tile) => this.#state.snapshots.get(getContentKey(tile))?.readAt ?? 0));
  }

  readonly stop = (): void => {
    this.#run?.stop.abort();
    this.#run = undefined;
    this.#setState({ isRunning: false });
  };

  async #read(all: readonly DashboardTile[], wanted: readonly DashboardTile[], target: Target): Promise<void> {
    this.#run?.stop.abort();
    const isWhole = wanted.length === all.length;
    const run = { stop: new AbortController(), isWhole };
    this.#run = run;
    this.#setState({ isRunning: true });
    await this.#openHistory(target.savedId);
    const [record, { histories }] = [this.#record, this.#state];
    const readings: (TileReading | undefined)[] = wanted.map(() => undefined);
    const keys = createTileKeys(wanted);
    let cost: RefreshCost = { requests: 0, bytes: 0 };
    await readTiles(wanted, {
      ...target,
      signal: run.stop.signal,
      page: {
        run: runInSlices,
        onRejectedCredentials: (error) => this.#session.handleRequestError(target.connection.id, error),
        onReading: (index, reading, costSoFar) => {
          const tile = wanted[index];
          if (!tile || this.#run !== run) return;
          readings[index] = reading;
          cost = costSoFar;
          this.#addReading(tile, reading);
          // each tile is evaluated as soon as it is read, from the state before this refresh
          this.#record = record;
          this.#setState({ histories });
          this.#evaluate(wanted, readings, (key) => readings[keys.indexOf(key)] !== undefined);
        },
      },
    });
    if (this.#run !== run) return;
    this.#run = undefined;
    this.#setState({ isRunning: false, ...(isWhole && { cost }) });
    await this.#saveHistory(histories, keys);
  }

  /** Loads what this browser stored about the tiles of a connection. */
  async #openHistory(savedId: string): Promise<void> {
    if (this.#history?.savedId !== savedId) {
      const store = new HistoryStore(savedId);
      const load = async () => {
        const { points, records } = await store.load();
        this.#setState({ histories: points });
        const tiles = [...records].map(([key, record]) => [key, { ...record, history: [] }]);
        this.#record = { ...this.#record, tiles: Object.fromEntries(tiles) };
      };
      this.#history = { savedId, store, isLoaded: load().catch(this.#reportStorage) };
    }
    await this.#history?.isLoaded;
  }

  async #saveHistory(before: MonitorState['histories'], keys: readonly string[]): Promise<void> {
    const { store } = this.#history ?? {};
    const { histories } = this.#state;
    const limited = limitHistories(histories);
    const next = new Map([...histories, ...limited]);
    if (limited.size > 0) this.#setState({ histories: next });
    const records = keys.flatMap((key) => {
      const record = this.#record.tiles[key];
      return record ? [[key, record] as const] : [];
    });
    try {
      for (const [key, points] of next) {
        const old = before.get(key) ?? [];
        if (old !== points) await store?.saveHistory(key, old, points);
      }
      await store?.saveRecords(new Map(records));
    } catch (error) {
      this.#reportStorage(error);
    }
  }

  readonly #reportStorage = (error: unknown): void => {
    this.#setState({ storageProblem: error instanceof Error ? error.message : String(error) });
  };

  #clear(): void {
    this.#run?.stop.abort();
    this.#run = undefined;
    this.#history = undefined;
    this.#record = { opened: Date.now(), tiles: {} };
    this.#setState({ ...NOTHING_READ, storageProblem: undefined });
  }

  #addReading(tile: DashboardTile, reading: TileReading): void {
    const key = getContentKey(tile);
    const snapshots = new Map(this.#state.snapshots);
    const isFailure = reading.asOf === undefined;
    const shown = isFailure ? { reading: snapshots.get(key)?.reading, failure: reading.message } : { reading };
    snapshots.set(key, { ...shown, readAt: Date.now() });
    this.#setState({ snapshots });
  }

  #evaluate(
    tiles: readonly DashboardTile[],
    readings: readonly (TileReading | undefined)[],
    isNew: (key: string) => boolean,
  ): void {
    const { histories } = this.#state;
    const options = { now: Date.now(), getHistory: (tile: DashboardTile) => histories.get(getContentKey(tile)) ?? [] };
    const result = trackRefresh(
      tiles,
      readings.map((reading) => reading ?? {}),
      this.#record,
      options,
    );
    const tracked = new Map(this.#state.tracked);
    const records = { ...this.#record.tiles };
    const numbers = new Map(histories);
    for (const [at, key] of createTileKeys(tiles).entries()) {
      const [own, record] = [result.tiles[at], result.record.tiles[key]];
      if (!own || !record || !isNew(key)) continue;
      tracked.set(key, own);
      records[key] = record;
      const tile = tiles[at];
      if (tile && record.history.length > 0) numbers.set(getContentKey(tile), record.history);
    }
    this.#record = { ...this.#record, tiles: records };
    this.#setState({ tracked, histories: numbers });
  }

  #setState(changes: Partial<MonitorState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#listeners.emit();
  }
}

export function createDashboardMonitor(services: ServiceContainer): DashboardMonitor {
  return new DashboardMonitor(services.get(createSessionStore));
}

/** Identifies what a tile reads, without its title, size and limit. */
export function getContentKey(tile: DashboardTile): string {
  if (!isKnownTile(tile)) return JSON.stringify([tile.show]);
  const { link, show, value, by, top, of } = tile;
  return JSON.stringify([link, show, value, by, top, of]);
}

function toReading(snapshot: TileSnapshot | undefined): TileReading {
  return snapshot?.failure === undefined ? (snapshot?.reading ?? {}) : { message: snapshot.failure };
}

function runInSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    new TimeSlicer().run(
      (function* () {
        try {
          resolve(yield* work);
        } catch (error) {
          reject(error);
        }
      })(),
    );
  });
}
