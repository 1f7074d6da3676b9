import { ticks } from 'd3-array';
import { formatNumber } from '#lib/formatNumber.ts';
import type { Tick } from './timeBins.ts';

const TICK_STEPS = [1, 2, 2.5, 5];
const INTERVAL_COUNTS = [2, 3, 4, 5, 6, 7, 8];
const DEFAULT_INTERVALS = 4;

export function createValueTicks(least: number, greatest: number, maxIntervals = DEFAULT_INTERVALS): Tick[] {
  if (!(least <= greatest)) return [];
  const apart = least === greatest ? Math.abs(least) / 20 || 1 : 0;
  const [low, high] = [least - apart, greatest + apart];
  const power = 10 ** Math.floor(Math.log10((high - low) / 3));
  if (!Number.isFinite(power) || power === 0) return [low, high].map((at) => ({ at, label: formatNumber(at) }));
  const found = [1, 10]
    .flatMap((tens) => TICK_STEPS.map((step) => step * tens))
    .flatMap((step) => findFittingSteps(step));
  const { step, first, count } =
    found.sort((one, other) => one.length - other.length || one.count - other.count)[0] ?? fallback();
  return Array.from({ length: count + 1 }, (_, index) => {
    const at = multiplyStep(first + index, step);
    return { at, label: formatNumber(at) };
  });

  function findFittingSteps(step: number) {
    const first = Math.floor(low / multiplyStep(1, step));
    const count = INTERVAL_COUNTS.find(
      (each) => each <= Math.max(maxIntervals, DEFAULT_INTERVALS) && multiplyStep(first + each, step) >= high,
    );
    return count === undefined ? [] : [{ step, first, count, length: count * step }];
  }
  function fallback() {
    return { step: 50, first: Math.floor(low / multiplyStep(1, 50)), count: 3 };
  }
  function multiplyStep(number: number, step: number): number {
    return power < 1 ? (number * step) / Math.round(1 / power) : number * step * power;
  }
}

export function createIntegerTicks(from: number, to: number, maxTicks: number): Tick[] {
  return ticks(from, to, maxTicks)
    .filter(Number.isInteger)
    .map((at) => ({ at, label: formatNumber(at) }));
}
