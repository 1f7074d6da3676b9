import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { Emitter } from '#lib/emitter.ts';
import { createParser } from '#lib/schema.ts';
import { setting } from '#lib/setting.ts';
import { TIME_MODES, type TimeMode } from '#lib/time/time.ts';
import { useService } from '#services/ServicesProvider.tsx';

const timeModeSetting = setting<TimeMode | undefined>({
  name: 'timeMode',
  fallback: undefined,
  parse: createParser(z.enum(TIME_MODES)),
});

const DEFAULT_MODE: TimeMode = 'local';

/** Time mode of the console: chosen by the user, stored, or from a link. */
export class TimeModeStore {
  readonly #listeners = new Emitter();
  #chosen = timeModeSetting.get();

  readonly subscribe = this.#listeners.subscribe;

  readonly get = (): TimeMode => this.#chosen ?? DEFAULT_MODE;

  getChosen(): TimeMode | undefined {
    return this.#chosen;
  }

  set(next: TimeMode): void {
    timeModeSetting.set(next);
    this.apply(next);
  }

  apply(next: TimeMode): void {
    if (this.#chosen === next) return;
    this.#chosen = next;
    this.#listeners.emit();
  }
}

export function createTimeModeStore(): TimeModeStore {
  return new TimeModeStore();
}

export function useTimeMode(): TimeMode {
  const { subscribe, get } = useService(createTimeModeStore);
  return useSyncExternalStore(subscribe, get);
}
