import { tryCatch } from '#lib/tryCatch.ts';
import { type DatastoreState, parseDatastoreUrl } from '#urls/datastore.ts';
import { parseDeviceUrl } from '#urls/device.ts';
import { type DevicesState, parseDevicesUrl } from '#urls/devices.ts';
import { DATASTORE_PATH, DEVICES_PATH } from '#urls/routePaths.ts';
import { parseSharedParams } from '#urls/sharedParams.ts';

export type DevicesLink = { page: 'devices'; state: DevicesState };
export type DeviceDetailsLink = { page: 'device'; deviceID: string; path: string | undefined };
export type DatastoreLink = { page: 'datastore'; state: DatastoreState };

/** Parsed link of a tile. */
export type TileLink = DevicesLink | DeviceDetailsLink | DatastoreLink;

/** `damaged` names the parts of the link that cannot be read, worded to follow "Unreadable:". */
export type TileLinkResult = { link: TileLink } | { damaged: readonly string[] };

/** Resolves links without an origin. Never requested. */
const ORIGIN = 'http://console.invalid';

/** Parses a console URL without origin and base path. No part is ignored: one unreadable part damages the link. */
export function parseTileLink(text: string): TileLinkResult {
  const url = text.startsWith('/') ? tryCatch(() => new URL(text, ORIGIN)) : undefined;
  if (url?.origin !== ORIGIN) return { damaged: ['the address'] };
  const pathname = url.pathname.replace(/(?<=.)\/+$/, '');
  const page = parsePage(pathname, url);
  if (!page) return { damaged: ['the address'] };
  const damaged = [...page.dropped, ...parseSharedParams(url.searchParams).dropped];
  return damaged.length > 0 ? { damaged } : { link: page.link };
}

function parsePage(pathname: string, { searchParams, hash }: URL): { link: TileLink; dropped: string[] } | undefined {
  if (pathname === DEVICES_PATH) {
    const { state, dropped } = parseDevicesUrl(searchParams, hash);
    return { link: { page: 'devices', state }, dropped };
  }
  if (pathname.startsWith(`${DEVICES_PATH}/`)) {
    const { state, dropped } = parseDeviceUrl(pathname, searchParams);
    return { link: { page: 'device', deviceID: state.deviceID, path: state.path }, dropped };
  }
  if (pathname !== DATASTORE_PATH) return undefined;
  const { state, dropped } = parseDatastoreUrl(searchParams, hash);
  if (state.collection.trim() === '') dropped.push('collection');
  return { link: { page: 'datastore', state }, dropped };
}
