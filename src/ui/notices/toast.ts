import { Emitter } from '#lib/emitter.ts';
import { announce } from '#lib/tasks/announce.ts';

let latest: { words: string; number: number } | undefined;
const listeners = new Emitter();

/** Shows and announces a message; replaces the previous one. */
export function showToast(message: string): void {
  latest = { words: message, number: (latest?.number ?? 0) + 1 };
  listeners.emit();
  announce(message, 'toast');
}

export function getLatestToast(): typeof latest {
  return latest;
}

export const subscribeToToasts = listeners.subscribe;
