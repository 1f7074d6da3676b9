/**
 * Path at which the console is served, such as `/fleet/`. Derived from the URL of this module, so that one build can be
 * served at any path.
 */
const BASE_PATH = /^(.*\/)assets\/[^/]*$/.exec(new URL(import.meta.url).pathname)?.[1] ?? '/';

export function addBasePath(path: string): string {
  return BASE_PATH + path.slice(1);
}

export function stripBasePath(pathname: string): string {
  return pathname.startsWith(BASE_PATH) ? pathname.slice(BASE_PATH.length - 1) : '/';
}

/**
 * Makes a storage key or channel name unique to this console, because another console may be served on the same origin.
 */
export function toScopedName(name: string): string {
  return BASE_PATH === '/' ? name : BASE_PATH + name;
}
