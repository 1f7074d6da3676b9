import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { createParser } from '#lib/schema.ts';
import { setting } from '#lib/setting.ts';
import { TIME_MODES, type TimeMode } from '#lib/time/time.ts';
import { ValueStore } from '#lib/valueStore.ts';
import { useService } from '#services/ServicesProvider.tsx';

const timeModeSetting = setting<TimeMode | undefined>({
  name: 'timeMode',
  fallback: undefined,
  parse: createParser(z.enum(TIME_MODES)),
});

const DEFAULT_MODE: TimeMode = 'local';

/** Time mode of the console: chosen by the user, stored, or from a link. */
export class TimeModeStore {
  readonly #chosen = new ValueStore(timeModeSetting.get());

  readonly subscribe = this.#chosen.subscribe;

  readonly get = (): TimeMode => this.#chosen.get() ?? DEFAULT_MODE;

  readonly getChosen = this.#chosen.get;

  readonly apply = this.#chosen.set;

  set(next: TimeMode): void {
    timeModeSetting.set(next);
    this.apply(next);
  }
}

export function createTimeModeStore(): TimeModeStore {
  return new TimeModeStore();
}

export function useTimeMode(): TimeMode {
  const { subscribe, get } = useService(createTimeModeStore);
  return useSyncExternalStore(subscribe, get);
}
