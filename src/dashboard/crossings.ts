import { createRandomId } from '#lib/createRandomId.ts';
import { type DashboardTile, hasLimit } from './dashboard.ts';
import type { TileCrossing } from './historyStore.ts';
import { describeLimit, getLimitedNumber } from './tileLimit.ts';
import { getTileTitle } from './tileTitle.ts';
import { createTileKeys, type DashboardRecord, type TrackedTile } from './tileTracker.ts';

const CROSSINGS_MAX = 200;

type Refreshed = {
  dashboard: { id: string; name: string; tiles: readonly DashboardTile[] };
  record: DashboardRecord;
  tracked: ReadonlyMap<string, TrackedTile>;
  now: number;
};

/**
 * Adds a crossing for each tile that is over its limit, and ends those of other tiles, also of removed ones. A crossing
 * that is known already, such as from another tab, is not added again.
 */
export function updateCrossings(
  list: readonly TileCrossing[],
  { dashboard, record, tracked, now }: Refreshed,
): { list: readonly TileCrossing[]; added: readonly (TileCrossing & { notify: boolean })[] } {
  const keys = createTileKeys(dashboard.tiles);
  const isOver = (key: string) => record.tiles[key]?.isOver === true;
  const isOpen = ({ dashboardId, endedAt }: TileCrossing) => dashboardId === dashboard.id && endedAt === undefined;
  const known = list.map((one) =>
    isOpen(one) && !(keys.includes(one.recordKey) && isOver(one.recordKey)) ? { ...one, endedAt: now } : one,
  );
  const added = dashboard.tiles.flatMap((tile, at) => {
    const key = keys[at] ?? '';
    const { number } = tracked.get(key)?.result ?? {};
    if (!hasLimit(tile) || !isOver(key)) return [];
    if (known.some((one) => isOpen(one) && one.recordKey === key)) return [];
    return {
      id: createRandomId(),
      dashboardId: dashboard.id,
      recordKey: key,
      dashboard: dashboard.name,
      title: getTileTitle(tile),
      limit: describeLimit(tile.limit, tile.compare),
      value: number && getLimitedNumber(tile.limit, number),
      at: now,
      notify: tile.limit.notify ?? false,
    };
  });
  const plain = added.map(({ notify: _, ...crossing }) => crossing);
  return { list: [...plain, ...known].slice(0, CROSSINGS_MAX), added };
}

/** Counts the crossings of a dashboard that need attention. */
export function countUnacknowledged(list: readonly TileCrossing[], dashboard: string | undefined): number {
  return list.filter(
    ({ dashboardId, endedAt, isAcknowledged }) => dashboardId === dashboard && endedAt === undefined && !isAcknowledged,
  ).length;
}
