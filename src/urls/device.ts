import { tryCatch } from '#lib/tryCatch.ts';
import { DEVICES_PATH } from './routePaths.ts';
import { buildUrl, UrlParser } from './urlParser.ts';

const ESCAPE_PREFIX = '~';

const VIEWS = ['fields', 'json'] as const;

type DeviceView = (typeof VIEWS)[number];

export function buildDeviceUrl(deviceID: string, path?: string, view: DeviceView = 'fields'): string {
  const query = new URLSearchParams(path ? { path } : {});
  if (view !== 'fields') query.set('view', view);
  return buildUrl(`${DEVICES_PATH}/${encodeURIComponent(escapeDeviceId(deviceID))}`, query);
}

/** Parses the device ID from the raw pathname, because the router would decode "%2F". Trailing slashes are ignored. */
export function parseDevicePathname(pathname: string): string {
  const encoded = pathname.slice(DEVICES_PATH.length + 1).replace(/\/+$/, '');
  return unescapeDeviceId(tryCatch(() => decodeURIComponent(encoded)) ?? encoded);
}

export function unescapeDeviceId(text: string): string {
  return text.startsWith(ESCAPE_PREFIX) ? (tryCatch(() => JSON.parse(`"${text.slice(1)}"`)) ?? text) : text;
}

/**
 * Escapes a device ID for a path: `.` and `..`, which browsers resolve as folders, and lone surrogates, which UTF-8
 * cannot encode.
 */
export function escapeDeviceId(deviceID: string): string {
  if (deviceID.isWellFormed() && !/^(\.\.?$|~)/.test(deviceID)) return deviceID;
  return ESCAPE_PREFIX + JSON.stringify(deviceID).slice(1, -1);
}

export function parseDeviceUrl(pathname: string, search: URLSearchParams) {
  const { query, dropped } = new UrlParser(search);
  if (tryCatch(() => decodeURIComponent(pathname)) === undefined) dropped.push('deviceID');
  const path = query.getSingle('path') || undefined;
  const view = query.getChoice('view', VIEWS) ?? 'fields';
  return { state: { deviceID: parseDevicePathname(pathname), path, view }, dropped };
}
