import { tryCatch } from '#lib/tryCatch.ts';
import { DEVICES } from './addresses.ts';
import { LinkReader, link } from './link.ts';

const SPELLED = '~';

const VIEWS = ['fields', 'json'] as const;

type DeviceView = (typeof VIEWS)[number];

export function devicePath(deviceID: string, path?: string, view: DeviceView = 'fields'): string {
  const query = new URLSearchParams(path ? { path } : {});
  if (view !== 'fields') query.set('view', view);
  return link(`${DEVICES}/${encodeURIComponent(addressable(deviceID))}`, query);
}

/** Device id from the raw pathname, as the router's own decoding would lose "%2F". Trailing slashes are ignored. */
export function parseDevicePathname(pathname: string): string {
  const encoded = pathname.slice(DEVICES.length + 1).replace(/\/+$/, '');
  return idOf(tryCatch(() => decodeURIComponent(encoded)) ?? encoded);
}

export function idOf(text: string): string {
  return text.startsWith(SPELLED) ? (tryCatch(() => JSON.parse(`"${text.slice(1)}"`)) ?? text) : text;
}

/** Escapes `.` and `..`, which browsers resolve as folders, and lone surrogates, which have no UTF-8 form; as in JSON. */
export function addressable(deviceID: string): string {
  if (deviceID.isWellFormed() && !/^(\.\.?$|~)/.test(deviceID)) return deviceID;
  return SPELLED + JSON.stringify(deviceID).slice(1, -1);
}

/** Parses a device link; `dropped` names the unreadable parts. */
export function parseDeviceUrl(pathname: string, search: URLSearchParams) {
  const { query, dropped } = new LinkReader(search);
  if (tryCatch(() => decodeURIComponent(pathname)) === undefined) dropped.push('deviceID');
  const path = query.only('path') || undefined;
  const view = query.choice('view', VIEWS) ?? 'fields';
  return { state: { deviceID: parseDevicePathname(pathname), path, view }, dropped };
}
