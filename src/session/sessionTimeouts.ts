import type { Clock } from '#lib/time/clock.ts';

/** Time by the wall clock and by the monotonic clock, in ms. */
export type ClockReading = { wall: number; steady: number };

export type SessionClockReadings = { began: ClockReading; active: ClockReading };

export const SESSION_IDLE_TIMEOUT_MS = 15 * 60_000;
const SESSION_MS = 8 * 60 * 60_000;
const SESSION_OVER = 'Your session reached its limit of 8 hours.';

export function readClocks(clock: Clock, ago: number): ClockReading {
  return { wall: clock.getTime() - ago, steady: clock.getMonotonicTime() - ago };
}

/**
 * Returns the elapsed time in ms: the larger difference of both clocks, because sleep stops the monotonic clock and the
 * wall clock can be set back.
 */
export function getElapsedMs(clock: Clock, { wall, steady }: ClockReading): number {
  return Math.max(clock.getTime() - wall, clock.getMonotonicTime() - steady);
}

/** Returns the message for an expired session. Undefined while the session is valid. */
export function getLockReason(clock: Clock, { began, active }: SessionClockReadings): string | undefined {
  if (getElapsedMs(clock, began) >= SESSION_MS) return SESSION_OVER;
  if (getElapsedMs(clock, active) >= SESSION_IDLE_TIMEOUT_MS) return 'Locked after 15 minutes without activity.';
  return undefined;
}

/** True if a notice reports a lock. To sign in again, the user then needs only the credentials of the same service. */
export function isLockNotice(notice: string): boolean {
  return notice.startsWith('Locked') || notice === SESSION_OVER;
}
