/**
 * The path that the console is served below, as `/fleet/`. Its code knows it by its own address, which is in `assets/` there:
 * so one build serves at any path, and needs no word of its host.
 */
const BASE = /^(.*\/)assets\/[^/]*$/.exec(new URL(import.meta.url).pathname)?.[1] ?? '/';

/** What a browser needs to find an address of the console's own, such as `/devices`. */
export function hrefOf(path: string): string {
  return BASE + path.slice(1);
}

/** The console's own address in what a browser has found, without what it is served below. */
export function pathIn(pathname: string): string {
  return pathname.startsWith(BASE) ? pathname.slice(BASE.length - 1) : '/';
}

/** What this console alone uses under a name that all pages of the origin share: another may be served beside it. */
export function ownName(name: string): string {
  return BASE === '/' ? name : BASE + name;
}
