import {
  CONNECTIVITY_FIELD,
  FAILED_CHECKS_FIELD,
  JOINED_FIELDS,
  LAST_SEEN_FIELD,
  RECENT_DOCUMENTS_FIELD,
} from '#contract/device.ts';
import { parseSearch } from '#fleet/filter/parseSearch.ts';
import type { FilterRequest } from '#fleet/filter/rowFilters.ts';
import type { FleetDisplayQuery } from './fleetVersion.ts';

type Filters = Pick<FilterRequest, 'search' | 'facets' | 'ranges'>;

type ListUses = Omit<FleetDisplayQuery, 'needs' | 'onlySelected' | keyof Filters> &
  Filters & {
    facet: string | undefined;
    shown: readonly string[];
    exported: readonly string[];
    compared: readonly string[];
  };

type FieldsRead<Uses> = { readonly [Use in keyof Uses]-?: (use: Uses[Use]) => readonly string[] };

const FILTER_FIELDS: FieldsRead<Filters> = {
  search: (text) => parseSearch(text, JOINED_FIELDS).flatMap(({ field }) => field ?? []),
  facets: Object.keys,
  ranges: (ranges) => Object.keys(ranges ?? {}),
};

const LIST_FIELDS: FieldsRead<ListUses> = {
  ...FILTER_FIELDS,
  sort: (sort) => sort.map(({ field }) => field),
  facet: (field) => (field === undefined ? [] : [field]),
  shown: (fields) => fields,
  exported: (fields) => fields,
  compared: (fields) => fields,
};

/**
 * Computed fields required by others. Some checks compare devices by connectivity. The format of times, by which recent
 * documents are requested, is known from the newest ones.
 */
const REQUIRED_JOINS: ReadonlyMap<string, readonly string[]> = new Map([
  [FAILED_CHECKS_FIELD, [CONNECTIVITY_FIELD]],
  [RECENT_DOCUMENTS_FIELD, [LAST_SEEN_FIELD]],
]);

export function getNeededJoinedFields(uses: ListUses): readonly string[] {
  return filterJoinedFields(collectFields(LIST_FIELDS, uses));
}

export function getJoinedFilterFields({ search, facets, ranges }: Filters): readonly string[] {
  return filterJoinedFields(collectFields(FILTER_FIELDS, { search, facets, ranges }));
}

function collectFields<Uses extends object>(table: FieldsRead<Uses>, uses: Uses): string[] {
  const names = Object.keys(table) as (keyof Uses)[]; // the table has the keys of the uses
  return names.flatMap((name) => table[name](uses[name]));
}

function filterJoinedFields(fields: readonly string[]): readonly string[] {
  const required = fields.flatMap((field) => [field, ...(REQUIRED_JOINS.get(field) ?? [])]);
  return JOINED_FIELDS.filter((field) => required.includes(field));
}
