import { useSyncExternalStore } from 'react';
import type { Setting } from '#lib/setting.ts';

/** A preference and how to choose another value; whoever shows it is drawn again, in every tab. */
export function useSetting<Value>(setting: Setting<Value>): [value: Value, choose: (next: Value) => void] {
  return [useSyncExternalStore(setting.subscribe, setting.get), setting.set];
}
