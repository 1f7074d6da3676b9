import { useSyncExternalStore } from 'react';
import { beforeRequests } from '#api/request.ts';
import { Emitter } from '#lib/emitter.ts';
import { createSafeChannel } from '#lib/storage.ts';
import { IDLE_MS, reasonToLock, since } from './limits.ts';
import { markActive, sessionLifetime, signOut, subscribe as subscribeToSession } from './session.ts';

const WARNING_MS = 60_000;
/** Minimum interval between activity messages to other tabs, in ms. */
const NEWS_MS = 5_000;

const tabs = createSafeChannel('fleetlens.activity');

let told = Number.NEGATIVE_INFINITY;
let secondsLeft: number | undefined;
const listeners = new Emitter();

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

/** Counts input as activity, except in the warning: closing it early would swallow the click on its buttons. */
function heed({ target }: Event): void {
  if (!(target instanceof Element && target.closest('[role="alertdialog"]'))) stayActive();
}

/** Locks after 15 minutes without input in any tab, or 8 hours after sign-in; time asleep counts. */
export function watchIdleness(): void {
  for (const sign of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
    addEventListener(sign, heed, { capture: true, passive: true });
  }
  tabs.addEventListener('message', ({ data }) => {
    markActive(Math.max(0, Date.now() - Number(data)));
    if (secondsLeft !== undefined) warn(undefined);
  });
  document.addEventListener('visibilitychange', check);
  // after a wake-up, other code may run before the next timer tick
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
