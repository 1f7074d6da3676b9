import { TIME_MODES, type TimeMode } from '#lib/time/time.ts';
import { LinkReader, link } from './link.ts';

/** Links without `v` have this version. */
const LINK_VERSION = '1';

type Place = { pathname: string; search: string; hash: string };

/** Parses the parameters shared by all pages: time mode and link version. */
export function parseFrameSearch(search: URLSearchParams): { timeMode: TimeMode | undefined; dropped: string[] } {
  const { query, dropped } = new LinkReader(search);
  const timeMode = query.choice('time', TIME_MODES);
  const version = query.text('v');
  if (version && version !== LINK_VERSION) dropped.push(`what version ${version} of links adds`);
  return { timeMode, dropped };
}

export function withTimeMode(place: Place, mode: TimeMode): string {
  const search = new URLSearchParams(place.search);
  search.set('time', mode);
  return `${place.pathname}?${search}${place.hash}`;
}

function withoutTimeMode(place: Place): string {
  const search = new URLSearchParams(place.search);
  search.delete('time');
  return link(place.pathname, search) + place.hash;
}

/** Last URL of each page in this tab; in memory only, as searches may hold personal data. */
const places = new Map<string, string>();

export function rememberPlace(place: Place): void {
  places.set(place.pathname, withoutTimeMode(place));
}

/** The page's last URL in this tab, else `first`. */
export function lastPlace(address: string, first = address): string {
  return places.get(address) ?? first;
}

export function forgetPlaces(): void {
  places.clear();
}
