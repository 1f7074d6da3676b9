import { nice, ticks } from 'd3-array';
import { valueText } from '#lib/counts.ts';
import type { Tick } from './timeScale.ts';

/** Round values around all, from the lowest to the highest, a few of them; a value alone stands in their middle. */
export function valueTicks(least: number, greatest: number): Tick[] {
  const apart = least === greatest ? Math.abs(least) / 10 || 1 : 0;
  const [low, high] = nice(least - apart, greatest + apart, 2);
  return ticks(low, high, 2).map((at) => ({ at, label: valueText(at) }));
}

/** Round numbers of a count, as many as there is room for. */
export function countTicks(from: number, to: number, most: number): Tick[] {
  return ticks(from, to, most)
    .filter(Number.isInteger)
    .map((at) => ({ at, label: valueText(at) }));
}
