import { tryCatch } from '#lib/tryCatch.ts';
import { DEVICES } from './addresses.ts';
import { LinkReader, link } from './link.ts';

/** Begins an identifier that is spelled out, because no address could hold it as it is. */
const SPELLED = '~';

/** How a record is looked at. */
const VIEWS = ['fields', 'json'] as const;

type DeviceView = (typeof VIEWS)[number];

/** The page of one device; `path` names a field to ask for alone. */
export function devicePath(deviceID: string, path?: string, view: DeviceView = 'fields'): string {
  const query = new URLSearchParams(path ? { path } : {});
  if (view !== 'fields') query.set('view', view);
  return link(`${DEVICES}/${encodeURIComponent(addressable(deviceID))}`, query);
}

/** The identifier a device page's pathname holds, as it was given to `devicePath`: the router's own would lose a "%2F". Slashes at the end say nothing. */
export function parseDevicePathname(pathname: string): string {
  const encoded = pathname.slice(DEVICES.length + 1).replace(/\/+$/, '');
  return idOf(tryCatch(() => decodeURIComponent(encoded)) ?? encoded);
}

/** The identifier that `addressable` wrote. */
export function idOf(text: string): string {
  return text.startsWith(SPELLED) ? (tryCatch(() => JSON.parse(`"${text.slice(1)}"`)) ?? text) : text;
}

/** Browsers take `.` and `..` for folders, and a half of a surrogate pair has no bytes: those go as JSON spells them. */
export function addressable(deviceID: string): string {
  if (deviceID.isWellFormed() && !/^(\.\.?$|~)/.test(deviceID)) return deviceID;
  return SPELLED + JSON.stringify(deviceID).slice(1, -1);
}

/** The state a device link holds; `dropped` names each part that could not be read. */
export function parseDeviceUrl(pathname: string, search: URLSearchParams) {
  const { query, dropped } = new LinkReader(search);
  if (tryCatch(() => decodeURIComponent(pathname)) === undefined) dropped.push('deviceID');
  const path = query.only('path') || undefined;
  const view = query.choice('view', VIEWS) ?? 'fields';
  return { state: { deviceID: parseDevicePathname(pathname), path, view }, dropped };
}
