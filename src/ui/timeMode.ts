import { useSyncExternalStore } from 'react';
import { TIME_MODES, type TimeMode } from '#lib/time.ts';

const KEY = 'fleetlens.timeMode';

const DEFAULT: TimeMode = 'local';

/** Chosen here, in an earlier visit, or by a link. */
let chosen: TimeMode | undefined = stored();
const listeners = new Set<() => void>();

/** How every time on the page is written; sorting is always by the number. */
export function useTimeMode(): TimeMode {
  return useSyncExternalStore(subscribe, () => chosen ?? DEFAULT);
}

/** Chooses for this page and, where storage allows, for later visits. */
export function setTimeMode(next: TimeMode): void {
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // storage is blocked: it holds until the page is left
  }
  showTimeMode(next);
}

/** Writes times as a link asks, without making it the user's choice for later visits. */
export function showTimeMode(next: TimeMode): void {
  if (chosen === next) return;
  chosen = next;
  for (const listener of listeners) listener();
}

/** Undefined as long as nobody chose. */
export function chosenTimeMode(): TimeMode | undefined {
  return chosen;
}

function isTimeMode(text: string | null): text is TimeMode {
  return (TIME_MODES as readonly (string | null)[]).includes(text);
}

function stored(): TimeMode | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return isTimeMode(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
