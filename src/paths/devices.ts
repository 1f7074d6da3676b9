import { CONNECTIVITIES, DEVICE_TYPES, type DevicesRequest } from '#contract/device.ts';
import { DEVICES } from './addresses.ts';
import { LinkReader, link } from './link.ts';

/** From and to, both included; rows without a value pass beside those (`too`) or are the only ones to pass. */
export type RangeState = { from?: number; to?: number; missing?: 'too' | 'only' };

/** What the device list shows. `request` is sent to the service, the rest is done in the browser. */
export type DevicesState = {
  request: DevicesRequest;
  search: string;
  /** Allowed values by field; '' stands for no value. */
  facets: Readonly<Record<string, readonly string[]>>;
  /** Times or numbers that are let through, by field. */
  ranges: Readonly<Record<string, RangeState>>;
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
  ranges: {},
  sort: [],
  columns: undefined,
  pins: undefined,
};

/** The device list in a state. What may hold personal data (search, facets) stands in the fragment. */
export function devicesPath({ request, search, facets, ranges, sort, columns, pins }: DevicesState): string {
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
  for (const [field, { from, to, missing }] of Object.entries(ranges)) {
    if (from !== undefined) fragment.set(`from.${field}`, String(from));
    if (to !== undefined) fragment.set(`to.${field}`, String(to));
    if (missing) fragment.set(`never.${field}`, missing);
  }
  return link(DEVICES, query, fragment);
}

/** The state a device-list link holds; `dropped` names each part that could not be read and was left out. */
export function parseDevicesUrl(search: URLSearchParams, hash: string): { state: DevicesState; dropped: string[] } {
  const { query, fragment, dropped } = new LinkReader(search, hash);
  const type = query.choice('type', DEVICE_TYPES);
  const filter = query.choice('filter', CONNECTIVITIES);
  const productID = query.text('product');
  const columns = query.texts('column');
  const pins = [...new Set(query.texts('pin'))].filter((field) => {
    const known = field !== '' && (columns.length === 0 || columns.includes(field));
    if (field !== '' && !known) dropped.push(`pin ${field}`);
    return known;
  });
  const state: DevicesState = {
    request: { ...(type && { type }), ...(filter && { filter }), ...(productID && { productID }) },
    search: fragment.text('search'),
    facets: Object.fromEntries(
      fragment
        .names()
        .filter((name) => name.startsWith('is.'))
        .map((name) => [name.slice(3), fragment.texts(name)]),
    ),
    ranges: readRanges(fragment),
    sort: query
      .entries()
      .filter(([name]) => name === 'asc' || name === 'desc')
      .map(([name, field]) => ({ field, descending: name === 'desc' })),
    columns: columns.length > 0 ? [...new Set(columns)] : undefined,
    pins: query.has('pin') ? pins : undefined,
  };
  return { state, dropped };
}

function readRanges(fragment: LinkReader['fragment']): Record<string, RangeState> {
  const ranges = new Map<string, RangeState>();
  for (const name of fragment.names()) {
    const [, part, field] = /^(from|to|never)\.(.+)$/s.exec(name) ?? [];
    if (!part || !field) continue;
    const missing = part === 'never' ? fragment.choice(name, ['too', 'only']) : undefined;
    const limit = part === 'never' ? undefined : fragment.read(name, numberOf);
    if (missing) ranges.set(field, { ...ranges.get(field), missing });
    if (limit !== undefined) ranges.set(field, { ...ranges.get(field), [part]: limit });
  }
  return Object.fromEntries(ranges);
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
