import { type FieldKind, kindOf, wordOf } from '#fields/deviceField.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { formatDuration } from '#lib/time/duration.ts';
import { formatTime, isTimeFieldName, MAX_DATE_MS, type TimeMode } from '#lib/time/time.ts';
import type { DevicesState } from '#paths/devices.ts';
import type { RangeState } from '#paths/ranges.ts';

export type Filters = Pick<DevicesState, 'facets' | 'ranges'>;

/** `key` is the view's key of the filter: a field can have a facet and a range. */
type FilterWords = { key: string; field: string; operator: string; value: string };

export const NO_FILTERS: Filters = { facets: {}, ranges: {} };

const VALUES_NAMED = 2;

type Heads = readonly { name: string; storage: string }[];

/** Describes each filter in three parts, in the order of the link. */
export function filterWords({ facets, ranges }: Filters, mode: TimeMode, heads: Heads = []): FilterWords[] {
  return [
    ...Object.entries(facets).map(([field, values]) => ({
      key: `facet ${field}`,
      field,
      operator: 'is',
      value: valuesInWords(kindOf(field, storageIn(heads, field)), values),
    })),
    ...Object.entries(ranges).map(([field, range]) => ({
      key: `range ${field}`,
      field,
      ...rangeInWords(range, isTimeFieldName(field), (limit, end) => limitInWords(field, limit, end, mode)),
    })),
  ];
}

/** Describes the request to the service; '' for all devices. */
export function requestWords({ type, filter, productID }: DevicesState['request']): string {
  const parts = [
    type && `type ${type}`,
    filter && `connectivity ${filter}`,
    productID && `product starting with “${productID}”`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns the filters of a field. Uses own properties only: a field may be named `constructor`. */
export function filterOf({ facets, ranges }: Filters, field: string) {
  return {
    values: Object.hasOwn(facets, field) ? facets[field] : undefined,
    range: Object.hasOwn(ranges, field) ? ranges[field] : undefined,
  };
}

export function withoutField({ facets, ranges }: Filters, field: string): Filters {
  const { [field]: _values, ...otherFacets } = facets;
  const { [field]: _range, ...otherRanges } = ranges;
  return { facets: otherFacets, ranges: otherRanges };
}

/** Formats the day of a time as `2024-03-01` in the displayed zone. */
export function dayOf(time: number, mode: TimeMode): string {
  return formatTime(time, mode === 'utc' ? 'utc' : 'local', 0)?.slice(0, 10) ?? String(time);
}

/** Returns the first or last ms of a day in the displayed zone; undefined for an invalid day. */
export function timeOfDay(day: string, end: boolean, mode: TimeMode): number | undefined {
  const [year = Number.NaN, month = 1, date = 1] = day === '' ? [] : day.split('-').map(Number);
  const parts = [year, month - 1, date + (end ? 1 : 0)] as const;
  const first = mode === 'utc' ? Date.UTC(...parts) : new Date(...parts).getTime();
  return Number.isNaN(first) || Math.abs(first) > MAX_DATE_MS ? undefined : first - (end ? 1 : 0);
}

export function storageIn(heads: Heads, field: string): string | undefined {
  return heads.find(({ name }) => name === field)?.storage;
}

function valuesInWords(kind: FieldKind, values: readonly string[]): string {
  const words = values.map((value) => wordOf(kind, value));
  if (words.length <= VALUES_NAMED + 1) return words.join(' or ');
  return `${words.slice(0, VALUES_NAMED).join(', ')} or ${formatCount(words.length - VALUES_NAMED)} more`;
}

/** Formats a range limit: as a day if it is the first or last ms of one, else with its time, or as a number. */
function limitInWords(field: string, limit: number, end: boolean, mode: TimeMode): string {
  if (!isTimeFieldName(field)) return String(limit);
  const day = dayOf(limit, mode);
  if (timeOfDay(day, end, mode) === limit) return day;
  return formatTime(limit, mode === 'utc' ? 'utc' : 'local', 0)?.slice(0, 16) ?? day;
}

type LimitInWords = (limit: number, end: boolean) => string;

function rangeInWords(
  range: RangeState,
  isTime: boolean,
  inWords: LimitInWords,
): Pick<FilterWords, 'operator' | 'value'> {
  const { from, to, within, before, missing } = range;
  if (missing === 'only') return isTime ? { operator: 'is', value: 'never' } : { operator: 'has', value: 'no value' };
  const never = missing === 'too' ? (isTime ? ', or never' : ', or no value') : '';
  const ago = before === undefined ? '' : `more than ${formatDuration(before)} ago`;
  if (within !== undefined) {
    return { operator: 'in the last', value: formatDuration(within) + (ago && `, ${ago}`) + never };
  }
  if (ago) return { operator: 'was', value: ago + never };
  if (from === undefined && to === undefined)
    return { operator: 'is', value: `any ${isTime ? 'time' : 'number'}${never}` };
  if (from === undefined) return { operator: isTime ? 'until' : 'up to', value: inWords(to ?? 0, true) + never };
  return {
    operator: 'from',
    value: inWords(from, false) + (to === undefined ? '' : ` to ${inWords(to, true)}`) + never,
  };
}
