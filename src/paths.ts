/** Link builders and URL-state codecs: the only place that knows a URL's shape. */

export const LOGIN = '/login';
export const DEVICES = '/devices';
export const DATASTORE = '/datastore';

/** Sign-in that leads back to `returnTo`, a path of this console. */
export function loginPath(returnTo?: string): string {
  return returnTo && returnTo !== '/' ? `${LOGIN}?${new URLSearchParams({ returnTo })}` : LOGIN;
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

/** The page of one device; `path` names a field to ask for alone. */
export function devicePath(deviceID: string, path?: string): string {
  const search = path ? `?${new URLSearchParams({ path })}` : '';
  return `${DEVICES}/${encodeURIComponent(deviceID)}${search}`;
}

export function parseDeviceSearch(search: URLSearchParams): { path: string | undefined } {
  return { path: search.get('path') || undefined };
}
