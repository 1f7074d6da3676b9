import { formatNumber } from '#lib/formatNumber.ts';
import type { TileComparison, TileLimit } from './dashboard.ts';
import { COMPARISON_LABELS } from './dashboard.ts';
import type { TileNumber, TileState } from './tileResult.ts';

/** What a limit is evaluated with: the current number, the one that `change` is relative to, and earlier refreshes. */
export type LimitReading = {
  number: TileNumber;
  earlier: TileNumber | undefined;
  /** Number of consecutive refreshes before this one that broke the limit. */
  brokenBefore: number;
  /** True if the limit was exceeded when it was last evaluated. */
  wasOver?: boolean | undefined;
};

export type LimitResult = {
  state: Exclude<TileState, 'unknown'>;
  /** Number of consecutive refreshes that broke the limit, including this one. */
  broken: number;
};

/**
 * Evaluates a limit after a refresh. Bounds are exclusive: a value equal to `over` is not over it. A refresh without a
 * number must not be evaluated: it neither counts nor interrupts the row of broken refreshes. Neither does a change
 * without an earlier number, which leaves the limit as it was.
 */
export function evaluateLimit(limit: TileLimit, reading: LimitReading): LimitResult {
  const { number, earlier, brokenBefore, wasOver = false } = reading;
  const isBroken = isLimitBroken(limit, number, earlier);
  const broken = isBroken === undefined ? brokenBefore : isBroken ? brokenBefore + 1 : 0;
  const isOver = isBroken === undefined ? wasOver : broken >= (limit.for ?? 1);
  return { broken, state: isOver ? (limit.severity ?? 'warning') : 'ok' };
}

/** Returns the number that a limit applies to: the share for `%`, otherwise the value. */
export function getLimitedNumber({ unit }: TileLimit, { value, share }: TileNumber): number | undefined {
  return unit === '%' ? share : value;
}

/** @returns undefined if there is nothing to compare with */
function isLimitBroken(limit: TileLimit, number: TileNumber, earlier: TileNumber | undefined): boolean | undefined {
  const { over, under, change } = limit;
  const now = getLimitedNumber(limit, number);
  if (now === undefined) return undefined;
  if (over !== undefined) return now > over;
  if (under !== undefined) return now < under;
  const before = earlier && getLimitedNumber(limit, earlier);
  return change === undefined || before === undefined ? undefined : Math.abs(now - before) > change;
}

/** Describes a limit, such as "over 25 % for 2 refreshes". */
export function describeLimit(limit: TileLimit, compare?: TileComparison): string {
  const { over, under, change, unit } = limit;
  const amount = (bound: number) => formatNearLimit(bound, [bound]) + (unit ? ` ${unit}` : '');
  const bound =
    over !== undefined
      ? `over ${amount(over)}`
      : under !== undefined
        ? `under ${amount(under)}`
        : `changed by more than ${amount(change ?? 0)} from ${COMPARISON_LABELS[compare ?? 'yesterday']}`;
  const refreshes = limit.for ?? 1;
  return refreshes > 1 ? `${bound} for ${refreshes} refreshes` : bound;
}

/** Returns the least and the most that a number may be within a limit. A change is relative to an earlier number. */
export function listLimitBounds(
  limit: TileLimit | undefined,
  earlier: TileNumber | undefined,
): [least: number | undefined, most: number | undefined] {
  if (limit?.change === undefined) return [limit?.under, limit?.over];
  const before = earlier && getLimitedNumber(limit, earlier);
  return before === undefined ? [undefined, undefined] : [before - limit.change, before + limit.change];
}

/** Formats a number with as many digits as show on which side of the bounds it is. */
export function formatNearLimit(value: number, bounds: readonly number[]): string {
  const text = formatNumber(value);
  const shown = Number(text.replaceAll(',', '').replaceAll('−', '-'));
  if (isOnSameSides(shown, value, bounds)) return text;
  const decimals = text.split('.')[1]?.length ?? 0;
  const rounded = roundNearLimit(value, bounds, decimals);
  return rounded.toLocaleString('en', { maximumFractionDigits: 20 }).replace('-', '−');
}

/** Rounds a number to at least `decimals`, and to as many as show on which side of the bounds it is. */
export function roundNearLimit(value: number, bounds: readonly number[], decimals: number): number {
  for (let digits = decimals; digits <= 20; digits++) {
    const rounded = Number(value.toFixed(digits));
    if (isOnSameSides(rounded, value, bounds)) return rounded;
  }
  return value;
}

function isOnSameSides(shown: number, value: number, bounds: readonly number[]): boolean {
  return bounds.every((bound) => Math.sign(shown - bound) === Math.sign(value - bound));
}
