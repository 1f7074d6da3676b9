import { Emitter } from '#lib/emitter.ts';
import { announce } from '#lib/tasks/announce.ts';

let latest: { words: string; number: number } | undefined;
const listeners = new Emitter();

/** Shows and announces a message; replaces the previous one. */
export function showToast(words: string): void {
  latest = { words, number: (latest?.number ?? 0) + 1 };
  listeners.emit();
  announce(words, 'toast');
}

export function latestToast(): typeof latest {
  return latest;
}

export const subscribeToToasts = listeners.subscribe;
