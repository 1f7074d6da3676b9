import { kindOf, wordOf } from '#fields/deviceField.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { typeOf } from '#fleet/questions/facets.ts';
import { formatTyped } from '#lib/json/typedText.ts';
import { formatDuration, parseDuration } from '#lib/time/duration.ts';
import { type Filters, filterOf } from './filterWords.ts';

type FoundFilter = { words: string; addTo: (filters: Filters) => Filters };

/** Maximum number of values of a field that are offered; fields with more, such as names, are searched. */
const VALUES_MAX = 500;

/**
 * Lists the filters that typed text may refer to: every value of fields with few values, and for each time field the
 * typed number of days.
 */
export function findFilters(fields: readonly string[], fleet: Fleet, typed: string): FoundFilter[] {
  const ms = parseDuration(`${/[1-9]\d*/.exec(typed)?.[0] ?? ''}d`);
  const times = fields.filter((field) => kindOf(field, storageOf(fleet, field)) === 'time');
  const spans = (['before', 'within'] as const).flatMap((part) =>
    times.flatMap((field) => (ms === undefined ? [] : [createSpanFilter(field, part, ms)])),
  );
  return [...spans, ...fields.flatMap((field) => findValues(field, fleet))];
}

function createSpanFilter(field: string, part: 'before' | 'within', ms: number): FoundFilter {
  const days = formatDuration(ms);
  return {
    words: `${field}: ${part === 'before' ? `more than ${days} ago` : `in the last ${days}`}`,
    addTo: ({ facets, ranges }) => ({ facets, ranges: { ...ranges, [field]: { [part]: ms } } }),
  };
}

function findValues(field: string, fleet: Fleet): FoundFilter[] {
  const kind = kindOf(field, storageOf(fleet, field));
  return listValues(field, fleet).map((value) => ({
    words: `${field}: ${wordOf(kind, value)}`,
    addTo: (filters) => {
      const chosen = filterOf(filters, field).values ?? [];
      return { ...filters, facets: { ...filters.facets, [field]: [...new Set([...chosen, value])] } };
    },
  }));
}

/** Returns the values of a field in the form used by filters; empty for a field with too many. */
function listValues(field: string, fleet: Fleet): readonly string[] {
  const kind = kindOf(field, storageOf(fleet, field));
  if (kind === 'connectivity') return ['online', 'offline'];
  if (kind === 'pairing' || kind === 'yesNo') return ['true', 'false'];
  const dictionary = fleet.dictionary(fleet.columnOf(field)) ?? [];
  if (dictionary.length > VALUES_MAX) return [];
  const type = typeOf(fleet, field);
  return dictionary.filter((value) => value !== '').map((value) => formatTyped(value, type));
}

function storageOf(fleet: Fleet, field: string): string | undefined {
  return fleet.columns[fleet.columnOf(field)]?.storage;
}
