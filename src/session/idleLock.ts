import { useSyncExternalStore } from 'react';
import { safeStorage } from '#lib/storage.ts';
import { currentSession, signOut, subscribe as subscribeToSession } from './session.ts';

const IDLE_MS = 15 * 60_000;
const WARNING_MS = 60_000;
const SESSION_MS = 8 * 60 * 60_000;
/** How often activity is told to other tabs and storage, at most. */
const NEWS_MS = 5_000;

const KEY = 'fleetlens.active';
const storage = safeStorage('sessionStorage');
const tabs = new BroadcastChannel('fleetlens.activity');

/** The last sign of the user in any tab, by the wall clock and by a clock that nobody can set back; ms. */
let active = { wall: Number(storage.get(KEY)) || Date.now(), steady: performance.now() };
let told = 0;
let secondsLeft: number | undefined;
const listeners = new Set<() => void>();

/** Seconds until the session locks, once the user is being warned of it. */
export function useLockWarning(): number | undefined {
  return useSyncExternalStore(subscribe, () => secondsLeft);
}

/** Says that the user is there. */
export function stayActive(): void {
  const now = Date.now();
  if (!currentSession().connection || idleFor(now) >= IDLE_MS) return;
  active = { wall: now, steady: performance.now() };
  if (secondsLeft !== undefined) warn(undefined);
  else if (now - told < NEWS_MS) return;
  told = now;
  storage.set(KEY, String(now));
  tabs.postMessage(now);
}

/** Locks after 15 minutes without a sign of the user in any tab, or after 8 hours; a sleeping computer counts. */
export function watchIdleness(): void {
  for (const sign of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
    addEventListener(sign, stayActive, { capture: true, passive: true });
  }
  tabs.onmessage = ({ data }) => {
    active = { wall: Number(data), steady: performance.now() };
    if (secondsLeft !== undefined) warn(undefined);
  };
  document.addEventListener('visibilitychange', check);
  subscribeToSession(check);
  setInterval(check, 1000);
  check();
}

function check(): void {
  const { connection, startedAt } = currentSession();
  const now = Date.now();
  const left = IDLE_MS - idleFor(now);
  if (!connection) {
    // signing in is a sign of the user; before it there is nothing to lock
    active = { wall: now, steady: performance.now() };
    storage.remove(KEY);
    warn(undefined);
  } else if (now - startedAt >= SESSION_MS) {
    lock('Your session reached its 8 hours.');
  } else if (left <= 0) {
    lock('Locked after 15 minutes without activity.');
  } else {
    warn(left <= WARNING_MS ? Math.ceil(left / 1000) : undefined);
  }
}

function lock(notice: string): void {
  warn(undefined);
  signOut(notice);
}

/** The longer of what both clocks say: sleep stops the steady one, and the wall clock can be set back. */
function idleFor(now: number): number {
  return Math.max(now - active.wall, performance.now() - active.steady);
}

function warn(seconds: number | undefined): void {
  if (secondsLeft === seconds) return;
  secondsLeft = seconds;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
