import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { fetchDevice } from '#api/fetchDevice.ts';
import { fetchPipeline } from '#api/fetchPipeline.ts';
import { readDevices } from '#api/list/readDevices.ts';
import { getRetryDelay, isRequestRetryable } from '#api/retryPolicy.ts';
import { ExactNumber, type JsonObject } from '#lib/json/json.ts';
import { getServiceClockOffset, getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTruncatedJson } from '#lib/truncate.ts';
import { getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import { createPageReader } from '#pipeline/run/createPageReader.ts';
import { fetchGroupedLastSeen, type LastSeenData, RECENT_MS } from '#pipeline/run/fetchLastSeen.ts';
import { InPageStageError } from '#pipeline/run/inPage/splitPipeline.ts';
import { createLastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';
import { type DashboardTile, isKnownTile, type Tile } from './dashboard.ts';
import { type DeviceListPlan, type DeviceListUse, planDeviceLists } from './deviceListPlan.ts';
import { dashboardMessages } from './messages.ts';
import { RequestQueue } from './requestQueue.ts';
import type { ServiceFeatures } from './serviceFeatures.ts';
import { TileError } from './tileError.ts';
import { type DatastoreLink, type DeviceLink, parseTileLink, type TileLink } from './tileLink.ts';
import { TileListReader } from './tileListReader.ts';
import { TileQueryReader } from './tileQueryReader.ts';

/** Content of a tile from one refresh. `message` explains a missing number. */
export type TileReading = {
  /** Value of a number tile. Undefined if it is not a number, or if the request failed. */
  value?: number | undefined;
  /** Value that is not a number, as text. */
  text?: string | undefined;
  /** Number of the tile's `of` link. */
  total?: number | undefined;
  /** Time of the response in ms since 1970. Undefined if there is none. */
  asOf?: number | undefined;
  message?: string | undefined;
};

type TileReaderOptions = {
  connection: Connection;
  features: ServiceFeatures;
  signal: AbortSignal;
  /** Reads large lists in a worker. Default true. */
  useWorker?: boolean;
};

const VALUE_LENGTH_MAX = 100;

/** Requests at the same time. Device lists are read one after another, which limits the memory in use. */
const CONCURRENCY_MAX = 4;
const LISTS_CONCURRENCY_MAX = 1;

/**
 * Reads all tiles once. Tiles that need the same list, query or field share one request. A failed request affects only
 * its tiles.
 */
export function readTiles(tiles: readonly DashboardTile[], options: TileReaderOptions): Promise<TileReading[]> {
  const parsed = tiles.map(parseTile);
  const uses = parsed.flatMap((tile) => ('links' in tile ? tile.links.flatMap(toDeviceListUse) : []));
  const reader = new TileReader(uses, options);
  return Promise.all(parsed.map((tile) => ('links' in tile ? reader.read(tile) : { message: tile.damage })));
}

type TileLinkUse = { link: TileLink; by?: string | undefined };

type ParsedTile = { tile: Tile; links: readonly [TileLinkUse, ...TileLinkUse[]] } | { damage: string };

function parseTile(tile: DashboardTile): ParsedTile {
  if (!isKnownTile(tile)) return { damage: dashboardMessages.newerTile(tile.show) };
  const [own, total] = [parseTileLink(tile.link), tile.of === undefined ? undefined : parseTileLink(tile.of)];
  if ('damaged' in own) return { damage: dashboardMessages.linkDamaged(own.damaged) };
  if (total && 'damaged' in total) return { damage: dashboardMessages.totalDamaged(total.damaged) };
  const { by } = tile;
  return { tile, links: [{ link: own.link, by }, ...(total ? [{ link: total.link }] : [])] };
}

function toDeviceListUse({ link, by }: TileLinkUse): DeviceListUse[] {
  return link.page === 'devices' ? [{ state: link.state, by }] : [];
}

class TileReader {
  readonly #options: TileReaderOptions;
  readonly #queue = new RequestQueue(CONCURRENCY_MAX);
  readonly #listQueue = new RequestQueue(LISTS_CONCURRENCY_MAX);
  readonly #lists: TileListReader;
  readonly #documents: TileQueryReader;
  readonly #devices = new Map<string, Promise<{ value: unknown; asOf: number }>>();
  readonly #getNow: () => number;
  #rejection: ApiError | undefined;

  constructor(uses: readonly DeviceListUse[], options: TileReaderOptions) {
    const { features, signal } = options;
    this.#options = options;
    // all tiles of a refresh use the same time
    let now: number | undefined;
    this.#getNow = () => {
      now ??= getServiceTime();
      return now;
    };
    this.#lists = new TileListReader(planDeviceLists(uses), uses, {
      fetchList: (plan) => this.#fetchList(plan),
      fetchLastSeen: (withRecent) => this.#fetchLastSeen(withRecent),
    });
    this.#documents = new TileQueryReader({
      fetchPage: (request, stop) => this.#send(() => fetchPipeline(options.connection, request, stop)),
      features,
      signal,
      getNow: this.#getNow,
    });
  }

  async read({ tile, links: [own, total] }: Extract<ParsedTile, { tile: Tile }>): Promise<TileReading> {
    try {
      const [reading, whole] = await Promise.all([
        this.#readLink(own, tile),
        total && this.#readLink(total, { show: 'number' }),
      ]);
      if (!whole) return reading;
      if (whole.value === undefined) return { ...reading, message: dashboardMessages.totalNotANumber };
      return { ...reading, total: whole.value };
    } catch (error) {
      return { message: this.#describeError(error) };
    }
  }

  async #readLink({ link, by }: TileLinkUse, tile: Pick<Tile, 'show' | 'value'>): Promise<TileReading> {
    if (link.page === 'devices') {
      const { count, asOf } = await this.#lists.count({ state: link.state, by });
      return { value: count, asOf };
    }
    return link.page === 'device' ? this.#readDevice(link) : this.#readDocuments(link, tile);
  }

  async #readDevice({ deviceID, path }: DeviceLink): Promise<TileReading> {
    if (path === undefined) throw new TileError(dashboardMessages.pathMissing);
    const key = JSON.stringify([deviceID, path]);
    const field = this.#devices.get(key) ?? this.#fetchField(deviceID, path);
    this.#devices.set(key, field);
    const { value, asOf } = await field;
    if (value === undefined) return { asOf, message: dashboardMessages.fieldAbsent(path) };
    return { ...toReading(value), asOf };
  }

  async #readDocuments({ state }: DatastoreLink, { show, value }: Pick<Tile, 'show' | 'value'>): Promise<TileReading> {
    if (show === 'number' && value === undefined) {
      const { count, asOf } = await this.#documents.count(state);
      return { value: count, asOf };
    }
    const { documents, asOf } = await this.#documents.fetchFirstPage(state);
    if (value === undefined) return { value: documents.length, asOf };
    const [first] = documents;
    if (!first) return show === 'number' ? { asOf, message: dashboardMessages.noDocument } : { asOf, value: 0 };
    const found = getFieldValue(first, value);
    if (found === undefined) return { asOf, message: dashboardMessages.fieldAbsent(value) };
    return { ...toReading(found), asOf };
  }

  async #fetchField(deviceID: string, path: string): Promise<{ value: unknown; asOf: number }> {
    const { connection, signal } = this.#options;
    const { device, fetchedAt } = await this.#send(() => fetchDevice(connection, { deviceID, path }, signal));
    return { value: Object.hasOwn(device, path) ? device[path] : undefined, asOf: fetchedAt };
  }

  #fetchList({ request, only }: DeviceListPlan) {
    const { connection, signal, useWorker = true } = this.#options;
    const fields = only && [...only];
    return this.#listQueue.run(() =>
      this.#send(() => readDevices(connection, request, { signal, only: fields, useWorker })),
    );
  }

  async #fetchLastSeen(withRecent: boolean): Promise<LastSeenData> {
    const { connection, features, signal } = this.#options;
    const spec = createLastSeenSpec(features.deviceDocuments, features);
    if (!spec) throw new TileError(dashboardMessages.documentsUnknown);
    // the console reads all documents only when the user asks for it
    if (!spec.canGroup) throw new TileError(dashboardMessages.documentsNotGrouped);
    const since = withRecent ? Date.now() + getServiceClockOffset() - RECENT_MS : undefined;
    const readPages = createPageReader(spec, {
      fetchPage: (request, stop) => this.#send(() => fetchPipeline(connection, request, stop)),
      signal,
      attemptsMax: 1,
    });
    return fetchGroupedLastSeen(spec.source, readPages, since);
  }

  /**
   * Sends a request when its turn comes, and again as the console does. After rejected credentials, nothing more is
   * sent.
   */
  #send<Result>(request: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(async () => {
      for (let failures = 0; ; failures++) {
        if (this.#rejection) throw this.#rejection;
        try {
          return await request();
        } catch (error) {
          if (error instanceof ApiError && error.kind === 'rejectedCredentials') this.#rejection ??= error;
          if (this.#options.signal.aborted || !isRequestRetryable(failures, error)) throw error;
          await waitUnlessAborted(getRetryDelay(failures, error), this.#options.signal);
        }
      }
    });
  }

  #describeError(error: unknown): string {
    if (this.#options.signal.aborted) return dashboardMessages.refreshTimedOut;
    if (error instanceof ApiError || error instanceof TileError || error instanceof InPageStageError)
      return error.message;
    throw error;
  }
}

/** Reads a field of a document by its own name, otherwise by its dotted path. */
function getFieldValue(document: JsonObject, name: string): unknown {
  return Object.hasOwn(document, name) ? document[name] : getValueAtPath(document, name.split('.'));
}

/** Booleans count as 1 and 0. Other values that are not numbers become text. */
function toReading(value: unknown): Pick<TileReading, 'value' | 'text'> {
  if (typeof value === 'boolean') return { value: Number(value) };
  const number = value instanceof ExactNumber ? Number(value.text) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return { value: number };
  return { text: typeof value === 'string' ? value : formatTruncatedJson(value, VALUE_LENGTH_MAX) };
}

function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
