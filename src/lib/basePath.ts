/**
 * The path that the console is served below, as `/fleet/`. Its code knows it by its own address, which is in `assets/` there:
 * so one build serves at any path, and needs no word of its host.
 */
const BASE_PATH = /^(.*\/)assets\/[^/]*$/.exec(new URL(import.meta.url).pathname)?.[1] ?? '/';

/** What a browser needs to find an address of the console's own, such as `/devices`. */
export function addBasePath(path: string): string {
  return BASE_PATH + path.slice(1);
}

/** The console's own address in what a browser has found, without what it is served below. */
export function stripBasePath(pathname: string): string {
  return pathname.startsWith(BASE_PATH) ? pathname.slice(BASE_PATH.length - 1) : '/';
}

/** What this console alone uses under a name that all pages of the origin share: another may be served beside it. */
export function toScopedName(name: string): string {
  return BASE_PATH === '/' ? name : BASE_PATH + name;
}
