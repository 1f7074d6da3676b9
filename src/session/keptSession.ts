import type { Connection } from '#api/connection.ts';
import { isJsonObject } from '#lib/json.ts';
import { parse } from '#lib/jsonText.ts';
import { safeStorage } from '#lib/storage.ts';

/** What a session leaves in the tab's storage, where the user wants it kept until the tab closes. */
export type KeptSession = {
  connection: Connection;
  /** Which of the saved connections it is. */
  savedId: string;
  /** When the session began, ms since 1970. */
  startedAt: number;
};

const KEY = 'fleetlens.session';
const storage = safeStorage('sessionStorage');

/** The session of this tab before it was loaded again; what cannot be read is dropped. */
export function keptSession(): KeptSession | undefined {
  const text = storage.get(KEY);
  if (text === null) return undefined;
  const kept = read(text);
  if (!kept) storage.remove(KEY);
  return kept;
}

export function keepSession(session: KeptSession): void {
  storage.set(KEY, JSON.stringify(session));
}

export function forgetSession(): void {
  storage.remove(KEY);
}

function read(text: string): KeptSession | undefined {
  try {
    const value = parse(text);
    if (!isJsonObject(value) || !isJsonObject(value['connection'])) return undefined;
    const { id, baseUrl, apiKey, token } = value['connection'];
    const { savedId, startedAt } = value;
    if (!areTexts([id, baseUrl, apiKey, token, savedId]) || typeof startedAt !== 'number') return undefined;
    return value as KeptSession; // every field was just looked at
  } catch {
    return undefined;
  }
}

function areTexts(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}
