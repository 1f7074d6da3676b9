import { formatNumber } from '#lib/formatNumber.ts';
import type { TileComparison, TileLimit } from './dashboard.ts';
import { dashboardMessages } from './messages.ts';
import type { TileNumber, TileState } from './tileResult.ts';

/** Input of a limit: the current number, the one that `change` is relative to, and the earlier broken refreshes. */
export type LimitInput = {
  number: TileNumber;
  earlier: TileNumber | undefined;
  /** Number of consecutive refreshes before this one that broke the limit. */
  brokenBefore: number;
};

export type LimitResult = {
  state: Exclude<TileState, 'unknown'>;
  /** Number of consecutive refreshes that broke the limit, including this one. */
  broken: number;
};

/**
 * Evaluates a limit after a refresh. Bounds are exclusive: a value equal to `over` is not over it. A change without an
 * earlier number does not break the limit. A refresh without a number must not be evaluated: it neither counts nor
 * interrupts the row of broken refreshes.
 */
export function evaluateLimit(limit: TileLimit, { number, earlier, brokenBefore }: LimitInput): LimitResult {
  const broken = isLimitBroken(limit, number, earlier) ? brokenBefore + 1 : 0;
  return { broken, state: broken >= (limit.for ?? 1) ? (limit.severity ?? 'warning') : 'ok' };
}

/** Returns the number that a limit applies to: the share for `%`, otherwise the value. */
export function getLimitedNumber({ unit }: TileLimit, { value, share }: TileNumber): number | undefined {
  return unit === '%' ? share : value;
}

function isLimitBroken(limit: TileLimit, number: TileNumber, earlier: TileNumber | undefined): boolean {
  const { over, under, change } = limit;
  const now = getLimitedNumber(limit, number);
  if (now === undefined) return false;
  if (over !== undefined) return now > over;
  if (under !== undefined) return now < under;
  const before = earlier && getLimitedNumber(limit, earlier);
  return change !== undefined && before !== undefined && Math.abs(now - before) > change;
}

/** Describes a limit, such as "over 25 % for 2 refreshes". */
export function describeLimit(limit: TileLimit, compare?: TileComparison): string {
  const { over, under, change, unit } = limit;
  const amount = (bound: number) => formatNumber(bound) + (unit ? ` ${unit}` : '');
  const bound =
    over !== undefined
      ? dashboardMessages.over(amount(over))
      : under !== undefined
        ? dashboardMessages.under(amount(under))
        : dashboardMessages.changedByMoreThan(amount(change ?? 0), compare ?? 'yesterday');
  const refreshes = limit.for ?? 1;
  return refreshes > 1 ? `${bound} ${dashboardMessages.forRefreshes(refreshes)}` : bound;
}
