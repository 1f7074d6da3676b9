/** A moment by the wall clock and by one that nobody can set; both in ms. */
type Moment = { wall: number; steady: number };

/** When a session began, and the last sign of the user in any tab. */
export type Lifetime = { began: Moment; active: Moment };

export const IDLE_MS = 15 * 60_000;
const SESSION_MS = 8 * 60 * 60_000;
const SESSION_OVER = 'Your session reached its 8 hours.';

export function momentAgo(ms: number): Moment {
  return { wall: Date.now() - ms, steady: performance.now() - ms };
}

/** ms since a moment, the longer of what both clocks say: sleep stops the steady one, and the wall clock can be set back. */
export function since({ wall, steady }: Moment): number {
  return Math.max(Date.now() - wall, performance.now() - steady);
}

/** Why a session is over, in a sentence; nothing while it lasts. */
export function reasonToLock({ began, active }: Lifetime): string | undefined {
  if (since(began) >= SESSION_MS) return SESSION_OVER;
  if (since(active) >= IDLE_MS) return 'Locked after 15 minutes without activity.';
  return undefined;
}

/** Whether a notice says that somebody was locked out: the same service is likely to be wanted, and nothing but its key. */
export function saysLocked(notice: string): boolean {
  return notice.startsWith('Locked') || notice === SESSION_OVER;
}
