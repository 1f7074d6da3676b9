import type { BodyPrefetch } from '#fleet/bodyStream.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { getPageOrigin } from './pageOrigin.ts';

/**
 * Service address and credentials. `id` identifies the connection in query keys, storage and links. Credentials never
 * appear there, and are cleared when the session ends.
 */
export type Connection = {
  id: string;
  /** Address without a trailing slash. May contain a path. */
  baseUrl: string;
  apiKey: string;
  token: string;
  /** Called before every request, for example to end an expired session. */
  beforeRequest?: () => void;
  /** First device list, requested before the console was loaded. */
  prefetch?: BodyPrefetch;
};

/** Builds the key of an answer in the query cache. The end of the session removes all of them. */
export function createQueryKey({ id }: Pick<Connection, 'id'>, kind: string, ...parts: unknown[]): readonly unknown[] {
  return [id, kind, ...parts];
}

export function normalizeBaseUrl(typed: string): string {
  return typed.trim().replace(/\/+$/, '');
}

export function validateBaseUrl(typed: string): string | undefined {
  const url = URL.canParse(typed.trim(), location.origin) ? new URL(typed.trim(), location.origin) : undefined;
  if (!typed.trim() || !url) return 'Enter an address such as https://devices.example.com/api.';
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || isBareHost(typed.trim())) {
    return 'The address must start with https:// or http://.';
  }
  if (url.username || url.password) return 'Remove the user name and password from the address.';
  if (url.search || url.hash) return 'Remove everything after ? or # from the address.';
  if (location.protocol === 'https:' && url.protocol === 'http:' && !isLoopbackHost(url)) {
    return 'This console uses https, so the browser only allows https:// addresses.';
  }
  return undefined;
}

/**
 * True for an address without scheme, such as `10.1.2.3:4600/api`. It would parse as a path of this origin, which is
 * never intended.
 */
function isBareHost(address: string): boolean {
  return !URL.canParse(address) && /^[^/.][^/]*[.:]/.test(address);
}

function isLoopbackHost({ hostname }: URL): boolean {
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname);
}

export function getHost(baseUrl: string): string {
  return new URL(baseUrl, getPageOrigin()).host;
}

/** Hashes an address and credentials. The same input gives the same ID, and the secrets cannot be derived from it. */
export async function hashConnectionId(baseUrl: string, ...credentials: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([baseUrl, ...credentials]));
  // crypto.subtle is missing on plain http beyond localhost; there a random id only loses the cache across reloads
  if (!globalThis.crypto.subtle) return createRandomId();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
