import { TIME_MODES, type TimeMode } from '#lib/time/time.ts';
import { LinkReader, link } from './link.ts';

/** A link without `v` is of this version; later ones say so. */
const LINK_VERSION = '1';

type Place = { pathname: string; search: string; hash: string };

/** What a link of any page may hold besides the page's own: how times are written, and the version of all of it. */
export function parseFrameSearch(search: URLSearchParams): { timeMode: TimeMode | undefined; dropped: string[] } {
  const { query, dropped } = new LinkReader(search);
  const timeMode = query.choice('time', TIME_MODES);
  const version = query.text('v');
  if (version && version !== LINK_VERSION) dropped.push(`what version ${version} of links adds`);
  return { timeMode, dropped };
}

/** The same place with times written in a mode. */
export function withTimeMode(place: Place, mode: TimeMode): string {
  const search = new URLSearchParams(place.search);
  search.set('time', mode);
  return `${place.pathname}?${search}${place.hash}`;
}

/** The same place as it is for itself, whatever mode times are written in. */
function withoutTimeMode(place: Place): string {
  const search = new URLSearchParams(place.search);
  search.delete('time');
  return link(place.pathname, search) + place.hash;
}

/** Where each page was left in this tab, by its address; in memory alone, since searches may hold personal data. */
const places = new Map<string, string>();

/** Remembers a place as the last of its page. How times are written is of no page: it does not come back with it. */
export function rememberPlace(place: Place): void {
  places.set(place.pathname, withoutTimeMode(place));
}

/** The page at an address as it was left, or as it begins: in some view, where one was chosen for that. */
export function lastPlace(address: string, first = address): string {
  return places.get(address) ?? first;
}

/** Another user must not come to the places of the one before. */
export function forgetPlaces(): void {
  places.clear();
}
