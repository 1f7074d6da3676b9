import { CONNECTIONS, LOGIN } from './addresses.ts';
import { link } from './link.ts';

/** Sign-in URL that returns to `returnTo`, a path of this console. */
export function loginPath(returnTo?: string): string {
  return returnTo && returnTo !== '/' ? leadingBack(LOGIN, returnTo) : LOGIN;
}

/** Connections URL that returns to `returnTo`; unchanged if already on that page. */
export function connectionsPath(returnTo: string): string {
  const [pathname = ''] = returnTo.split(/[?#]/);
  if (pathname.replace(/\/+$/, '').toLowerCase() === CONNECTIONS) return returnTo;
  return leadingBack(CONNECTIONS, returnTo);
}

/** Keeps the fragment out of the query, as it may hold personal data. */
function leadingBack(address: string, returnTo: string): string {
  const [place, fragment] = splitAt(returnTo, returnTo.indexOf('#'));
  return link(address, new URLSearchParams({ returnTo: place })) + fragment;
}

function splitAt(text: string, at: number): [string, string] {
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/**
 * The return path after sign-in: a path of this origin, else `/`. Rejects other origins (`//host`, `/\host`, `javascript:`) and
 * sign-in itself. The fragment is taken from the sign-in URL.
 */
export function returnPath({ search, hash }: Pick<Location, 'search' | 'hash'>, origin: string): string {
  const wish = new URLSearchParams(search).get('returnTo') ?? '/';
  if (!wish.startsWith('/')) return '/';
  const url = URL.canParse(wish, origin) ? new URL(wish, origin) : undefined;
  if (url?.origin !== origin || url.pathname === LOGIN) return '/';
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search + (url.hash || hash);
}
