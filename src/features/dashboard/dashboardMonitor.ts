import type { Connection } from '#api/connection.ts';
import { STALE_TIME_MS } from '#api/queryClient.ts';
import { countUnacknowledged, updateCrossings } from '#dashboard/crossings.ts';
import { type Dashboard, type DashboardTile, hasLimit, isKnownTile } from '#dashboard/dashboard.ts';
import { HistoryStore, limitHistories, type TileCrossing } from '#dashboard/historyStore.ts';
import { isQuiet, quietHoursSetting } from '#dashboard/quietHours.ts';
import type { ServiceFeatures } from '#dashboard/serviceFeatures.ts';
import type { HistoryPoint } from '#dashboard/tileHistory.ts';
import { type RefreshTraffic, readTiles, type TileReading } from '#dashboard/tileReader.ts';
import { createTileKeys, type DashboardRecord, evaluateTiles, type TrackedTile } from '#dashboard/tileTracker.ts';
import { Emitter } from '#lib/emitter.ts';
import { formatNumber } from '#lib/formatNumber.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import type { ValueStore } from '#lib/valueStore.ts';
import type { BrowserPage } from '#services/environment.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore, type SessionStore } from '#session/sessionStore.ts';
import { createOverLimitCount } from '#ui/controls/overLimitCount.ts';
import { createDocumentTitlePrefix, type DocumentTitlePrefix } from '#ui/page/documentTitlePrefix.ts';

/** Last successful reading of a tile, why a later one failed, and the time of the last attempt in ms since 1970. */
export type TileSnapshot = { reading?: TileReading | undefined; failure?: string | undefined; readAt: number };

export type MonitorState = {
  /** Snapshots by `getContentKey`. */
  snapshots: ReadonlyMap<string, TileSnapshot>;
  /** Evaluated limits by `createTileKeys`. */
  tracked: ReadonlyMap<string, TrackedTile>;
  /** Numbers over time, by `getContentKey`. */
  histories: ReadonlyMap<string, readonly HistoryPoint[]>;
  /** Crossings of the connection's limits, newest first. */
  crossings: readonly TileCrossing[];
  /** Why this browser stores no history. */
  storageProblem?: string | undefined;
  isRunning: boolean;
  /** Requests and bytes of the last refresh of all tiles. */
  cost: RefreshTraffic | undefined;
};

/** Dashboard that is kept up to date, and the connection to read it from. */
type WatchedDashboard = {
  id: string;
  dashboard: Dashboard;
  connection: Connection;
  savedConnectionId: string;
  features: ServiceFeatures;
};

const NOTHING_READ: MonitorState = {
  snapshots: new Map(),
  tracked: new Map(),
  histories: new Map(),
  crossings: [],
  isRunning: false,
  cost: undefined,
};

const CHECK_INTERVAL_MS = 1000;

/**
 * Keeps a dashboard up to date, on its page and, if it has limits, on other pages. Keeps what was read until the session
 * ends, and numbers and crossings longer.
 */
export class DashboardMonitor {
  readonly #session: SessionStore;
  readonly #page: BrowserPage;
  readonly #attention: ValueStore<number>;
  readonly #titlePrefix: DocumentTitlePrefix;
  readonly #listeners = new Emitter();
  #state = NOTHING_READ;
  #record: DashboardRecord = { opened: Date.now(), tiles: {} };
  #watched: WatchedDashboard | undefined;
  #crossingsUpdate = Promise.resolve();
  #run: { stop: AbortController; isWhole: boolean } | undefined;
  #history: { savedConnectionId: string; store: HistoryStore; isLoaded: Promise<void> } | undefined;

