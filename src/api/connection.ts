import { createRandomId } from '#lib/createRandomId.ts';

/**
 * Where a service is and what it wants to see. `id` names the connection in query keys, storage and links; the
 * credentials stand in no key and no link, and are emptied when the session ends.
 */
export type Connection = {
  id: string;
  /** Without a trailing slash; a path in it is kept. */
  baseUrl: string;
  apiKey: string;
  /** The raw value of the Authorization header. */
  token: string;
};

/** Trims what was typed and drops trailing slashes; a relative address stands on the console's own origin. */
export function normalizeBaseUrl(typed: string): string {
  return typed.trim().replace(/\/+$/, '');
}

/** What keeps a typed text from being a base URL. */
export function baseUrlComplaint(typed: string): string | undefined {
  const url = URL.canParse(typed.trim(), location.origin) ? new URL(typed.trim(), location.origin) : undefined;
  if (!typed.trim() || !url) return 'Enter an address such as https://devices.example.com/api.';
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || isHostAlone(typed.trim())) {
    return 'The address must start with https:// or http://.';
  }
  if (url.username || url.password) return 'Leave user name and password out of the address.';
  if (url.search || url.hash) return 'Leave everything from ? or # out of the address.';
  if (location.protocol === 'https:' && url.protocol === 'http:' && !isThisMachine(url)) {
    return 'This console came over https, so the browser lets it call https:// addresses only.';
  }
  return undefined;
}

/** A path of this origin would be what `devices.example.com/api` and `10.1.2.3:4600/api` say, and nobody means it. */
function isHostAlone(address: string): boolean {
  return !URL.canParse(address) && /^[^/.][^/]*[.:]/.test(address);
}

/** What a browser takes for as safe as https. */
function isThisMachine({ hostname }: URL): boolean {
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname);
}

/** The host that a base URL names, for sentences such as "Cannot reach HOST". */
export function hostOf(baseUrl: string): string {
  return new URL(baseUrl, location.origin).host;
}

/** An identity without secrets: the same address, key and token give the same id, and the id gives none of them back. */
export async function connectionId(baseUrl: string, apiKey: string, token: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([baseUrl, apiKey, token]));
  // crypto.subtle is absent on plain http beyond localhost: a random id only loses the cache across reloads there
  if (!globalThis.crypto.subtle) return createRandomId();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
