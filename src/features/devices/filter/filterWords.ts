import { kindOf, wordOf } from '#fields/deviceField.ts';
import { formatCount } from '#lib/counts.ts';
import { formatTime, LAST_DATE_MS } from '#lib/time/time.ts';
import type { DevicesState } from '#paths/devices.ts';
import type { RangeState } from '#paths/ranges.ts';

/** What rows are filtered by beside the search. */
export type Filters = Pick<DevicesState, 'facets' | 'ranges'>;

type FilterWords = { field: string; operator: string; value: string };

export const NO_FILTERS: Filters = { facets: {}, ranges: {} };

const VALUES_NAMED = 2;

/** Every filter as a sentence of three parts, in the order of the link. */
export function filterWords({ facets, ranges }: Filters): FilterWords[] {
  return [
    ...Object.entries(facets).map(([field, values]) => ({
      field,
      operator: 'is',
      value: valuesInWords(field, values),
    })),
    ...Object.entries(ranges).map(([field, range]) => ({ field, ...rangeInWords(range) })),
  ];
}

/** What the service was asked for, in words; '' for all devices. */
export function requestWords({ type, filter, productID }: DevicesState['request']): string {
  const parts = [
    type && `type ${type}`,
    filter && `connectivity ${filter}`,
    productID && `product starting with “${productID}”`,
  ];
  return parts.filter(Boolean).join(', ');
}

export function withoutField({ facets, ranges }: Filters, field: string): Filters {
  const { [field]: _values, ...otherFacets } = facets;
  const { [field]: _range, ...otherRanges } = ranges;
  return { facets: otherFacets, ranges: otherRanges };
}

/** `2024-03-01` of a time, in the browser's zone. */
export function dayOf(time: number): string {
  return formatTime(time, 'local', 0)?.slice(0, 10) ?? String(time);
}

/** The first ms of a day in the browser's zone, or the last; undefined for what is no day. */
export function timeOfDay(day: string, end: boolean): number | undefined {
  const [year = Number.NaN, month = 1, date = 1] = day === '' ? [] : day.split('-').map(Number);
  const first = new Date(year, month - 1, date + (end ? 1 : 0)).getTime();
  return Number.isNaN(first) || Math.abs(first) > LAST_DATE_MS ? undefined : first - (end ? 1 : 0);
}

function valuesInWords(field: string, values: readonly string[]): string {
  const words = values.map((value) => wordOf(kindOf(field), value));
  if (words.length <= VALUES_NAMED + 1) return words.join(' or ');
  return `${words.slice(0, VALUES_NAMED).join(', ')} or ${formatCount(words.length - VALUES_NAMED)} more`;
}

function rangeInWords({ from, to, missing }: RangeState): Omit<FilterWords, 'field'> {
  if (missing === 'only') return { operator: 'is', value: 'never' };
  const never = missing === 'too' ? ', or never' : '';
  if (from === undefined && to === undefined) return { operator: 'is', value: `any time${never}` };
  if (from === undefined) return { operator: 'until', value: dayOf(to ?? 0) + never };
  return { operator: 'from', value: dayOf(from) + (to === undefined ? '' : ` to ${dayOf(to)}`) + never };
}
