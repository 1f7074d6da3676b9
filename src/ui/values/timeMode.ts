import { useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';
import { setting } from '#lib/setting.ts';
import { TIME_MODES, type TimeMode } from '#lib/time/time.ts';

/** Persistent choice of the user. */
const preferred = setting<TimeMode | undefined>({
  name: 'timeMode',
  fallback: undefined,
  read: (kept) => TIME_MODES.find((mode) => mode === kept),
});

const DEFAULT: TimeMode = 'local';

/** Current choice: by the user, stored, or from a link. */
let chosen = preferred.get();
const listeners = new Emitter();

export function useTimeMode(): TimeMode {
  return useSyncExternalStore(listeners.subscribe, () => chosen ?? DEFAULT);
}

/** Sets the mode for this page and stores it. */
export function setTimeMode(next: TimeMode): void {
  preferred.set(next);
  showTimeMode(next);
}

/** Applies a link's mode without storing it. */
export function showTimeMode(next: TimeMode): void {
  if (chosen === next) return;
  chosen = next;
  listeners.emit();
}

export function chosenTimeMode(): TimeMode | undefined {
  return chosen;
}
