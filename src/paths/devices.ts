import { CONNECTIVITIES, DEVICE_TYPES, type DevicesRequest } from '#contract/device.ts';
import { DEVICES } from './addresses.ts';
import { addressable, idOf } from './device.ts';
import { LinkReader, link } from './link.ts';
import { type RangeState, readRanges, writeRanges } from './ranges.ts';

/** State of the device list. `request` is sent to the service; the rest is applied in the browser. */
export type DevicesState = {
  request: DevicesRequest;
  search: string;
  /** Allowed values by field; '' matches a missing value. */
  facets: Readonly<Record<string, readonly string[]>>;
  ranges: Readonly<Record<string, RangeState>>;
  sort: readonly { field: string; descending: boolean }[];
  /** Column order; all fields when undefined. */
  columns: readonly string[] | undefined;
  /** Pinned columns in order; the first column when undefined. */
  pins: readonly string[] | undefined;
  /** ID of the previewed device; '' for none. */
  preview: string;
};

export const ALL_DEVICES: DevicesState = {
  request: {},
  search: '',
  facets: {},
  ranges: {},
  sort: [],
  columns: undefined,
  pins: undefined,
  preview: '',
};

/** The URL of a list state. Search, facets and IDs may hold personal data, so they go into the fragment. */
export function devicesPath(state: DevicesState): string {
  const { request, search, facets, ranges, sort, columns, pins, preview } = state;
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
  writeRanges(fragment, ranges);
  if (preview) fragment.set('preview', addressable(preview));
  return link(DEVICES, query, fragment);
}

export function parseDevicesUrl(search: URLSearchParams, hash: string): { state: DevicesState; dropped: string[] } {
  const { query, fragment, dropped } = new LinkReader(search, hash);
  const type = query.choice('type', DEVICE_TYPES);
  const filter = query.choice('filter', CONNECTIVITIES);
  const productID = query.text('product');
  const columns = query.getAll('column');
  const pins = [...new Set(query.getAll('pin'))].filter((field) => {
    const isColumn = field !== '' && (columns.length === 0 || columns.includes(field));
    if (field !== '' && !isColumn) dropped.push(`pin ${field}`);
    return isColumn;
  });
  const state: DevicesState = {
    request: { ...(type && { type }), ...(filter && { filter }), ...(productID && { productID }) },
    search: fragment.text('search'),
    facets: Object.fromEntries(
      [...new Set(fragment.keys())]
        .filter((name) => name.startsWith('is.'))
        .map((name) => [name.slice(3), fragment.getAll(name)]),
    ),
    ranges: readRanges(fragment),
    sort: [...query]
      .filter(([name]) => name === 'asc' || name === 'desc')
      .map(([name, field]) => ({ field, descending: name === 'desc' })),
    columns: columns.length > 0 ? [...new Set(columns)] : undefined,
    pins: query.has('pin') ? pins : undefined,
    preview: idOf(fragment.text('preview')),
  };
  return { state, dropped };
}
