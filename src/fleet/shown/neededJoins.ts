import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { parseQuery } from '#fleet/find/query.ts';
import type { FilterRequest } from '#fleet/find/rowFilters.ts';
import { CHECK, JOINED } from '#fleet/model/joined.ts';
import type { ListRequest } from './listSide.ts';

type Filters = Pick<FilterRequest, 'search' | 'facets' | 'ranges'>;

type ListUses = Omit<ListRequest, 'needs' | 'onlySelected' | keyof Filters> &
  Filters & {
    facet: string | undefined;
    shown: readonly string[];
    exported: readonly string[];
    /** Joined fields of the shown list that the next list is compared by. */
    compared: readonly string[];
  };

type FieldsRead<Uses> = { readonly [Use in keyof Uses]-?: (use: Uses[Use]) => readonly string[] };

const FILTER_FIELDS: FieldsRead<Filters> = {
  search: (text) => parseQuery(text, JOINED).flatMap(({ field }) => field ?? []),
  facets: Object.keys,
  ranges: (ranges) => Object.keys(ranges ?? {}),
};

/** Typed so that a part of the request without an entry does not compile, and no use of a joined field is missed. */
const LIST_FIELDS: FieldsRead<ListUses> = {
  ...FILTER_FIELDS,
  sort: (sort) => sort.map(({ field }) => field),
  facet: (field) => (field === undefined ? [] : [field]),
  shown: (fields) => fields,
  exported: (fields) => fields,
  compared: (fields) => fields,
};

/** Some checks compare devices by their connectivity. */
const REQUIRED_BY: ReadonlyMap<string, readonly string[]> = new Map([[CHECK, [CONNECTIVITY_FIELD]]]);

export function getNeededJoins(uses: ListUses): readonly string[] {
  return pickJoined(readFields(LIST_FIELDS, uses));
}

export function getFilterJoins({ search, facets, ranges }: Filters): readonly string[] {
  return pickJoined(readFields(FILTER_FIELDS, { search, facets, ranges }));
}

function readFields<Uses extends object>(table: FieldsRead<Uses>, uses: Uses): string[] {
  const names = Object.keys(table) as (keyof Uses)[]; // the table has the keys of the uses
  return names.flatMap((name) => table[name](uses[name]));
}

function pickJoined(fields: readonly string[]): readonly string[] {
  const required = fields.flatMap((field) => [field, ...(REQUIRED_BY.get(field) ?? [])]);
  return JOINED.filter((field) => required.includes(field));
}
