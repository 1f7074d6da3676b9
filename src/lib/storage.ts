import { toScopedName } from './basePath.ts';
import { tryCatch } from './tryCatch.ts';

/** Web storage that may be blocked or full: then values live in memory, until the page is left. */
export function createSafeStorage(name: 'localStorage' | 'sessionStorage') {
  const memory = new Map<string, string>();
  const get = (key: string) => memory.get(key) ?? tryCatch(() => window[name].getItem(toScopedName(key))) ?? null;
  return {
    get,
    /** The value that stands there as JSON; undefined where none does. */
    getJson: (key: string): unknown => tryCatch(() => JSON.parse(get(key) ?? '')),
    /** Says whether it outlives the page. */
    set(key: string, value: string): boolean {
      memory.delete(key);
      try {
        window[name].setItem(toScopedName(key), value);
        return true;
      } catch {
        memory.set(key, value);
        return false;
      }
    },
    /** Every key that begins with these words and holds something. */
    getKeys(beginning: string): string[] {
      const [own, skipped] = [toScopedName(beginning), toScopedName('').length];
      const stored = tryCatch(() => Object.keys(window[name])) ?? [];
      const found = stored.filter((key) => key.startsWith(own)).map((key) => key.slice(skipped));
      return [...new Set([...memory.keys(), ...found])];
    },
    remove(key: string): void {
      memory.delete(key);
      // where it fails nothing was stored
      tryCatch(() => window[name].removeItem(toScopedName(key)));
    },
  };
}

/** Whether this browser stores anything at all; a full or blocked storage does not. */
export function isStorageAvailable(): boolean {
  const probe = 'fleetlens.probe';
  return [createSafeStorage('sessionStorage'), createSafeStorage('localStorage')].every((storage) => {
    const works = storage.set(probe, '1');
    storage.remove(probe);
    return works;
  });
}

/** A channel to the other tabs of this browser. Firefox has none where it blocks storage: then nobody hears what is said. */
export function createSafeChannel(
  name: string,
): Pick<BroadcastChannel, 'addEventListener' | 'removeEventListener' | 'postMessage'> {
  return tryCatch(() => new BroadcastChannel(toScopedName(name))) ?? new MessageChannel().port1;
}
