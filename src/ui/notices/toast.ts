import { Listeners } from '#lib/listeners.ts';

/** A short notice of something done, and the way to take it back. */
export type Toast = { words: string; undo?: () => void };

let latest: { toast: Toast; number: number } | undefined;
const listeners = new Listeners();

/** Says that something was done, for 8 s; one at a time. */
export function showToast(toast: Toast): void {
  latest = { toast, number: (latest?.number ?? 0) + 1 };
  listeners.tell();
}

export function latestToast(): typeof latest {
  return latest;
}

/** Calls `listener` with each toast; gives the way to stop. */
export const subscribeToToasts = listeners.subscribe;
