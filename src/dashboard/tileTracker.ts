import { type DashboardTile, isKnownTile, type Tile, type TileComparison } from './dashboard.ts';
import { addHistoryPoint, findComparedPoint, type HistoryPoint } from './tileHistory.ts';
import { evaluateLimit } from './tileLimit.ts';
import type { TileReading } from './tileReader.ts';
import { computeShare, type TileNumber, type TileResult, type TileState } from './tileResult.ts';

/** State of a tile that is kept between refreshes. */
export type TileRecord = {
  state: TileState;
  /** Time at which the tile entered its state, in ms. */
  since: number;
  /** Time of its last successful response, in ms. */
  asOf?: number | undefined;
  /** Consecutive refreshes that broke the limit. */
  broken: number;
  /** True from the crossing of the limit until a number within it. A failed refresh does not end it. */
  isOver: boolean;
  /** Numbers to compare with. Empty if the tile compares nothing. */
  history: readonly HistoryPoint[];
};

/** State that is kept between refreshes: since when numbers are compared, in ms, and the tiles by `createTileKeys`. */
export type DashboardRecord = { opened: number; tiles: Readonly<Record<string, TileRecord>> };

export type TrackedTile = {
  result: TileResult;
  compared: HistoryPoint | undefined;
  hasCrossed: boolean;
};

export type TrackedRefresh = { tiles: readonly TrackedTile[]; record: DashboardRecord };

/** Maximum age of a number that a tile can be compared with, with some tolerance. */
const COMPARED_AGE_MAX_MS: Readonly<Record<Exclude<TileComparison, 'opened'>, number>> = {
  yesterday: 2 * 86_400_000,
  week: 8 * 86_400_000,
};

type TrackOptions = {
  now: number;
  /** Reason why nothing is kept between refreshes. A limit that depends on earlier ones is then unknown. */
  noRecordReason?: string | undefined;
  /** Numbers of a tile that are kept elsewhere, for all tiles and longer than a comparison needs. */
  getHistory?: ((tile: DashboardTile) => readonly HistoryPoint[]) | undefined;
};

/** Evaluates the limits of all tiles after a refresh, and updates the record. Records of other tiles are dropped. */
export function evaluateTiles(
  tiles: readonly DashboardTile[],
  readings: readonly TileReading[],
  before: DashboardRecord,
  options: TrackOptions,
): TrackedRefresh {
  const keys = createTileKeys(tiles);
  const records: Record<string, TileRecord> = {};
  const tracked = tiles.map((tile, at) => {
    const [key = '', reading = {}] = [keys[at], readings[at]];
    const known = Object.hasOwn(before.tiles, key) ? before.tiles[key] : undefined;
    const { record, ...result } = trackTile(tile, reading, { known, opened: before.opened, ...options });
    records[key] = record;
    return result;
  });
  return { tiles: tracked, record: { opened: before.opened, tiles: records } };
}

/** Identifies tiles by what their number and limit depend on. Equal tiles are numbered. */
export function createTileKeys(tiles: readonly DashboardTile[]): string[] {
  const counts = new Map<string, number>();
  return tiles.map((tile) => {
    const { over, under, change, unit, for: refreshes } = (isKnownTile(tile) && tile.limit) || {};
    const parts = isKnownTile(tile) ? [tile.link, tile.show, tile.value, tile.by, tile.of, tile.compare] : [tile.show];
    const key = JSON.stringify([...parts, over, under, change, unit, refreshes]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? key : `${key} ${count}`;
  });
}

type TileContext = TrackOptions & { known: TileRecord | undefined; opened: number };

function trackTile(
  tile: DashboardTile,
  reading: TileReading,
  { known, opened, now, noRecordReason, getHistory }: TileContext,
): TrackedTile & { record: TileRecord } {
  const { text, total, asOf = known?.asOf, message } = reading;
  const number = getNumber(tile, reading);
  const compare = isKnownTile(tile) ? tile.compare : undefined;
  const history = getHistory ? getHistory(tile) : (known?.history ?? []);
  const compared = compare && findComparedPoint(history, compare, { now, opened });
  const { isOver: wasOver = false, broken: brokenBefore = 0 } = known ?? {};
  const evaluated = evaluateTile(tile, reading, { number, compared, brokenBefore, wasOver, noRecordReason });
  const { state, broken } = evaluated;
  const addNumber = (point: HistoryPoint) =>
    getHistory ? addHistoryPoint(history, point).filter(({ at }) => at <= now) : updateHistory(history, point, compare);
  const isOver = state === 'unknown' ? wasOver : state !== 'ok';
  const since = known?.state === state ? known.since : now;
  return {
    result: { state, number, total, text, asOf, since, message: evaluated.message ?? message },
    compared,
    hasCrossed: isOver && !wasOver,
    record: {
      state,
      since,
      asOf,
      broken,
      isOver,
      history: number ? addNumber({ at: now, ...number }) : history,
    },
  };
}

function updateHistory(
  history: readonly HistoryPoint[],
  point: HistoryPoint,
  compare: TileComparison | undefined,
): readonly HistoryPoint[] {
  if (!compare) return [];
  if (compare === 'opened') return history.length > 0 ? history : [point];
  return addHistoryPoint(history, point, COMPARED_AGE_MAX_MS[compare]);
}

type Evaluation = { state: TileState; broken: number; message?: string | undefined };

function evaluateTile(
  tile: DashboardTile,
  reading: TileReading,
  context: {
    number: TileNumber | undefined;
    compared: HistoryPoint | undefined;
    brokenBefore: number;
    wasOver: boolean;
    noRecordReason: string | undefined;
  },
): Evaluation {
  const { number, compared, brokenBefore, wasOver, noRecordReason } = context;
  const unknown = (message?: string) => ({ state: 'unknown' as const, broken: brokenBefore, message });
  if (!isKnownTile(tile)) return unknown();
  if (tile.show !== 'number') return reading.asOf === undefined ? unknown() : { state: 'ok', broken: 0 };
  if (reading.message !== undefined && (!number || tile.of !== undefined)) return unknown();
  if (!number) return unknown('The value is not a number.');
  const { limit } = tile;
  if (!limit) return { state: 'ok', broken: 0 };
  if (limit.unit === '%' && number.share === undefined) return unknown('The total is 0, so there is no share.');
  if (limit.change !== undefined && noRecordReason) return unknown(noRecordReason);
  const result = evaluateLimit(limit, { number, earlier: compared, brokenBefore, wasOver });
  // a new record starts with this refresh
  if (result.state === 'ok' && result.broken > 0 && noRecordReason)
    return { state: 'unknown', broken: result.broken, message: noRecordReason };
  const isWaiting = limit.change !== undefined && !compared;
  return { ...result, ...(isWaiting && { message: 'There is no earlier number to compare with yet.' }) };
}

function getNumber(tile: DashboardTile, { value, total }: TileReading): TileNumber | undefined {
  if (!isKnownTile(tile) || tile.show !== 'number' || value === undefined) return undefined;
  const share = total === undefined ? undefined : computeShare(value, total);
  return { value, ...(share !== undefined && { share }) };
}

export function getLimitBound({ limit }: Pick<Tile, 'limit'>): number | undefined {
  return limit && (limit.over ?? limit.under ?? limit.change);
}
