import { CONNECTIVITY_VALUES, type DevicesRequest, FIELDS_FROM_DOCUMENTS, PAIRING_FILTERS } from '#contract/device.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { escapeDeviceId, unescapeDeviceId } from './device.ts';
import { type FieldRange, parseRangeParams, writeFieldRanges } from './rangeParams.ts';
import { DEVICES_PATH } from './routePaths.ts';
import { buildUrl, UrlParser } from './urlParser.ts';

/** State of the device list. `request` is sent to the service. The rest is applied in the browser. */
export type DevicesState = {
  request: DevicesRequest;
  search: string;
  facets: Readonly<Record<string, readonly string[]>>;
  ranges: Readonly<Record<string, FieldRange>>;
  sort: readonly { field: string; descending: boolean }[];
  /** Column order. Undefined shows the default columns. */
  columns: readonly string[] | undefined;
  pins: readonly string[] | undefined;
  preview: string;
  /** Where the devices' documents are, so that a link means the same for its reader. */
  source?: DocumentSource | undefined;
};

export const DEFAULT_DEVICES_STATE: DevicesState = {
  request: {},
  search: '',
  facets: {},
  ranges: {},
  sort: [],
  columns: undefined,
  pins: undefined,
  preview: '',
};

/** Builds the URL of a list. Search, facets and IDs may contain personal data, so they are placed in the fragment. */
export function buildDevicesUrl(state: DevicesState): string {
  const { request, search, facets, ranges, sort, columns, pins, preview, source } = state;
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
  writeFieldRanges(fragment, ranges);
  if (preview) fragment.set('preview', escapeDeviceId(preview));
  if (source && FIELDS_FROM_DOCUMENTS.some((field) => `${query}${fragment}`.includes(field)))
    for (const part of [source.collection, source.field, source.time]) query.append('documents', part);
  return buildUrl(DEVICES_PATH, query, fragment);
}

const FRAGMENT_NAME = /^(?:search|preview|(?:is|from|to|within|before|never)\..+)$/s;
const UNKNOWN_NAME_LENGTH_MAX = 40;

export function parseDevicesUrl(search: URLSearchParams, hash: string): { state: DevicesState; dropped: string[] } {
  const { query, fragment, dropped } = new UrlParser(search, hash);
  const type = query.getChoice('type', PAIRING_FILTERS);
  const filter = query.getChoice('filter', CONNECTIVITY_VALUES);
  const productID = query.getText('product');
  const columns = query.getAll('column');
  const pins = [...new Set(query.getAll('pin'))].filter((field) => {
    const isColumn = field !== '' && (columns.length === 0 || columns.includes(field));
    if (field !== '' && !isColumn) dropped.push(`pin ${field}`);
    return isColumn;
  });
  const [collection, field, time] = query.getAll('documents');
  const source = collection && field && time ? { collection, field, time } : undefined;
  if (query.has('documents') && !source) dropped.push('documents');
  const unknown = [...new Set(fragment.keys())].filter((name) => !FRAGMENT_NAME.test(name));
  dropped.push(...unknown.map((name) => truncateMiddle(name, UNKNOWN_NAME_LENGTH_MAX)));
  const state: DevicesState = {
    request: { ...(type && { type }), ...(filter && { filter }), ...(productID && { productID }) },
    search: fragment.getText('search'),
    facets: Object.fromEntries(
      [...new Set(fragment.keys())]
        .filter((name) => /^is\../s.test(name))
        .map((name) => [name.slice(3), fragment.getAll(name)]),
    ),
    ranges: parseRangeParams(fragment),
    sort: [...query]
      .filter(([name]) => name === 'asc' || name === 'desc')
      .map(([name, field]) => ({ field, descending: name === 'desc' })),
    columns: columns.length > 0 ? [...new Set(columns)] : undefined,
    pins: query.has('pin') ? pins : undefined,
    preview: unescapeDeviceId(fragment.getText('preview')),
    ...(source && { source }),
  };
  return { state, dropped };
}
