import * as z from 'zod/mini';
import { isJsonObject } from '#lib/json/json.ts';
import { toScopedName } from './basePath.ts';
import { Emitter } from './emitter.ts';
import { createParser } from './schema.ts';
import { createSafeStorage } from './storage.ts';
import { tryCatch } from './tryCatch.ts';

/** User preference, stored in this browser. Kept in memory if storage is blocked. */
export type Setting<Value> = {
  get(): Value;
  set(next: Value): void;
  subscribe(listener: () => void): () => void;
  /** Names of the stored parts that could not be parsed, until the next `set`. */
  getDroppedParts(): readonly string[];
};

type SettingOptions<Value> = {
  name: string;
  fallback: Value;
  /** Parses the stored value. Returns undefined if it is invalid. `drop` reports an omitted part. */
  parse: (stored: unknown, drop: (part: string) => void) => Value | undefined;
};

/** Version of the stored format. Values of other versions are ignored. */
const FORMAT_VERSION = 1;

const storage = createSafeStorage('localStorage');

export function setting<Value>({ name, fallback, parse }: SettingOptions<Value>): Setting<Value> {
  const key = `fleetlens.${name}`;
  let last: { text: string | null; value: Value; dropped: readonly string[] } | undefined;
  const hear = (event: StorageEvent) => {
    if (event.key === toScopedName(key) || event.key === null) listeners.emit();
  };
  const listeners = new Emitter(() => {
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  });
  // the storage is checked on every read, because another tab may have changed it; it is parsed only after a change
  const now = () => {
    const text = storage.get(key);
    if (last && last.text === text) return last;
    const dropped: string[] = [];
    const kept = text === null ? undefined : parseStored(text);
    const value = kept === undefined ? fallback : parse(kept, (part) => dropped.push(part));
    if (value === undefined && kept !== undefined) dropped.push('all of it');
    last = { text, value: value ?? fallback, dropped };
    return last;
  };
  return {
    get: () => now().value,
    getDroppedParts: () => now().dropped,
    set(value) {
      storage.set(key, JSON.stringify({ v: FORMAT_VERSION, value }));
      listeners.emit();
    },
    subscribe: listeners.subscribe,
  };
}

export function createBooleanSetting(name: string, fallback = false): Setting<boolean> {
  return setting({ name, fallback, parse: createParser(z.boolean()) });
}

export function createPerConnectionSetting<Value>(
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

/** True if something is stored, also without the code that parses it. */
export function hasStoredSetting(name: string, connectionId: string): boolean {
  return storage.get(`fleetlens.${name}${getKeySuffix(connectionId)}`) !== null;
}

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

function parseStored(text: string): unknown {
  const kept: unknown = tryCatch(() => JSON.parse(text));
  if (kept === undefined) return text;
  if (!isJsonObject(kept) || !('v' in kept)) return kept;
  return kept['v'] === FORMAT_VERSION ? kept['value'] : undefined;
}
