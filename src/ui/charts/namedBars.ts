const NAMES_MAX = 5;

/** Between two names, in px. */
const GAP_PX = 12;

/**
 * The bars whose names stand below, each from its bar's left edge on: evenly apart, and as many as there is room for.
 * `room` is the width of all bars and `name` that of the widest name, in px.
 */
export function namedBars(bars: number, room: number, name: number): number[] {
  const bar = room / bars;
  const apart = Math.max(Math.ceil(bars / NAMES_MAX), Math.ceil((name + GAP_PX) / bar));
  const step = Math.max(1, Math.min(bars, apart));
  const named = Array.from({ length: Math.ceil(bars / step) }, (_, index) => index * step);
  return named.filter((at) => at === 0 || at * bar + name <= room);
}
