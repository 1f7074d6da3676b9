import { isIPv6 } from 'node:net';
import type { Context } from 'hono';

/**
 * Returns the address of the client. Behind a trusted proxy this is the last entry of X-Forwarded-For, which the proxy
 * added. The client may have forged the other entries.
 */
export function getClientAddress({ env, req }: Context, trustProxy: boolean): string {
  const forwarded = trustProxy && req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
  if (forwarded) return normalizeAddress(forwarded);
  // set by the server; requests of tests have none
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return normalizeAddress(incoming?.socket?.remoteAddress ?? 'unknown');
}

/** Removes port and zone, shortens IPv6, and converts IPv4-mapped addresses to IPv4. */
function normalizeAddress(text: string): string {
  const [, bracketed, single] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(text) ?? [];
  const address = (bracketed ?? single ?? text).replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest) ?? [];
  if (high === undefined || low === undefined) return shortest;
  return [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join('.');
}
