import { DEVICES } from './addresses.ts';
import { LinkReader, link } from './link.ts';

/** The page of one device; `path` names a field to ask for alone. */
export function devicePath(deviceID: string, path?: string): string {
  return link(`${DEVICES}/${encodeURIComponent(deviceID.toWellFormed())}`, new URLSearchParams(path ? { path } : {}));
}

/** The identifier a device page's pathname holds, as it was given to `devicePath`: the router's own would lose a "%2F". */
export function parseDevicePathname(pathname: string): string {
  const encoded = pathname.slice(DEVICES.length + 1);
  return decoded(encoded) ?? encoded;
}

export function parseDeviceSearch(search: URLSearchParams): { path: string | undefined } {
  return { path: search.get('path') || undefined };
}

/** The state a device link holds; `dropped` names each part that could not be read. */
export function parseDeviceUrl(pathname: string, search: URLSearchParams) {
  const { query, dropped } = new LinkReader(search);
  if (decoded(pathname) === undefined) dropped.push('deviceID');
  const path = query.only('path') || undefined;
  return { state: { deviceID: parseDevicePathname(pathname), path }, dropped };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
