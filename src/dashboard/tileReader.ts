import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { fetchDevice } from '#api/fetchDevice.ts';
import { fetchPageInParts, type PipelineResult } from '#api/fetchPipeline.ts';
import { readDevices } from '#api/list/readDevices.ts';
import { getRetryDelay, shouldRetryRequest } from '#api/retryPolicy.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import type { PipelineRequest } from '#contract/pipeline.ts';
import { ExactNumber, type JsonObject } from '#lib/json/json.ts';
import { sleep } from '#lib/tasks/sleep.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTruncatedJson } from '#lib/truncate.ts';
import { getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import { findResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { createSourceReader } from '#pipeline/run/createSourceReader.ts';
import { fetchGroupedLastSeen, type LastSeenData, RECENT_MS } from '#pipeline/run/fetchLastSeen.ts';
import { InPageStageError } from '#pipeline/run/inPage/splitPipeline.ts';
import { createLastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';
import { type DashboardTile, isKnownTile, TILE_TOP_DEFAULT, type Tile } from './dashboard.ts';
import { type DeviceListPlan, type DeviceListUse, planDeviceLists } from './deviceListPlan.ts';
import { RequestQueue } from './requestQueue.ts';
import type { ServiceFeatures } from './serviceFeatures.ts';
import { createDocumentRows, createFieldBars, createGroupBars, type TileContent } from './tileContent.ts';
import { TileError } from './tileError.ts';
import {
  type DatastoreLink,
  type DeviceDetailsLink,
  type DevicesLink,
  parseTileLink,
  type TileLink,
} from './tileLink.ts';
import { runToEnd, TileListReader } from './tileListReader.ts';
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
  /** Bars or rows. Only if they are asked for. */
  content?: TileContent | undefined;
};

/** Requests of a refresh so far, and the bytes of their responses. */
export type RefreshTraffic = { requests: number; bytes: number };

type TileReaderOptions = {
  connection: Connection;
  features: ServiceFeatures;
  signal: AbortSignal;
  /** Reads large lists in a worker. Default true. */
  useWorker?: boolean;
  /** Describes why a host cannot be reached. A browser does not tell a page. */
  describeNetworkError?: (error: Error) => string;
  /** Set by a page: reads bars and rows, runs long work in slices, and receives each tile as soon as it is read. */
  page?: {
    run: <Result>(work: Generator<void, Result>) => Promise<Result>;
    onReading: (index: number, reading: TileReading, cost: RefreshTraffic) => void;
    onRejectedCredentials: (error: ApiError) => void;
  };
};

const VALUE_LENGTH_MAX = 100;

/** Requests at the same time. */
const CONCURRENCY_MAX = 4;

/**
 * Reads all tiles once. Tiles that need the same list, query or field share one request. A failed request affects only
 * its tiles.
 */
export function readTiles(tiles: readonly DashboardTile[], options: TileReaderOptions): Promise<TileReading[]> {
  const parsed = tiles.map(parseTile);
  const withRows = options.page !== undefined;
  const uses = parsed.flatMap((tile) =>
    'links' in tile ? tile.links.flatMap((use) => toDeviceListUse(use, withRows && tile.tile.show === 'rows')) : [],
  );
  const reader = new TileReader(uses, options);
  return Promise.all(
    parsed.map(async (tile, index) => {
      const reading = 'links' in tile ? await reader.read(tile) : { message: tile.damage };
      options.page?.onReading(index, reading, { ...reader.cost });
      return reading;
    }),
  );
}

type TileLinkUse = { link: TileLink; by?: string | undefined };

type ParsedTile = { tile: Tile; links: readonly [TileLinkUse, ...TileLinkUse[]] } | { damage: string };

function parseTile(tile: DashboardTile): ParsedTile {
  if (!isKnownTile(tile)) return { damage: `"show": "${tile.show}" requires a newer version of Fleetlens.` };
  const [own, total] = [parseTileLink(tile.link), tile.of === undefined ? undefined : parseTileLink(tile.of)];
  if ('damaged' in own) return { damage: `The link is damaged. Unreadable: ${own.damaged.join(', ')}.` };
  if (total && 'damaged' in total)
    return { damage: `The link in of is damaged. Unreadable: ${total.damaged.join(', ')}.` };
  const { by } = tile;
  // bars are compared with those of the total
  return { tile, links: [{ link: own.link, by }, ...(total ? [{ link: total.link, by }] : [])] };
}

/** Columns of a list without columns in its link. */
const DEFAULT_COLUMNS: readonly string[] = ['deviceID', 'name', 'productID', 'lastPairedAt'];

function toDeviceListUse({ link, by }: TileLinkUse, withRows: boolean): DeviceListUse[] {
  if (link.page !== 'devices') return [];
  return [{ state: link.state, by, columns: withRows ? (link.state.columns ?? DEFAULT_COLUMNS) : undefined }];
}

class TileReader {
  readonly #options: TileReaderOptions;
  readonly #queue = new RequestQueue(CONCURRENCY_MAX);
  /** Reads one list after another, which limits the memory in use. */
  readonly #listQueue = new RequestQueue(1);
  readonly #lists: TileListReader;
  readonly #documents: TileQueryReader;
  readonly #devices = new Map<string, Promise<{ value: unknown; asOf: number }>>();
  readonly #getNow: () => number;
  readonly cost: RefreshTraffic = { requests: 0, bytes: 0 };
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
      fetchLastSeen: (source, withRecent) => this.#fetchLastSeen(source, withRecent),
      run: options.page?.run ?? runToEnd,
    });
    this.#documents = new TileQueryReader({
      fetchPage: (request, stop) => this.#fetchPage(request, stop),
      features,
      signal,
      getNow: this.#getNow,
    });
  }

  async read({ tile, links: [own, total] }: Extract<ParsedTile, { tile: Tile }>): Promise<TileReading> {
    try {
      if (this.#options.page && tile.show !== 'number') return await this.#readContent(own, total, tile);
      const [reading, whole] = await Promise.all([
        this.#readLink(own, tile),
        total && this.#readLink({ link: total.link }, { show: 'number' }),
      ]);
      if (!whole) return reading;
      if (whole.value === undefined) return { ...reading, message: 'The total is not a number.' };
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

  #readContent({ link }: TileLinkUse, total: TileLinkUse | undefined, tile: Tile): Promise<TileReading> {
    if (link.page === 'datastore') return this.#readQueryContent(link, tile);
    if (link.page === 'device' || tile.show === 'chart') throw new TileError('The link can be shown only as a number.');
    return this.#readListContent(link, total?.link, tile);
  }

  async #readListContent(
    link: DevicesLink,
    total: TileLink | undefined,
    { show, by, top = TILE_TOP_DEFAULT }: Tile,
  ): Promise<TileReading> {
    if (show === 'rows') {
      const columns = link.state.columns ?? DEFAULT_COLUMNS;
      const { asOf, ...content } = await this.#lists.readRows({ state: link.state, columns }, top);
      return { asOf, content };
    }
    if (by === undefined) throw new TileError('The tile does not say which field to count. Set by to a field.');
    const [{ counts, asOf }, totals] = await Promise.all([
      this.#lists.countBy({ state: link.state, by }),
      total?.page === 'devices' ? this.#lists.countBy({ state: total.state, by }) : undefined,
    ]);
    return { asOf, content: createFieldBars(counts, { link, by, top, totals: totals?.counts }) };
  }

  async #readQueryContent(
    { state }: DatastoreLink,
    { show, value, top = TILE_TOP_DEFAULT }: Tile,
  ): Promise<TileReading> {
    if (show === 'chart') {
      const { data, asOf } = await this.#documents.readChart(state);
      return { asOf, content: { kind: 'chart', data } };
    }
    if (show === 'rows') {
      const { documents, asOf } = await this.#documents.fetchFirstPage(state);
      return { asOf, content: createDocumentRows(documents, state, top) };
    }
    const grouping = findResultGrouping(state.pipeline);
    const bar = grouping?.values.find(({ name }) => value === undefined || name === value);
    if (!grouping || !bar)
      throw new TileError(
        value === undefined
          ? 'The query forms no groups, so there are no bars.'
          : `The groups of the query have no ${value}.`,
      );
    const groups = await this.#documents.fetchTopGroups(state, grouping, bar.name);
    const hasOperators = this.#options.features.extensions.includes('operators');
    return { asOf: groups.asOf, content: createGroupBars(groups, { state, grouping, bar, top, hasOperators }) };
  }

  async #readDevice({ deviceID, path }: DeviceDetailsLink): Promise<TileReading> {
    if (path === undefined) throw new TileError('The link names no field. Add path to it.');
    const key = JSON.stringify([deviceID, path]);
    const field = this.#devices.get(key) ?? this.#fetchField(deviceID, path);
    this.#devices.set(key, field);
    const { value, asOf } = await field;
    if (value === undefined) return { asOf, message: `The field ${path} has no value.` };
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
    if (!first) return show === 'number' ? { asOf, message: 'The query returns no document.' } : { asOf, value: 0 };
    const found = getFieldValue(first, value);
    if (found === undefined) return { asOf, message: `The field ${value} has no value.` };
    return { ...toReading(found), asOf };
  }

  async #fetchField(deviceID: string, path: string): Promise<{ value: unknown; asOf: number }> {
    const { connection, signal } = this.#options;
    const { device, fetchedAt, bytes } = await this.#send(() => fetchDevice(connection, { deviceID, path }, signal));
    this.cost.bytes += bytes;
    return { value: Object.hasOwn(device, path) ? device[path] : undefined, asOf: fetchedAt };
  }

  #fetchList({ request, only }: DeviceListPlan) {
    const { connection, signal, useWorker = true } = this.#options;
    const fields = only && [...only];
    return this.#listQueue.run(async () => {
      const fleet = await this.#send(() => readDevices(connection, request, { signal, only: fields, useWorker }));
      this.cost.bytes += fleet.progress.bytes;
      return fleet;
    });
  }

  async #fetchPage(request: PipelineRequest, signal: AbortSignal): Promise<PipelineResult> {
    const { connection, features } = this.#options;
    const result = await this.#send(() => fetchPageInParts(connection, request, features.firstPage, signal));
    this.cost.bytes += result.bytes;
    return result;
  }

  async #fetchLastSeen(source: DocumentSource | undefined, withRecent: boolean): Promise<LastSeenData> {
    const { features, signal } = this.#options;
    const spec = createLastSeenSpec(source ?? features.deviceDocuments, features);
    if (!spec)
      throw new TileError(
        'The collection of the devices’ documents is unknown. Set deviceDocuments in the configuration of the console.',
      );
    // the console reads all documents only when the user asks for it
    if (!spec.canGroup)
      throw new TileError(
        'The service does not group documents. The newest ones are known only after the console has read all of them.',
      );
    const since = withRecent ? this.#getNow() - RECENT_MS : undefined;
    const readPages = createSourceReader(spec, {
      fetchPage: (request, stop) => this.#fetchPage(request, stop),
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
        this.cost.requests++;
        try {
          return await request();
        } catch (error) {
          if (error instanceof ApiError && error.kind === 'rejectedCredentials') this.#reject(error);
          if (this.#options.signal.aborted || !shouldRetryRequest(failures, error)) throw error;
          await sleep(getRetryDelay(failures, error), this.#options.signal);
        }
      }
    });
  }

  #reject(error: ApiError): void {
    if (!this.#rejection) this.#options.page?.onRejectedCredentials(error);
    this.#rejection ??= error;
  }

  #describeError(error: unknown): string {
    if (this.#options.signal.aborted) return 'The refresh took too long and was stopped.';
    // a report of one line quotes the service only
    if (error instanceof ApiError && error.hint && this.#options.page) return `${error.message} ${error.hint}`;
    const { describeNetworkError } = this.#options;
    if (error instanceof ApiError && error.kind === 'unreachable' && describeNetworkError)
      return `${error.message.replace(/\.$/, '')}: ${describeNetworkError(error)}.`;
    if (error instanceof ApiError || error instanceof TileError || error instanceof InPageStageError)
      return error.message;
    // such as code that does not load; the other tiles are read
    if (this.#options.page && error instanceof Error) return `This tile cannot be read: ${error.message}`;
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
