import { attempt } from './attempt.ts';

/** Web storage that may be blocked or full: then values live in memory, until the page is left. */
export function safeStorage(name: 'localStorage' | 'sessionStorage') {
  const memory = new Map<string, string>();
  const get = (key: string) => memory.get(key) ?? attempt(() => window[name].getItem(key)) ?? null;
  return {
    get,
    /** The value that stands there as JSON; undefined where none does. */
    json: (key: string): unknown => attempt(() => JSON.parse(get(key) ?? '')),
    /** Says whether it outlives the page. */
    set(key: string, value: string): boolean {
      memory.delete(key);
      try {
        window[name].setItem(key, value);
        return true;
      } catch {
        memory.set(key, value);
        return false;
      }
    },
    /** Every key that holds something. */
    keys: () => [...new Set([...memory.keys(), ...(attempt(() => Object.keys(window[name])) ?? [])])],
    remove(key: string): void {
      memory.delete(key);
      // where it fails nothing was stored
      attempt(() => window[name].removeItem(key));
    },
  };
}

/** Whether this browser stores anything at all; a full or blocked storage does not. */
export function storageWorks(): boolean {
  const probe = 'fleetlens.probe';
  return [safeStorage('sessionStorage'), safeStorage('localStorage')].every((storage) => {
    const works = storage.set(probe, '1');
    storage.remove(probe);
    return works;
  });
}
