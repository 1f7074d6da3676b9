import { tickStep } from 'd3-array';
import type { NumberSummary } from '#fleet/queries/summarizeNumbers.ts';
import type { FieldRange } from '#urls/rangeParams.ts';

/**
 * Bins of a number histogram. Bin i extends from `edges[i]` (inclusive) to `edges[i + 1]` (exclusive). With outliers,
 * the outer edges are infinite.
 */
export type NumberBins = { edges: readonly number[]; decimals: number | undefined };

const BINS_MAX = 20;

const OUTLIER_FACTOR = 4;

/**
 * Creates histogram bins of round width.
 * @returns undefined without numbers
 */
export function createNumberBins(span: NumberSummary): NumberBins | undefined {
  const { min, max, typicalMin, typicalMax, decimals } = span;
  if (min === undefined || max === undefined) return undefined;
  const hasOutliers = typicalMax > typicalMin && max - min > OUTLIER_FACTOR * (typicalMax - typicalMin);
  const [from, to] = hasOutliers ? [typicalMin, typicalMax] : [min, max];
  const unit = decimals === undefined ? 0 : 10 ** -decimals;
  const step = Math.max(to > from ? tickStep(from, to, BINS_MAX) : 1, unit);
  const first = Math.floor(from / step + STEP_ERROR);
  const count = Math.min(2 * BINS_MAX, Math.floor(to / step + STEP_ERROR) - first + 1);
  const inner = Array.from({ length: count + 1 }, (_, index) => roundToStep((first + index) * step, step));
  const edges = [
    ...(min < (inner[0] ?? min) ? [Number.NEGATIVE_INFINITY] : []),
    ...inner,
    ...(max >= (inner.at(-1) ?? max) ? [Number.POSITIVE_INFINITY] : []),
  ];
  return { edges, decimals };
}

const STEP_ERROR = 1e-9;

function roundToStep(value: number, step: number): number {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  return digits > 15 ? value : Number(value.toFixed(digits));
}

export function formatNumberBin({ edges, decimals }: NumberBins, bar: number): string {
  const [from = 0, next = 0] = [edges[bar], edges[bar + 1]];
  if (from === Number.NEGATIVE_INFINITY) return `below ${next}`;
  if (next === Number.POSITIVE_INFINITY) return `${from} or more`;
  const to = getUpperLimit(next, decimals);
  return to === from ? String(from) : `${from} to ${to}`;
}

export function formatNumberBinEdge({ edges }: NumberBins, bar: number): string {
  const from = edges[bar] ?? 0;
  return from === Number.NEGATIVE_INFINITY ? `< ${edges[bar + 1]}` : String(from);
}

export function toNumberRangeState(
  { edges, decimals }: NumberBins,
  [first, last]: readonly [number, number],
): FieldRange {
  const [from = 0, next = 0] = [edges[first], edges[last + 1]];
  return {
    ...(Number.isFinite(from) && { from }),
    ...(Number.isFinite(next) && { to: getUpperLimit(next, decimals) }),
  };
}

function getUpperLimit(edge: number, decimals: number | undefined): number {
  return decimals === undefined ? edge : roundToStep(edge - 10 ** -decimals, 10 ** -decimals);
}
