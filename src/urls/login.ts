import { CONNECTIONS_PATH, LOGIN_PATH } from './routePaths.ts';
import { buildUrl } from './urlParser.ts';

export function buildLoginUrl(returnTo?: string): string {
  return returnTo && returnTo !== '/' ? buildUrlWithReturn(LOGIN_PATH, returnTo) : LOGIN_PATH;
}

export function buildConnectionsUrl(returnTo: string): string {
  const [pathname = ''] = returnTo.split(/[?#]/);
  if (pathname.replace(/\/+$/, '').toLowerCase() === CONNECTIONS_PATH) return returnTo;
  return buildUrlWithReturn(CONNECTIONS_PATH, returnTo);
}

/** Adds the return path without its fragment, which may contain personal data. */
function buildUrlWithReturn(address: string, returnTo: string): string {
  const [path, fragment] = splitAt(returnTo, returnTo.indexOf('#'));
  return buildUrl(address, new URLSearchParams({ returnTo: path })) + fragment;
}

function splitAt(text: string, at: number): [string, string] {
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/**
 * Path to open after sign-in: a path of this origin, otherwise `/`. Rejects other origins (`//host`, `/\host`,
 * `javascript:`) and sign-in itself. The fragment is taken from the sign-in URL.
 */
export function parseReturnUrl({ search, hash }: Pick<Location, 'search' | 'hash'>, origin: string): string {
  const requested = new URLSearchParams(search).get('returnTo') ?? '/';
  if (!requested.startsWith('/')) return '/';
  const url = URL.canParse(requested, origin) ? new URL(requested, origin) : undefined;
  if (url?.origin !== origin || url.pathname === LOGIN_PATH) return '/';
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search + (url.hash || hash);
}
