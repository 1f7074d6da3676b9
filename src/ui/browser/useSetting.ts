import { useSyncExternalStore } from 'react';
import type { Setting } from '#lib/setting.ts';

export function useSetting<Value>(setting: Setting<Value>): [value: Value, choose: (next: Value) => void] {
  return [useSyncExternalStore(setting.subscribe, setting.get), setting.set];
}
