import { bisectRight } from 'd3-array';
import { type FieldNumbers, forEachNumber, type RowNumbers } from './timeHistogram.ts';

export type NumberSummary = {
  min: number | undefined;
  max: number | undefined;
  /** Range that contains nearly all numbers. Estimated for large lists. */
  typicalMin: number;
  typicalMax: number;
  /** Number of decimal places, or undefined if there are too many. */
  decimals: number | undefined;
  numbers: number;
  missing: number;
  others: number;
};

const OUTER_SHARE = 0.01;

const SAMPLE_MAX = 4096;

const DECIMALS_MAX = 6;

export function* summarizeNumbers(numbers: RowNumbers): Generator<void, NumberSummary> {
  const sample: number[] = [];
  const every = Math.max(1, Math.ceil(numbers.rows.count / SAMPLE_MAX));
  const counts = { numbers: 0, missing: 0, others: 0 };
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let decimals: number | undefined = 0;
  yield* forEachNumber(numbers, (value) => {
    if (value === undefined) counts.missing++;
    else if (Number.isNaN(value)) counts.others++;
    else {
      if (counts.numbers++ % every === 0) sample.push(value);
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
      if (decimals !== undefined) decimals = countDecimals(value, decimals);
    }
  });
  sample.sort((a, b) => a - b);
  const outer = Math.floor(OUTER_SHARE * sample.length);
  return {
    ...counts,
    decimals,
    min: counts.numbers > 0 ? least : undefined,
    max: counts.numbers > 0 ? greatest : undefined,
    typicalMin: sample[outer] ?? 0,
    typicalMax: sample[sample.length - 1 - outer] ?? 0,
  };
}

export function* computeNumberHistogram(numbers: FieldNumbers, edges: readonly number[]): Generator<void, Uint32Array> {
  const counts = new Uint32Array(Math.max(0, edges.length - 1));
  yield* forEachNumber(numbers, (value) => {
    if (value === undefined || Number.isNaN(value)) return;
    const bar = bisectRight(edges, value) - 1;
    if (bar >= 0 && bar < counts.length) (counts[bar] as number)++; // within bounds
  });
  return counts;
}

/** Returns the number of decimal places of a value, but at least `least`. Undefined if there are too many. */
function countDecimals(value: number, least: number): number | undefined {
  for (let decimals = least; decimals <= DECIMALS_MAX; decimals++) {
    const scaled = value * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) <= 1e-9 * Math.max(1, Math.abs(scaled))) return decimals;
  }
  return undefined;
}
