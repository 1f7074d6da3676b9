import { tickStep } from 'd3-array';
import type { NumberSpan } from '#fleet/questions/numbers.ts';
import type { RangeState } from '#paths/ranges.ts';

/**
 * Bins of numbers: bin i covers `edges[i]` (inclusive) to `edges[i + 1]` (exclusive). The outer edges are infinite if a few
 * numbers are outliers. `decimals` is the number of decimal places.
 */
export type NumberScale = { edges: readonly number[]; decimals: number | undefined };

const BARS_MOST = 20;

/** The range has outliers if it is this many times wider than the range of nearly all numbers. */
const FAR_TIMES = 4;

/** Creates bins of round width for all numbers; undefined without numbers. */
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

/** Tolerance for quotients just below an integer. */
const STEP_ERROR = 1e-9;

/** Removes floating point errors: 0.30000000000000004 becomes 0.3. */
function round(value: number, step: number): number {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  return digits > 15 ? value : Number(value.toFixed(digits));
}

/** Formats a bin: "20", "20 to 24", "below 0", "100 or more". */
export function nameBar({ edges, decimals }: NumberScale, bar: number): string {
  const [from = 0, next = 0] = [edges[bar], edges[bar + 1]];
  if (from === Number.NEGATIVE_INFINITY) return `below ${next}`;
  if (next === Number.POSITIVE_INFINITY) return `${from} or more`;
  const to = getLast(next, decimals);
  return to === from ? String(from) : `${from} to ${to}`;
}

export function nameEdge({ edges }: NumberScale, bar: number): string {
  const from = edges[bar] ?? 0;
  return from === Number.NEGATIVE_INFINITY ? `< ${edges[bar + 1]}` : String(from);
}

export function toRange({ edges, decimals }: NumberScale, [first, last]: readonly [number, number]): RangeState {
  const [from = 0, next = 0] = [edges[first], edges[last + 1]];
  return {
    ...(Number.isFinite(from) && { from }),
    ...(Number.isFinite(next) && { to: getLast(next, decimals) }),
  };
}

/** Returns the greatest number below an edge, at the precision of the numbers. */
function getLast(edge: number, decimals: number | undefined): number {
  return decimals === undefined ? edge : round(edge - 10 ** -decimals, 10 ** -decimals);
}
