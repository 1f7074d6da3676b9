import { toScopedName } from './basePath.ts';
import { tryCatch } from './tryCatch.ts';

export type SafeStorage = ReturnType<typeof createSafeStorage>;

export function createSafeStorage(name: 'localStorage' | 'sessionStorage') {
  const memory = new Map<string, string>();
  const get = (key: string) => memory.get(key) ?? tryCatch(() => window[name].getItem(toScopedName(key))) ?? null;
  return {
    get,
    getJson: (key: string): unknown => tryCatch(() => JSON.parse(get(key) ?? '')),
    /** Returns false if the value is only kept in memory. */
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
    getKeys(prefix: string): string[] {
      const [own, skipped] = [toScopedName(prefix), toScopedName('').length];
      const stored = tryCatch(() => Object.keys(window[name])) ?? [];
      const found = stored.filter((key) => key.startsWith(own)).map((key) => key.slice(skipped));
      return [...new Set([...memory.keys(), ...found])];
    },
    remove(key: string): void {
      memory.delete(key);
      // nothing was stored if this fails
      tryCatch(() => window[name].removeItem(toScopedName(key)));
    },
  };
}

export function isStorageAvailable(): boolean {
  const probe = 'fleetlens.probe';
  return [createSafeStorage('sessionStorage'), createSafeStorage('localStorage')].every((storage) => {
    const works = storage.set(probe, '1');
    storage.remove(probe);
    return works;
  });
}

/** Channel for messages between the tabs of one browser. A tab does not receive its own messages. */
export type TabChannel<Message> = {
  send(message: Message): void;
  subscribe(listener: (message: Message) => void): () => void;
};

/** Creates a channel to other tabs. Where the browser blocks storage, its messages have no receivers. */
export function createTabChannel<Message>(name: string): TabChannel<Message> {
  const channel = tryCatch(() => new BroadcastChannel(toScopedName(name)));
  return {
    send: (message) => channel?.postMessage(message),
    subscribe(listener) {
      const receive = ({ data }: MessageEvent<Message>) => listener(data);
      channel?.addEventListener('message', receive);
      return () => channel?.removeEventListener('message', receive);
    },
  };
}
