import type { Clock } from '#lib/time/clock.ts';

/** A time by the wall clock and by the monotonic clock, in ms. */
export type ClockReading = { wall: number; steady: number };

export type SessionLifetime = { began: ClockReading; active: ClockReading };

export const IDLE_MS = 15 * 60_000;
const SESSION_MS = 8 * 60 * 60_000;
const SESSION_OVER = 'Your session reached its limit of 8 hours.';

export function readClocks(clock: Clock, ago: number): ClockReading {
  return { wall: clock.getTime() - ago, steady: clock.getMonotonicTime() - ago };
}

/** Elapsed ms: the larger of both clocks, as sleep stops the monotonic one and the wall clock can be set back. */
export function getElapsedMs(clock: Clock, { wall, steady }: ClockReading): number {
  return Math.max(clock.getTime() - wall, clock.getMonotonicTime() - steady);
}

/** The message for an expired session; undefined while it is valid. */
export function getLockReason(clock: Clock, { began, active }: SessionLifetime): string | undefined {
  if (getElapsedMs(clock, began) >= SESSION_MS) return SESSION_OVER;
  if (getElapsedMs(clock, active) >= IDLE_MS) return 'Locked after 15 minutes without activity.';
  return undefined;
}

/** Tests whether a notice reports a lock, after which sign-in only needs the key of the same service. */
export function isLockNotice(notice: string): boolean {
  return notice.startsWith('Locked') || notice === SESSION_OVER;
}
