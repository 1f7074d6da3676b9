import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { packJsonIntoUtf16, unpackJsonFromUtf16 } from '#lib/json/packedJson.ts';
import type { SafeStorage } from '#lib/storage.ts';
import type { Clock } from '#lib/time/clock.ts';
import type { Environment } from '#services/environment.ts';
import { SESSION_IDLE_TIMEOUT_MS } from './sessionTimeouts.ts';

/**
 * Unfinished work of this tab, such as an edited query. Stored only while the tab navigates or reloads. Belongs to one
 * saved connection and is deleted on sign-out.
 */
type UnloadData = { savedConnectionId: string; signOuts: string; leftAt: number; works: JsonObject };

const UNLOAD_DATA_KEY = 'fleetlens.work';

export class UnloadStorage {
  readonly #tabStorage: SafeStorage;
  readonly #clock: Clock;
  readonly #collectors = new Map<string, (savedConnectionId: string) => unknown>();
  #unclaimed: UnloadData | undefined;

  constructor({ tabStorage, clock }: Pick<Environment, 'tabStorage' | 'clock'>) {
    this.#tabStorage = tabStorage;
    this.#clock = clock;
    this.#unclaimed = this.#load();
  }

  register(name: string, collect: (savedConnectionId: string) => unknown): void {
    this.#collectors.set(name, collect);
  }

  /**
   * Returns stored data once. Undefined if there was a sign-out in the meantime or the data belongs to another
   * connection.
   */
  take(name: string, savedConnectionId: string, signOuts: string): unknown {
    const unclaimed = this.#unclaimed;
    if (unclaimed?.savedConnectionId !== savedConnectionId || unclaimed.signOuts !== signOuts) return undefined;
    const { [name]: work, ...works } = unclaimed.works;
    this.#unclaimed = { ...unclaimed, works };
    return work;
  }

  clear(): void {
    this.#unclaimed = undefined;
    this.removeStored();
  }

  /**
   * Stores the data of all collectors.
   * @returns true if the browser stored it
   */
  store(savedConnectionId: string, signOuts: string): boolean {
    return this.#tabStorage.set(UNLOAD_DATA_KEY, packJsonIntoUtf16(this.#collect(savedConnectionId, signOuts)));
  }

  /** Stores unclaimed data again when the page is left before a sign-in. */
  storeUnclaimed(): boolean {
    return !this.#unclaimed || this.#tabStorage.set(UNLOAD_DATA_KEY, packJsonIntoUtf16(this.#unclaimed));
  }

  removeStored(): void {
    this.#tabStorage.remove(UNLOAD_DATA_KEY);
  }

  #collect(savedConnectionId: string, signOuts: string): UnloadData {
    const unclaimed = this.#unclaimed;
    const works: JsonObject =
      unclaimed?.savedConnectionId === savedConnectionId && unclaimed.signOuts === signOuts
        ? { ...unclaimed.works }
        : {};
    for (const [name, collect] of this.#collectors) works[name] = collect(savedConnectionId) ?? works[name];
    return { savedConnectionId, signOuts, leftAt: this.#clock.getTime(), works };
  }

  #load(): UnloadData | undefined {
    const packed = this.#tabStorage.get(UNLOAD_DATA_KEY);
    this.removeStored();
    if (packed === null) return undefined;
    try {
      const value = unpackJsonFromUtf16(packed);
      if (!isJsonObject(value) || !isJsonObject(value['works'])) return undefined;
      const { savedConnectionId, signOuts, leftAt, works } = value;
      if (typeof savedConnectionId !== 'string' || typeof signOuts !== 'string' || typeof leftAt !== 'number')
        return undefined;
      // a user who returns later than this is locked out, which also discards unfinished work
      const isRecent = Math.abs(this.#clock.getTime() - leftAt) < SESSION_IDLE_TIMEOUT_MS;
      return isRecent ? { savedConnectionId, signOuts, leftAt, works } : undefined;
    } catch {
      return undefined;
    }
  }
}
