import { withoutTimeMode } from './frame.ts';

/** Where each page was left in this tab, by its address; in memory alone, since searches may hold personal data. */
const places = new Map<string, string>();

/** Remembers a place as the last of its page. How times are written is of no page: it does not come back with it. */
export function rememberPlace(place: { pathname: string; search: string; hash: string }): void {
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
