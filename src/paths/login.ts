import { CONNECTIONS, LOGIN } from './addresses.ts';
import { link } from './link.ts';

/** Sign-in that leads back to `returnTo`, a path of this console. */
export function loginPath(returnTo?: string): string {
  return returnTo && returnTo !== '/' ? link(LOGIN, new URLSearchParams({ returnTo })) : LOGIN;
}

/** Where connections are edited; from there one goes back to `returnTo`, or, where that is there, as one came to it. */
export function connectionsPath(returnTo: string): string {
  const [pathname = ''] = returnTo.split(/[?#]/);
  if (pathname.replace(/\/+$/, '').toLowerCase() === CONNECTIONS) return returnTo;
  return link(CONNECTIONS, new URLSearchParams({ returnTo }));
}

/**
 * Where sign-in leads to: a path on this origin, or the start. Whatever would leave the origin (`//host`, `/\host`,
 * `javascript:`) or come back to sign-in is dropped.
 */
export function returnPath(search: URLSearchParams, origin: string): string {
  const wish = search.get('returnTo') ?? '/';
  if (!wish.startsWith('/')) return '/';
  const url = URL.canParse(wish, origin) ? new URL(wish, origin) : undefined;
  if (url?.origin !== origin || url.pathname === LOGIN) return '/';
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search + url.hash;
}
