import { useSyncExternalStore } from 'react';

/** How often pages renew themselves, in seconds; 0 is never. */
const AUTO_REFRESH_SECONDS: readonly number[] = [0, 10, 30, 60, 300];

const KEY = 'fleetlens.autoRefresh';

let seconds = stored();
const listeners = new Set<() => void>();

/** One setting for every page, and what it can be set to. */
export function useAutoRefresh() {
  const current = useSyncExternalStore(subscribeToAutoRefresh, autoRefresh);
  return { seconds: current, choices: AUTO_REFRESH_SECONDS, choose: setAutoRefresh };
}

export function autoRefresh(): number {
  return seconds;
}

/** Chooses for this page and, where storage allows, for later visits. */
function setAutoRefresh(next: number): void {
  seconds = next;
  try {
    localStorage.setItem(KEY, String(next));
  } catch {
    // storage is blocked: it holds until the page is left
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever another interval is chosen; gives the way to stop. */
export function subscribeToAutoRefresh(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): number {
  try {
    const kept = Number(localStorage.getItem(KEY));
    return AUTO_REFRESH_SECONDS.includes(kept) ? kept : 0;
  } catch {
    return 0;
  }
}
