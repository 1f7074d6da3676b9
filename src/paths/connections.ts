import { CONNECTIONS } from './addresses.ts';
import { link } from './link.ts';

/** Where connections are edited; from there one goes back to `returnTo`. */
export function connectionsPath(returnTo: string): string {
  return link(CONNECTIONS, new URLSearchParams({ returnTo }));
}
