import { Emitter } from '#lib/emitter.ts';
import { announce } from '#lib/tasks/announce.ts';

let latest: { words: string; number: number } | undefined;
const listeners = new Emitter();

/** Says that something was done, for 8 s; one at a time. */
export function showToast(words: string): void {
  latest = { words, number: (latest?.number ?? 0) + 1 };
  listeners.emit();
  announce(words, 'toast');
}

export function latestToast(): typeof latest {
  return latest;
}

/** Calls `listener` with each toast; gives the way to stop. */
export const subscribeToToasts = listeners.subscribe;
