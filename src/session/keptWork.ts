import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { packJson, unpackJson } from '#lib/json/packedJson.ts';
import { createSafeStorage } from '#lib/storage.ts';
import { IDLE_MS } from './limits.ts';

/**
 * What was being worked on in this tab and is not finished, such as a query that was not run: stored while the tab is
 * between two pages, and at no other time, as the session is. It belongs to a saved connection, and ends with a sign-out.
 */
type Stored = { savedId: string; signOuts: string; leftAt: number; works: JsonObject };

const KEY = 'fleetlens.work';

const tab = createSafeStorage('sessionStorage');
const writers = new Map<string, (savedId: string) => unknown>();
let left = take();

/** Has `write` say what of a connection is to be kept, under a name of its own, when the page goes. */
export function keepWork(name: string, write: (savedId: string) => unknown): void {
  writers.set(name, write);
}

/** What was kept under a name, once: unless somebody signed out since, or it is for another connection. */
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

/** Says whether the browser keeps it. */
export function leaveWork(savedId: string, signOuts: string): boolean {
  return tab.set(KEY, packJson(written(savedId, signOuts)));
}

/** The page goes, and nobody has signed in to go on with what was kept. */
export function leaveWorkAgain(): boolean {
  return !left || tab.set(KEY, packJson(left));
}

/** The page did not go after all. */
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
    // whoever comes back this late is locked out, and what is on the screen with it
    return Math.abs(Date.now() - leftAt) < IDLE_MS ? { savedId, signOuts, leftAt, works } : undefined;
  } catch {
    return undefined;
  }
}