  constructor(services: ServiceContainer) {
    const { clock, page } = services.environment;
    this.#session = services.get(createSessionStore);
    this.#attention = services.get(createOverLimitCount);
    this.#titlePrefix = services.get(createDocumentTitlePrefix);
    this.#page = page;
    this.#session.onEnd(() => this.#clear());
    clock.startInterval(() => this.#refreshIfDue(), CHECK_INTERVAL_MS);
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly getState = (): MonitorState => this.#state;

  /** ID of the dashboard that is kept up to date. */
  get watchedId(): string | undefined {
    return this.#watched?.id;
  }

  /** Keeps a dashboard up to date instead of another one. Called again with each change of the dashboard. */
  watch(watched: WatchedDashboard): void {
    const before = this.#watched;
    const isOther = before?.id !== watched.id;
    if (isOther) this.#stop();
    this.#watched = watched;
    if (isOther) this.#setCrossings(this.#state.crossings);
    if (!isOther && before.dashboard.tiles === watched.dashboard.tiles) return;
    void this.#readMissing(watched);
    if (isOther) this.#refreshIfOlder(STALE_TIME_MS);
  }

  /** Called when the page of the dashboard is left. Without limits, nobody needs its numbers. */
  leave(): void {
    if (!this.#watched?.dashboard.tiles.some(hasLimit)) this.unwatch();
  }

  /** Called when a dashboard is gone, or has no limits any more. */
  unwatch(id = this.#watched?.id): void {
    if (this.#watched?.id !== id) return;
    this.#stop();
    this.#watched = undefined;
    this.#setAttention(0);
  }

  /** Reads all tiles, those on screen first. Replaces a refresh that still runs. */
  refresh(): void {
    if (this.#watched) void this.#read(orderByVisibility(this.#watched.dashboard.tiles), this.#watched);
  }

  /** Stops a refresh until the next one is due. What was read stays. */
  cancel(): void {
    this.#stop();
    const snapshots = new Map(this.#state.snapshots);
    for (const key of this.#watched?.dashboard.tiles.map(getContentKey) ?? [])
      snapshots.set(key, { ...(snapshots.get(key) ?? { failure: 'The refresh was stopped.' }), readAt: Date.now() });
    this.#setState({ snapshots });
  }

  #stop(): void {
    this.#run?.stop.abort();
    this.#run = undefined;
    this.#setState({ isRunning: false });
  }

  acknowledge(id: string): void {
    const list = this.#state.crossings.map((one) => (one.id === id ? { ...one, isAcknowledged: true } : one));
    this.#setCrossings(list);
    this.#history?.store.saveCrossings(list).catch(this.#reportStorage);
  }

  #refreshIfDue(): void {
    const { refresh: seconds = 0, tiles = [] } = this.#watched?.dashboard ?? {};
    // a notification is of use in a hidden tab only
    const isSeen = this.#page.isVisible() || tiles.some((tile) => hasLimit(tile) && tile.limit.notify);
    if (seconds > 0 && isSeen) this.#refreshIfOlder(seconds * 1000);
  }

  #refreshIfOlder(ms: number): void {
    const { tiles = [] } = this.#watched?.dashboard ?? {};
    const readAt = Math.min(...tiles.map((tile) => this.#state.snapshots.get(getContentKey(tile))?.readAt ?? 0));
    if (tiles.length > 0 && !this.#run && Date.now() - readAt >= ms) this.refresh();
  }

  /** Evaluates changed limits of what was read, also for another dashboard, and reads the other tiles. */
  async #readMissing(watched: WatchedDashboard): Promise<void> {
    const { tiles } = watched.dashboard;
    // a refresh that is replaced had not read all of them
    if (this.#run?.isWhole) return this.#read(tiles, watched);
    const { snapshots, tracked, histories } = this.#state;
    const isRead = (tile: DashboardTile) => snapshots.has(getContentKey(tile));
    const [known, missing] = [tiles.filter(isRead), tiles.filter((tile) => !isRead(tile))];
    if (createTileKeys(known).some((key) => !tracked.has(key))) {
      const readings = known.map((tile) => toReading(snapshots.get(getContentKey(tile))));
      this.#evaluate(known, readings, (key) => !tracked.has(key));
      // no new numbers were read
      this.#setState({ histories });
    }
    // a removed tile is no longer over its limit, and one that is restored is again
    if (missing.length === 0) await this.#updateCrossings(watched);
    else await this.#read(missing, watched);
  }

  /** Removes the numbers of all tiles of the connection from this browser. */
  async forget(savedConnectionId: string): Promise<void> {
    await this.#openHistory(savedConnectionId);
    this.#record = { opened: Date.now(), tiles: {} };
    this.#setState({ histories: new Map(), tracked: new Map() });
    this.#setCrossings([]);
    await this.#history?.store.forget().catch(this.#reportStorage);
    this.refresh();
  }

  async #read(wanted: readonly DashboardTile[], watched: WatchedDashboard): Promise<void> {
    this.#run?.stop.abort();
    const isWhole = wanted.length === watched.dashboard.tiles.length;
    const run = { stop: new AbortController(), isWhole };
    this.#run = run;
    this.#setState({ isRunning: true });
    await this.#openHistory(watched.savedConnectionId);
    const [record, { histories }] = [this.#record, this.#state];
    const readings: (TileReading | undefined)[] = wanted.map(() => undefined);
    const keys = createTileKeys(wanted);
    let cost: RefreshTraffic = { requests: 0, bytes: 0 };
    await readTiles(wanted, {
      connection: watched.connection,
      features: watched.features,
      signal: run.stop.signal,
      page: {
        run: runInSlices,
        onRejectedCredentials: (error) => this.#session.handleRequestError(watched.connection.id, error),
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
    if (this.#watched?.id === watched.id) await this.#updateCrossings(this.#watched);
  }

  /** Loads what this browser stored about the tiles of a connection. */
  async #openHistory(savedConnectionId: string): Promise<void> {
    const isForgotten = await this.#history?.store.isForgotten().catch(() => false);
    if (isForgotten || this.#history?.savedConnectionId !== savedConnectionId) {
      const store = new HistoryStore(savedConnectionId);
      const load = async () => {
        const { points, records } = await store.load();
        this.#setState({ histories: points });
        this.#setCrossings(await store.loadCrossings());
        const tiles = [...records].map(([key, record]) => [key, { ...record, history: [] }]);
        const opened = isForgotten ? Date.now() : this.#record.opened;
        this.#record = { opened, tiles: Object.fromEntries(tiles) };
      };
      this.#history = { savedConnectionId, store, isLoaded: load().catch(this.#reportStorage) };
    }
    await this.#history?.isLoaded;
  }

  async #saveHistory(before: MonitorState['histories'], keys: readonly string[]): Promise<void> {
    const { store } = this.#history ?? {};
    const { histories } = this.#state;
    const limited = limitHistories(histories);
    const next = new Map([...histories, ...limited]);
    if (limited.size > 0) this.#setState({ histories: next });
    const records = Object.entries(this.#record.tiles).filter(([key]) => keys.includes(key));
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

  /** Updates run one after another, so that none adds a crossing that another one is adding. */
  #updateCrossings(watched: WatchedDashboard): Promise<void> {
    const update = this.#crossingsUpdate.then(() => this.#addCrossings(watched));
    this.#crossingsUpdate = update.catch(() => undefined);
    return update;
  }

  async #addCrossings({ id, dashboard }: WatchedDashboard): Promise<void> {
    const store = this.#history?.store;
    try {
      // another tab may have added some
      const stored = await store?.loadCrossings();
      if (stored) this.#setCrossings(stored);
    } catch (error) {
      this.#reportStorage(error);
    }
    const { crossings, tracked } = this.#state;
    const { list, added } = updateCrossings(crossings, {
      dashboard: { id, name: dashboard.name, tiles: dashboard.tiles },
      record: this.#record,
      tracked,
      now: Date.now(),
    });
    this.#setCrossings(list);
    for (const crossing of added) if (crossing.notify) notifyCrossing(crossing);
    const isChanged = list.length !== crossings.length || list.some((one, at) => one !== crossings[at]);
    if (isChanged) await store?.saveCrossings(list).catch(this.#reportStorage);
  }

  #setCrossings(crossings: readonly TileCrossing[]): void {
    this.#setState({ crossings });
    this.#setAttention(countUnacknowledged(crossings, this.#watched?.id));
  }

  #setAttention(count: number): void {
    this.#attention.set(count);
    this.#titlePrefix.setCount(count);
  }

  readonly #reportStorage = (error: unknown): void => {
    this.#setState({ storageProblem: error instanceof Error ? error.message : String(error) });
  };

  #clear(): void {
    this.unwatch();
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
    const known = readings.map((reading) => reading ?? {});
    const result = evaluateTiles(tiles, known, this.#record, options);
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
  return new DashboardMonitor(services);
}

/** Identifies what a tile reads, without its title, size and limit. */
export function getContentKey(tile: DashboardTile): string {
  if (!isKnownTile(tile)) return JSON.stringify([tile.show]);
  const { link, show, value, by, top, of } = tile;
  return JSON.stringify([link, show, value, by, top, of]);
}

/** Identifies the tiles of a dashboard while their title, size or limit changes. */
export function createTileIds(tiles: readonly DashboardTile[]): string[] {
  const keys = tiles.map(getContentKey);
  return keys.map((key, at) => `${key} ${keys.slice(0, at).filter((other) => other === key).length}`);
}

/** Tiles on screen first, so that they are read first. */
function orderByVisibility(tiles: readonly DashboardTile[]): readonly DashboardTile[] {
  const isVisible = (at: number) => {
    const pane = document.querySelector(`[data-tile="${at}"]`)?.getBoundingClientRect();
    return pane !== undefined && pane.bottom > 0 && pane.top < innerHeight;
  };
  const visible = tiles.map((_, at) => isVisible(at));
  return [...tiles.filter((_, at) => visible[at]), ...tiles.filter((_, at) => !visible[at])];
}

/** Notifies the user outside of quiet hours. Other tabs replace a notification about the same crossing. */
function notifyCrossing({ title, limit, value, recordKey, dashboard }: TileCrossing): void {
  if (isQuiet(quietHoursSetting.get(), new Date()) || globalThis.Notification?.permission !== 'granted') return;
  const words = value === undefined ? limit : `${formatNumber(value)}: ${limit}`;
  const notification = new Notification(title, { body: `${words}. Dashboard ${dashboard}.`, tag: recordKey });
  notification.addEventListener('click', () => window.focus());
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
