import { useSyncExternalStore } from 'react';
import { setRequestCheck } from '#api/buildHttpRequest.ts';
import { Emitter } from '#lib/emitter.ts';
import { createSafeChannel } from '#lib/storage.ts';
import { getSessionLifetime, recordActivity, signOut, subscribeToSession } from './session.ts';
import { getElapsedMs, getLockReason, IDLE_MS } from './sessionLifetime.ts';

const WARNING_MS = 60_000;
/** Minimum interval between activity messages to other tabs, in ms. */
const REPORT_INTERVAL_MS = 5_000;

const tabs = createSafeChannel('fleetlens.activity');

let lastReportedAt = Number.NEGATIVE_INFINITY;
let secondsLeft: number | undefined;
const listeners = new Emitter();

export function useLockWarning(): number | undefined {
  return useSyncExternalStore(listeners.subscribe, () => secondsLeft);
}

export function reportActivity(): void {
  const lifetime = getSessionLifetime();
  if (!lifetime || getLockReason(lifetime)) return;
  recordActivity();
  if (secondsLeft !== undefined) setSecondsLeft(undefined);
  else if (performance.now() - lastReportedAt < REPORT_INTERVAL_MS) return;
  lastReportedAt = performance.now();
  tabs.postMessage(Date.now());
}

/** Counts input as activity, except in the warning: closing it early would swallow the click on its buttons. */
function handleInput({ target }: Event): void {
  if (!(target instanceof Element && target.closest('[role="alertdialog"]'))) reportActivity();
}

/** Locks after 15 minutes without input in any tab, or 8 hours after sign-in; time asleep counts. */
export function startIdleLock(): void {
  for (const sign of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
    addEventListener(sign, handleInput, { capture: true, passive: true });
  }
  tabs.addEventListener('message', ({ data }) => {
    recordActivity(Math.max(0, Date.now() - Number(data)));
    if (secondsLeft !== undefined) setSecondsLeft(undefined);
  });
  document.addEventListener('visibilitychange', checkLifetime);
  // after a wake-up, other code may run before the next timer tick
  setRequestCheck(checkLifetime);
  subscribeToSession(checkLifetime);
  setInterval(checkLifetime, 1000);
  checkLifetime();
}

function checkLifetime(): void {
  const lifetime = getSessionLifetime();
  const reason = lifetime && getLockReason(lifetime);
  if (reason) {
    setSecondsLeft(undefined);
    signOut(reason);
    return;
  }
  const left = lifetime ? IDLE_MS - getElapsedMs(lifetime.active) : Number.POSITIVE_INFINITY;
  setSecondsLeft(left <= WARNING_MS ? Math.ceil(left / 1000) : undefined);
}

function setSecondsLeft(seconds: number | undefined): void {
  if (secondsLeft === seconds) return;
  secondsLeft = seconds;
  listeners.emit();
}
