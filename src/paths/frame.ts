import { TIME_MODES, type TimeMode } from '#lib/time/time.ts';
import { LinkReader, link } from './link.ts';

/** A link without `v` is of this version; later ones say so. */
const LINK_VERSION = '1';

/** What a link of any page may hold besides the page's own: how times are written, and the version of all of it. */
export function parseFrameSearch(search: URLSearchParams): { timeMode: TimeMode | undefined; dropped: string[] } {
  const { query, dropped } = new LinkReader(search);
  const timeMode = query.choice('time', TIME_MODES);
  const version = query.text('v');
  if (version && version !== LINK_VERSION) dropped.push(`what version ${version} of links adds`);
  return { timeMode, dropped };
}

/** The same place with times written in a mode. */
export function withTimeMode(place: { pathname: string; search: string; hash: string }, mode: TimeMode): string {
  const search = new URLSearchParams(place.search);
  search.set('time', mode);
  return `${place.pathname}?${search}${place.hash}`;
}

/** The same place as it is for itself, whatever mode times are written in. */
export function withoutTimeMode(place: { pathname: string; search: string; hash: string }): string {
  const search = new URLSearchParams(place.search);
  search.delete('time');
  return link(place.pathname, search) + place.hash;
}
