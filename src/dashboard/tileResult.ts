export const TILE_STATES = ['ok', 'warning', 'critical', 'unknown'] as const;

export type TileState = (typeof TILE_STATES)[number];

/** Number of a tile from one refresh. `share` is its part of the total in percent, if the tile has one. */
export type TileNumber = { value: number; share?: number | undefined };

/** Result of one refresh of a tile. */
export type TileResult = {
  state: TileState;
  /** Number of a `number` tile. Undefined if its value is not a number or the request failed. */
  number?: TileNumber | undefined;
  /** Total of the tile's `of` link. */
  total?: number | undefined;
  /** Value of a `number` tile that is not a number, as text. */
  text?: string | undefined;
  /** Time of the last successful response, in ms since 1970. */
  asOf?: number | undefined;
  /** Time at which the tile entered its state, in ms since 1970. */
  since?: number | undefined;
  /** Reason for the state, as a sentence. */
  message?: string | undefined;
};

/** States from best to worst, in the order of the exit codes of monitoring plugins: a known fault outranks `unknown`. */
const STATE_RANKS: Readonly<Record<TileState, number>> = { ok: 0, unknown: 1, warning: 2, critical: 3 };

export function findWorstState(states: Iterable<TileState>): TileState {
  let worst: TileState = 'ok';
  for (const state of states) if (STATE_RANKS[state] > STATE_RANKS[worst]) worst = state;
  return worst;
}

export function isAlertState(state: TileState): state is 'warning' | 'critical' {
  return state === 'warning' || state === 'critical';
}

/** Returns the exit code of monitoring plugins, which is also the value of the Prometheus metric. */
export function getExitCode(state: TileState): number {
  return TILE_STATES.indexOf(state);
}

/** Computes the share in percent. Undefined for an empty total. */
export function computeShare(value: number, total: number): number | undefined {
  return total === 0 ? undefined : (100 * value) / total;
}
