import { attempt } from './attempt.ts';
import { ownName } from './base.ts';

/** Web storage that may be blocked or full: then values live in memory, until the page is left. */
export function safeStorage(name: 'localStorage' | 'sessionStorage') {
  const memory = new Map<string, string>();
  const get = (key: string) => memory.get(key) ?? attempt(() => window[name].getItem(ownName(key))) ?? null;
  return {
    get,
    /** The value that stands there as JSON; undefined where none does. */
    json: (key: string): unknown => attempt(() => JSON.parse(get(key) ?? '')),
    /** Says whether it outlives the page. */
    set(key: string, value: string): boolean {
      memory.delete(key);
      try {
        window[name].setItem(ownName(key), value);
        return true;
      } catch {
        memory.set(key, value);
        return false;
      }
    },
    /** Every key that begins with these words and holds something. */
    keys(beginning: string): string[] {
      const [own, skipped] = [ownName(beginning), ownName('').length];
      const stored = attempt(() => Object.keys(window[name])) ?? [];
      const found = stored.filter((key) => key.startsWith(own)).map((key) => key.slice(skipped));
      return [...new Set([...memory.keys(), ...found])];
    },
    remove(key: string): void {
      memory.delete(key);
      // where it fails nothing was stored
      attempt(() => window[name].removeItem(ownName(key)));
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

/** A channel to the other tabs of this browser. Firefox has none where it blocks storage: then nobody hears what is said. */
export function safeChannel(
  name: string,
): Pick<BroadcastChannel, 'addEventListener' | 'removeEventListener' | 'postMessage'> {
  return attempt(() => new BroadcastChannel(ownName(name))) ?? new MessageChannel().port1;
}
