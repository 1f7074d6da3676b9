import { tickStep } from 'd3-array';
import type { NumberSpan } from '#fleet/questions/numbers.ts';
import type { RangeState } from '#paths/ranges.ts';

/**
 * Bars of numbers: `edges[i]` up to, but not including, `edges[i + 1]` is one. The first and the last edge are infinite
 * where a few numbers lie far outside. `decimals` are those of the numbers.
 */
export type NumberScale = { edges: readonly number[]; decimals: number | undefined };

/** Bars beside the fields of the panel. */
const BARS_MOST = 20;

/** Numbers are far outside where all of them span so many times as much as nearly all. */
const FAR_TIMES = 4;

/** Bars of a round width that hold all numbers; nothing where there are none. */
export function createNumberScale(span: NumberSpan): NumberScale | undefined {
  const { least, greatest, usualLeast, usualGreatest, decimals } = span;
  if (least === undefined || greatest === undefined) return undefined;
  const isFar = usualGreatest > usualLeast && greatest - least > FAR_TIMES * (usualGreatest - usualLeast);
  const [from, to] = isFar ? [usualLeast, usualGreatest] : [least, greatest];
  const unit = decimals === undefined ? 0 : 10 ** -decimals;
  const step = Math.max(to > from ? tickStep(from, to, BARS_MOST) : 1, unit);
  const first = Math.floor(from / step + STEP_ERROR);
  const count = Math.min(2 * BARS_MOST, Math.floor(to / step + STEP_ERROR) - first + 1);
  const inner = Array.from({ length: count + 1 }, (_, index) => round((first + index) * step, step));
  const edges = [
    ...(least < (inner[0] ?? least) ? [Number.NEGATIVE_INFINITY] : []),
    ...inner,
    ...(greatest >= (inner.at(-1) ?? greatest) ? [Number.POSITIVE_INFINITY] : []),
  ];
  return { edges, decimals };
}

/** A quotient just below a whole number is that number. */
const STEP_ERROR = 1e-9;

/** Removes the error of binary fractions: 0.30000000000000004 is 0.3. */
function round(value: number, step: number): number {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  return digits > 15 ? value : Number(value.toFixed(digits));
}

/** The numbers of a bar: "20", "20 to 24", "below 0", "100 or more". */
export function nameBar({ edges, decimals }: NumberScale, bar: number): string {
  const [from = 0, next = 0] = [edges[bar], edges[bar + 1]];
  if (from === Number.NEGATIVE_INFINITY) return `below ${next}`;
  if (next === Number.POSITIVE_INFINITY) return `${from} or more`;
  const to = getLast(next, decimals);
  return to === from ? String(from) : `${from} to ${to}`;
}

/** The number that a bar begins with, to stand below it. */
export function nameEdge({ edges }: NumberScale, bar: number): string {
  const from = edges[bar] ?? 0;
  return from === Number.NEGATIVE_INFINITY ? `< ${edges[bar + 1]}` : String(from);
}

/** The range of some bars, from the first to the last. */
export function toRange({ edges, decimals }: NumberScale, [first, last]: readonly [number, number]): RangeState {
  const [from = 0, next = 0] = [edges[first], edges[last + 1]];
  return {
    ...(Number.isFinite(from) && { from }),
    ...(Number.isFinite(next) && { to: getLast(next, decimals) }),
  };
}

/** The greatest number below an edge, as exact as the numbers are. */
function getLast(edge: number, decimals: number | undefined): number {
  return decimals === undefined ? edge : round(edge - 10 ** -decimals, 10 ** -decimals);
}
