import { CONNECTIONS, LOGIN } from './addresses.ts';
import { link } from './link.ts';

/** Sign-in that leads back to `returnTo`, a path of this console. */
export function loginPath(returnTo?: string): string {
  return returnTo && returnTo !== '/' ? leadingBack(LOGIN, returnTo) : LOGIN;
}

/** Where connections are edited; from there one goes back to `returnTo`, or, where that is there, as one came to it. */
export function connectionsPath(returnTo: string): string {
  const [pathname = ''] = returnTo.split(/[?#]/);
  if (pathname.replace(/\/+$/, '').toLowerCase() === CONNECTIONS) return returnTo;
  return leadingBack(CONNECTIONS, returnTo);
}

/** What is in a fragment stays in one: it may hold personal data, and is sent to no server. */
function leadingBack(address: string, returnTo: string): string {
  const [place, fragment] = splitAt(returnTo, returnTo.indexOf('#'));
  return link(address, new URLSearchParams({ returnTo: place })) + fragment;
}

function splitAt(text: string, at: number): [string, string] {
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/**
 * Where sign-in leads to: a path on this origin, or the start. Whatever would leave the origin (`//host`, `/\host`,
 * `javascript:`) or come back to sign-in is dropped. The fragment is that of sign-in's own address.
 */
export function returnPath({ search, hash }: Pick<Location, 'search' | 'hash'>, origin: string): string {
  const wish = new URLSearchParams(search).get('returnTo') ?? '/';
  if (!wish.startsWith('/')) return '/';
  const url = URL.canParse(wish, origin) ? new URL(wish, origin) : undefined;
  if (url?.origin !== origin || url.pathname === LOGIN) return '/';
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search + (url.hash || hash);
}
