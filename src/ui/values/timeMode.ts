import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { Emitter } from '#lib/emitter.ts';
import { createParser } from '#lib/schema.ts';
import { setting } from '#lib/setting.ts';
import { TIME_MODES, type TimeMode } from '#lib/time/time.ts';

/** Persistent choice of the user. */
const timeModeSetting = setting<TimeMode | undefined>({
  name: 'timeMode',
  fallback: undefined,
  parse: createParser(z.enum(TIME_MODES)),
});

const DEFAULT_MODE: TimeMode = 'local';

/** Current choice: by the user, stored, or from a link. */
let currentMode = timeModeSetting.get();
const listeners = new Emitter();

export function useTimeMode(): TimeMode {
  return useSyncExternalStore(listeners.subscribe, () => currentMode ?? DEFAULT_MODE);
}

/** Sets the mode for this page and stores it. */
export function setTimeMode(next: TimeMode): void {
  timeModeSetting.set(next);
  applyTimeMode(next);
}

/** Applies a link's mode without storing it. */
export function applyTimeMode(next: TimeMode): void {
  if (currentMode === next) return;
  currentMode = next;
  listeners.emit();
}

export function getChosenTimeMode(): TimeMode | undefined {
  return currentMode;
}
