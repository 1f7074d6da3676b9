import { useSyncExternalStore } from 'react';
import { TIME_MODES, type TimeMode } from '#lib/time.ts';

const KEY = 'fleetlens.timeMode';

let mode: TimeMode = stored();
const listeners = new Set<() => void>();

/** How every time on the page is written; sorting is always by the number. */
export function useTimeMode(): TimeMode {
  return useSyncExternalStore(subscribe, () => mode);
}

/** Chooses for this page and, where storage allows, for later visits. */
export function setTimeMode(next: TimeMode): void {
  mode = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // storage is blocked: it holds until the page is left
  }
  for (const listener of listeners) listener();
}

export function isTimeMode(text: string | null): text is TimeMode {
  return (TIME_MODES as readonly (string | null)[]).includes(text);
}

function stored(): TimeMode {
  try {
    const kept = localStorage.getItem(KEY);
    return isTimeMode(kept) ? kept : 'local';
  } catch {
    return 'local';
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
