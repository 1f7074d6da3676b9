/** Link builders and URL-state codecs: the only place that knows a URL's shape. */

import { CONNECTIVITIES, DEVICE_TYPES, type DevicesRequest } from '#contract/device.ts';
import type { Stage } from '#contract/pipeline.ts';
import { isJsonObject, parse, stringify } from '#lib/json.ts';
import { TIME_MODES, type TimeMode } from '#lib/time.ts';

export const LOGIN = '/login';
export const DEVICES = '/devices';
export const DATASTORE = '/datastore';
export const CONNECTIONS = '/connections';
export const ABOUT = '/about';

/** A link without `v` is of this version; later ones say so. */
const LINK_VERSION = '1';

/** Sign-in that leads back to `returnTo`, a path of this console. */
export function loginPath(returnTo?: string): string {
  return returnTo && returnTo !== '/' ? `${LOGIN}?${new URLSearchParams({ returnTo })}` : LOGIN;
}

/**
 * Where sign-in leads to: a path on this origin, or the start. Whatever would leave the origin (`//host`, `/\host`,
 * `javascript:`) or come back to sign-in is dropped.
 */
export function returnPath(search: URLSearchParams, origin: string): string {
  const wish = search.get('returnTo') ?? '/';
  if (!wish.startsWith('/')) return '/';
  const url = URL.canParse(wish, origin) ? new URL(wish, origin) : undefined;
  if (url?.origin !== origin || url.pathname === LOGIN) return '/';
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search + url.hash;
}

/** Where connections are edited; from there one goes back to `returnTo`. */
export function connectionsPath(returnTo: string): string {
  return `${CONNECTIONS}?${new URLSearchParams({ returnTo })}`;
}

/** The page of one device; `path` names a field to ask for alone. */
export function devicePath(deviceID: string, path?: string): string {
  const search = path ? `?${new URLSearchParams({ path })}` : '';
  return `${DEVICES}/${encodeURIComponent(deviceID.toWellFormed())}${search}`;
}

