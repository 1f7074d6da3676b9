import { isJsonObject } from '#lib/json/json.ts';
import { toScopedName } from './basePath.ts';
import { Emitter } from './emitter.ts';
import { createSafeStorage } from './storage.ts';
import { tryCatch } from './tryCatch.ts';

/** A preference that this browser keeps; where storage is blocked it holds until the page is left. */
export type Setting<Value> = {
  get(): Value;
  set(next: Value): void;
  /** Calls `listener` whenever another value is chosen, in any tab; gives the way to stop. */
  subscribe(listener: () => void): () => void;
  /** What was kept and could not be read, until something is chosen anew. */
  getDroppedParts(): readonly string[];
};

type SettingOptions<Value> = {
  /** Names the setting in storage: `fleetlens.NAME`. */
  name: string;
  /** Counts up when what is kept changes its meaning; what another version kept is not read. */
  version?: number;
  fallback: Value;
  /** The value that was kept, or undefined where it is none; `drop` names a part that was left out of it. */
  read: (kept: unknown, drop: (part: string) => void) => Value | undefined;
};

const storage = createSafeStorage('localStorage');

/** One preference, the same whatever this browser is connected to. */
export function setting<Value>({ name, version = 1, fallback, read }: SettingOptions<Value>): Setting<Value> {
  const key = `fleetlens.${name}`;
  let last: { text: string | null; value: Value; dropped: readonly string[] } | undefined;
  const hear = (event: StorageEvent) => {
    if (event.key === toScopedName(key) || event.key === null) listeners.emit();
  };
  const listeners = new Emitter(() => {
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  });
  // storage is looked at each time, so that nobody sees what another tab has replaced; it is read only when it changed
  const now = () => {
    const text = storage.get(key);
    if (last && last.text === text) return last;
    const dropped: string[] = [];
    const kept = text === null ? undefined : parseStored(text, version);
    const value = kept === undefined ? fallback : read(kept, (part) => dropped.push(part));
    if (value === undefined && kept !== undefined) dropped.push('all of it');
    last = { text, value: value ?? fallback, dropped };
    return last;
  };
  return {
    get: () => now().value,
    getDroppedParts: () => now().dropped,
    set(value) {
      storage.set(key, JSON.stringify({ v: version, value }));
      listeners.emit();
    },
    subscribe: listeners.subscribe,
  };
}

/** A preference that is on or off. */
export function createBooleanSetting(name: string, fallback = false): Setting<boolean> {
  return setting({ name, fallback, read: (kept) => (typeof kept === 'boolean' ? kept : undefined) });
}

/** One preference for each connection, by the connection's id. */
export function createConnectionSettings<Value>(
  options: SettingOptions<Value>,
): (connectionId: string) => Setting<Value> {
  const settings = new Map<string, Setting<Value>>();
  return (connectionId) => {
    const known = settings.get(connectionId);
    const own = known ?? setting({ ...options, name: `${options.name}${getKeySuffix(connectionId)}` });
    settings.set(connectionId, own);
    return own;
  };
}

/** Forgets whatever was preferred for a connection that is no more; gives the way to have it back. */
export function removeConnectionSettings(connectionId: string): () => void {
  const keys = storage.getKeys('fleetlens.').filter((key) => key.endsWith(getKeySuffix(connectionId)));
  const kept = keys.map((key) => [key, storage.get(key) ?? ''] as const);
  for (const key of keys) storage.remove(key);
  return () => {
    for (const [key, text] of kept) storage.set(key, text);
  };
}

function getKeySuffix(connectionId: string): string {
  return `@${connectionId}`;
}

/** What stands in storage; a value without a version was kept before there were any and is read as it is. */
function parseStored(text: string, version: number): unknown {
  const kept: unknown = tryCatch(() => JSON.parse(text));
  if (kept === undefined) return text;
  if (!isJsonObject(kept) || !('v' in kept)) return kept;
  return kept['v'] === version ? kept['value'] : undefined;
}
