import type { JsonObject } from '#lib/json/json.ts';

export const TILE_SHOWS = ['number', 'bars', 'chart', 'rows'] as const;
export const TILE_SIZES = ['quarter', 'third', 'half', 'whole'] as const;
export const TILE_COMPARISONS = ['yesterday', 'week', 'opened'] as const;
export const LIMIT_SEVERITIES = ['warning', 'critical'] as const;

export type TileShow = (typeof TILE_SHOWS)[number];
export type TileSize = (typeof TILE_SIZES)[number];
export type TileComparison = (typeof TILE_COMPARISONS)[number];
export type LimitSeverity = (typeof LIMIT_SEVERITIES)[number];

/** Maximum number of bars or rows of a tile. */
export const TILE_TOP_MAX = 20;
export const TILE_TOP_DEFAULT = 10;

export const REFRESH_MIN_S = 10;
export const REFRESH_MAX_S = 3_600;

export const LIMIT_REFRESHES_MAX = 10;

/** Limit of a number. Exactly one of `over`, `under` and `change` is set. Unknown members are kept. */
export type TileLimit = JsonObject & {
  over?: number | undefined;
  under?: number | undefined;
  /** Change in either direction, relative to the tile's `compare`. */
  change?: number | undefined;
  /** The limit applies to the share of `of`, in percent. A change is in percentage points. */
  unit?: '%' | undefined;
  /** Consecutive refreshes that must break the limit. Default 1. */
  for?: number | undefined;
  /** Default `warning`. */
  severity?: LimitSeverity | undefined;
  /** Default false. */
  notify?: boolean | undefined;
};

/** Tile of a dashboard. Its link defines its content. Unknown members are kept. */
export type Tile = JsonObject & {
  title?: string | undefined;
  link: string;
  show: TileShow;
  value?: string | undefined;
  by?: string | undefined;
  top?: number | undefined;
  of?: string | undefined;
  compare?: TileComparison | undefined;
  size?: TileSize | undefined;
  unit?: string | undefined;
  limit?: TileLimit | undefined;
};

/** Tile of a newer version of Fleetlens, with an unknown `show`. It is only kept and reported. */
export type UnknownTile = JsonObject & { title?: string | undefined; show: string };

export type DashboardTile = Tile | UnknownTile;

/** Content of a dashboard file. Unknown members are kept. */
export type Dashboard = JsonObject & {
  fleetlens: 'dashboard';
  version: number;
  name: string;
  /** Seconds between two refreshes. */
  refresh?: number | undefined;
  tiles: readonly DashboardTile[];
};

/** Words for the earlier number that a tile is compared with. */
export const COMPARISON_LABELS: Readonly<Record<TileComparison, string>> = {
  yesterday: 'yesterday',
  week: 'a week ago',
  opened: 'the first value',
};

export function isKnownTile(tile: DashboardTile): tile is Tile {
  return TILE_SHOWS.some((show) => show === tile.show);
}

export function hasLimit(tile: DashboardTile): tile is Tile & { limit: TileLimit } {
  return isKnownTile(tile) && tile.limit !== undefined;
}