/** The identifier a device page's pathname holds, as it was given to `devicePath`: the router's own would lose a "%2F". */
export function parseDevicePathname(pathname: string): string {
  const encoded = pathname.slice(DEVICES.length + 1);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

export function parseDeviceSearch(search: URLSearchParams): { path: string | undefined } {
  return { path: search.get('path') || undefined };
}

/** The state a device link holds; `dropped` names each part that could not be read. */
export function parseDeviceUrl(pathname: string, search: URLSearchParams) {
  const deviceID = parseDevicePathname(pathname);
  const { path } = parseDeviceSearch(search);
  const dropped = [
    ...(isDecodable(pathname) ? [] : ['deviceID']),
    ...(search.getAll('path').length > 1 ? ['a second path'] : []),
  ];
  return { state: { deviceID, path }, dropped };
}

/** What a link of any page may hold besides the page's own: how times are written, and the version of all of it. */
export function parseFrameSearch(search: URLSearchParams): { timeMode: TimeMode | undefined; dropped: string[] } {
  const time = search.get('time');
  const version = search.get('v');
  const timeMode = TIME_MODES.find((mode) => mode === time);
  const dropped = [
    ...(time !== null && !timeMode ? ['time'] : []),
    ...(version !== null && version !== LINK_VERSION ? [`what version ${version} of links adds`] : []),
  ];
  return { timeMode, dropped };
}

/** The same place with times written in a mode. */
export function withTimeMode(place: { pathname: string; search: string; hash: string }, mode: TimeMode): string {
  const search = new URLSearchParams(place.search);
  search.set('time', mode);
  return `${place.pathname}?${search}${place.hash}`;
}

/** What the device list shows. `request` is sent to the service, the rest is done in the browser. */
export type DevicesState = {
  request: DevicesRequest;
  search: string;
  /** Allowed values by field; '' stands for no value. */
  facets: Readonly<Record<string, readonly string[]>>;
  /** Most important first. */
  sort: readonly { field: string; descending: boolean }[];
  /** Fields in the order of their columns; all of them when left out. */
  columns: readonly string[] | undefined;
  /** Columns that stay in view, in their order, before the others; the first column when left out. */
  pins: readonly string[] | undefined;
};

export const ALL_DEVICES: DevicesState = {
  request: {},
  search: '',
  facets: {},
  sort: [],
  columns: undefined,
  pins: undefined,
};

/** The device list in a state. What may hold personal data (search, facets) stands in the fragment. */
export function devicesPath({ request, search, facets, sort, columns, pins }: DevicesState): string {
  const query = new URLSearchParams();
  if (request.type) query.set('type', request.type);
  if (request.filter) query.set('filter', request.filter);
  if (request.productID) query.set('product', request.productID);
  for (const { field, descending } of sort) query.append(descending ? 'desc' : 'asc', field);
  for (const field of columns ?? []) query.append('column', field);
  for (const field of pins ?? []) query.append('pin', field);
  if (pins?.length === 0) query.set('pin', '');
  const fragment = new URLSearchParams();
  if (search) fragment.set('search', search);
  for (const [field, values] of Object.entries(facets)) {
    for (const value of values) fragment.append(`is.${field}`, value);
  }
  return DEVICES + withMark('?', query) + withMark('#', fragment);
}

/** The state a device-list link holds; `dropped` names each part that could not be read and was left out. */
export function parseDevicesUrl(query: URLSearchParams, hash: string): { state: DevicesState; dropped: string[] } {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const dropped: string[] = [];
  const choice = <Value extends string>(name: string, allowed: readonly Value[]): Value | undefined => {
    const text = query.get(name);
    const value = allowed.find((one) => one === text);
    if (text && !value) dropped.push(name);
    return value;
  };
  const type = choice('type', DEVICE_TYPES);
  const filter = choice('filter', CONNECTIVITIES);
  const productID = query.get('product');
  const columns = query.getAll('column');
  const pins = [...new Set(query.getAll('pin'))].filter((field) => {
    const known = field !== '' && (columns.length === 0 || columns.includes(field));
    if (field !== '' && !known) dropped.push(`pin ${field}`);
    return known;
  });
  const state: DevicesState = {
    request: { ...(type && { type }), ...(filter && { filter }), ...(productID && { productID }) },
    search: fragment.get('search') ?? '',
    facets: Object.fromEntries(
      [...new Set(fragment.keys())]
        .filter((key) => key.startsWith('is.'))
        .map((key) => [key.slice(3), fragment.getAll(key)]),
    ),
    sort: [...query]
      .filter(([key]) => key === 'asc' || key === 'desc')
      .map(([key, field]) => ({ field, descending: key === 'desc' })),
    columns: columns.length > 0 ? [...new Set(columns)] : undefined,
    pins: query.has('pin') ? pins : undefined,
  };
  return { state, dropped };
}

export type DatastoreView = 'table' | 'json';

/** An applied query and how its answer is looked at; `page` counts from 1 whatever the service's first page is. */
export type DatastoreState = {
  collection: string;
  documentID: string;
  pipeline: readonly Stage[];
  page: number;
  view: DatastoreView;
};

/**
 * The datastore page showing a query. What may hold personal data (documentID and stages) stands in the fragment, which
 * browsers send to no server.
 */
export function datastorePath({ collection, documentID, pipeline, page, view }: DatastoreState): string {
  const search = new URLSearchParams();
  if (collection) search.set('collection', collection);
  if (page > 1) search.set('page', String(page));
  if (view !== 'table') search.set('view', view);
  const fragment = new URLSearchParams();
  if (documentID) fragment.set('document', documentID);
  if (pipeline.length > 0) fragment.set('pipeline', stringify(pipeline));
  return DATASTORE + withMark('?', search) + withMark('#', fragment);
}

/** The state a datastore link holds; `dropped` names each part that could not be read and was left out. */
export function parseDatastoreUrl(search: URLSearchParams, hash: string): { state: DatastoreState; dropped: string[] } {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const dropped: string[] = [];
  const read = <Value>(
    name: string,
    text: string | null,
    absent: Value,
    decode: (text: string) => Value | undefined,
  ) => {
    if (text === null) return absent;
    const value = decode(text);
    if (value === undefined) dropped.push(name);
    return value ?? absent;
  };
  const state = {
    collection: search.get('collection') ?? '',
    documentID: fragment.get('document') ?? '',
    pipeline: read<readonly Stage[]>('pipeline', fragment.get('pipeline'), [], decodePipeline),
    page: read('page', search.get('page'), 1, (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)),
    view: read<DatastoreView>('view', search.get('view'), 'table', (text) =>
      text === 'table' || text === 'json' ? text : undefined,
    ),
  };
  return { state, dropped };
}

function decodePipeline(text: string): readonly Stage[] | undefined {
  try {
    const stages = parse(text);
    // whatever is an object may be a stage: the service says what it thinks of it
    return Array.isArray(stages) && stages.every(isJsonObject) ? (stages as Stage[]) : undefined;
  } catch {
    return undefined;
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function withMark(mark: string, parameters: URLSearchParams): string {
  const text = parameters.toString();
  return text && mark + text;
}
