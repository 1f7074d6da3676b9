import { useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';
import { setting } from '#lib/setting.ts';
import { TIME_MODES, type TimeMode } from '#lib/time/time.ts';

/** The user's own choice, for later visits. */
const preferred = setting<TimeMode | undefined>({
  name: 'timeMode',
  fallback: undefined,
  read: (kept) => TIME_MODES.find((mode) => mode === kept),
});

const DEFAULT: TimeMode = 'local';

/** Chosen here, in an earlier visit, or by a link. */
let chosen = preferred.get();
const listeners = new Emitter();

/** How every time on the page is written; sorting is always by the number. */
export function useTimeMode(): TimeMode {
  return useSyncExternalStore(listeners.subscribe, () => chosen ?? DEFAULT);
}

/** Chooses for this page and, where storage allows, for later visits. */
export function setTimeMode(next: TimeMode): void {
  preferred.set(next);
  showTimeMode(next);
}

/** Writes times as a link asks, without making it the user's choice for later visits. */
export function showTimeMode(next: TimeMode): void {
  if (chosen === next) return;
  chosen = next;
  listeners.emit();
}

/** Undefined as long as nobody chose. */
export function chosenTimeMode(): TimeMode | undefined {
  return chosen;
}
