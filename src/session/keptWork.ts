import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { packJson, unpackJson } from '#lib/json/packedJson.ts';
import { createSafeStorage } from '#lib/storage.ts';
import { IDLE_MS } from './limits.ts';

/**
 * Unfinished work of this tab, such as a query that was not run. Stored only while the tab navigates or reloads; belongs to one
 * saved connection and is deleted on sign-out.
 */
type Stored = { savedId: string; signOuts: string; leftAt: number; works: JsonObject };

const KEY = 'fleetlens.work';

const tab = createSafeStorage('sessionStorage');
const writers = new Map<string, (savedId: string) => unknown>();
let left = take();

/** Registers `write`, which returns the data to keep for a connection when the page is left. */
export function keepWork(name: string, write: (savedId: string) => unknown): void {
  writers.set(name, write);
}

/** Returns kept data once, unless there was a sign-out since or it belongs to another connection. */
export function takeWork(name: string, savedId: string | undefined, signOuts: string): unknown {
  if (left?.savedId !== savedId || left?.signOuts !== signOuts) return undefined;
  const { [name]: work, ...works } = left.works;
  left = { ...left, works };
  return work;
}

export function forgetWork(): void {
  left = undefined;
  tab.remove(KEY);
}

/** @returns whether the browser stored the data */
export function leaveWork(savedId: string, signOuts: string): boolean {
  return tab.set(KEY, packJson(written(savedId, signOuts)));
}

/** Stores unclaimed data again when the page is left before a sign-in. */
export function leaveWorkAgain(): boolean {
  return !left || tab.set(KEY, packJson(left));
}

export function stayWithWork(): void {
  tab.remove(KEY);
}

function written(savedId: string, signOuts: string): Stored {
  const works: JsonObject = left?.savedId === savedId && left.signOuts === signOuts ? { ...left.works } : {};
  for (const [name, write] of writers) works[name] = write(savedId) ?? works[name];
  return { savedId, signOuts, leftAt: Date.now(), works };
}

function take(): Stored | undefined {
  const packed = tab.get(KEY);
  tab.remove(KEY);
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
