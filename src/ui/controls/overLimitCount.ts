import { ValueStore } from '#lib/valueStore.ts';

/** Creates the number of tiles over their limits that nobody has acknowledged. Shown on every page. */
export function createOverLimitCount(): ValueStore<number> {
  return new ValueStore(0);
}
