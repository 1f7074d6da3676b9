import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { packJson, unpackJson } from '#lib/json/packedJson.ts';
import { createSafeStorage } from '#lib/storage.ts';
import { IDLE_MS } from './sessionLifetime.ts';

/**
 * Unfinished work of this tab, such as a query that was not run. Stored only while the tab navigates or reloads; belongs to one
 * saved connection and is deleted on sign-out.
 */
type UnloadData = { savedId: string; signOuts: string; leftAt: number; works: JsonObject };

const UNLOAD_DATA_KEY = 'fleetlens.work';

const tab = createSafeStorage('sessionStorage');
const collectors = new Map<string, (savedId: string) => unknown>();
let unclaimed = loadUnloadData();

/** Registers `write`, which returns the data to keep for a connection when the page is left. */
export function registerUnloadData(name: string, write: (savedId: string) => unknown): void {
  collectors.set(name, write);
}

/** Returns kept data once, unless there was a sign-out since or it belongs to another connection. */
export function takeUnloadData(name: string, savedId: string | undefined, signOuts: string): unknown {
  if (unclaimed?.savedId !== savedId || unclaimed?.signOuts !== signOuts) return undefined;
  const { [name]: work, ...works } = unclaimed.works;
  unclaimed = { ...unclaimed, works };
  return work;
}

export function clearUnloadData(): void {
  unclaimed = undefined;
  tab.remove(UNLOAD_DATA_KEY);
}

/** @returns whether the browser stored the data */
export function storeUnloadData(savedId: string, signOuts: string): boolean {
  return tab.set(UNLOAD_DATA_KEY, packJson(collectUnloadData(savedId, signOuts)));
}

/** Stores unclaimed data again when the page is left before a sign-in. */
export function storeUnclaimedData(): boolean {
  return !unclaimed || tab.set(UNLOAD_DATA_KEY, packJson(unclaimed));
}

export function removeStoredUnloadData(): void {
  tab.remove(UNLOAD_DATA_KEY);
}

function collectUnloadData(savedId: string, signOuts: string): UnloadData {
  const works: JsonObject =
    unclaimed?.savedId === savedId && unclaimed.signOuts === signOuts ? { ...unclaimed.works } : {};
  for (const [name, write] of collectors) works[name] = write(savedId) ?? works[name];
  return { savedId, signOuts, leftAt: Date.now(), works };
}

function loadUnloadData(): UnloadData | undefined {
  const packed = tab.get(UNLOAD_DATA_KEY);
  tab.remove(UNLOAD_DATA_KEY);
  if (packed === null) return undefined;
  try {
    const value = unpackJson(packed);
    if (!isJsonObject(value) || !isJsonObject(value['works'])) return undefined;
    const { savedId, signOuts, leftAt, works } = value;
    if (typeof savedId !== 'string' || typeof signOuts !== 'string' || typeof leftAt !== 'number') return undefined;
    // a user returning this late is locked out, which also discards unfinished work
    return Math.abs(Date.now() - leftAt) < IDLE_MS ? { savedId, signOuts, leftAt, works } : undefined;
  } catch {
    return undefined;
  }
}
