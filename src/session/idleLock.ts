import { useSyncExternalStore } from 'react';
import { beforeRequests } from '#api/request.ts';
import { Emitter } from '#lib/emitter.ts';
import { createSafeChannel } from '#lib/storage.ts';
import { IDLE_MS, reasonToLock, since } from './limits.ts';
import { markActive, sessionLifetime, signOut, subscribe as subscribeToSession } from './session.ts';

const WARNING_MS = 60_000;
/** How often activity is told to other tabs, at most. */
const NEWS_MS = 5_000;

const tabs = createSafeChannel('fleetlens.activity');

let told = Number.NEGATIVE_INFINITY;
let secondsLeft: number | undefined;
const listeners = new Emitter();

/** Seconds until the session locks, once the user is being warned of it. */
export function useLockWarning(): number | undefined {
  return useSyncExternalStore(listeners.subscribe, () => secondsLeft);
}

export function stayActive(): void {
  const lifetime = sessionLifetime();
  if (!lifetime || reasonToLock(lifetime)) return;
  markActive();
  if (secondsLeft !== undefined) warn(undefined);
  else if (performance.now() - told < NEWS_MS) return;
  told = performance.now();
  tabs.postMessage(Date.now());
}

/** A sign of the user, but not in the warning: it would be gone before the click that was meant for its buttons. */
function heed({ target }: Event): void {
  if (!(target instanceof Element && target.closest('[role="alertdialog"]'))) stayActive();
}

/** Locks after 15 minutes without a sign of the user in any tab, or after 8 hours; a sleeping computer counts. */
export function watchIdleness(): void {
  for (const sign of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
    addEventListener(sign, heed, { capture: true, passive: true });
  }
  tabs.addEventListener('message', ({ data }) => {
    markActive(Math.max(0, Date.now() - Number(data)));
    if (secondsLeft !== undefined) warn(undefined);
  });
  document.addEventListener('visibilitychange', check);
  // a computer that wakes up may run anything before the next second
  beforeRequests(check);
  subscribeToSession(check);
  setInterval(check, 1000);
  check();
}

function check(): void {
  const lifetime = sessionLifetime();
  const reason = lifetime && reasonToLock(lifetime);
  if (reason) {
    warn(undefined);
    signOut(reason);
    return;
  }
  const left = lifetime ? IDLE_MS - since(lifetime.active) : Number.POSITIVE_INFINITY;
  warn(left <= WARNING_MS ? Math.ceil(left / 1000) : undefined);
}

function warn(seconds: number | undefined): void {
  if (secondsLeft === seconds) return;
  secondsLeft = seconds;
  listeners.emit();
}
