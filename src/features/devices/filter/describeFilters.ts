import { type FieldKind, formatValueLabel, getFieldKind } from '#fields/deviceField.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { formatExactDuration } from '#lib/time/duration.ts';
import { formatTime, isTimeFieldName, MAX_DATE_MS, type TimeMode } from '#lib/time/time.ts';
import type { DevicesState } from '#urls/devices.ts';
import type { FieldRange } from '#urls/rangeParams.ts';

export type DeviceFilters = Pick<DevicesState, 'facets' | 'ranges'>;

type FilterDescription = { key: string; field: string; operator: string; value: string };

export const NO_FILTERS: DeviceFilters = { facets: {}, ranges: {} };

const NAMED_VALUES_MAX = 2;

type FieldStorages = readonly { name: string; storage: string }[];

export function describeFilters(
  { facets, ranges }: DeviceFilters,
  mode: TimeMode,
  storages: FieldStorages = [],
): FilterDescription[] {
  return [
    ...Object.entries(facets).map(([field, values]) => ({
      key: `facet ${field}`,
      field,
      operator: 'is',
      value: describeValues(getFieldKind(field, findFieldStorageType(storages, field)), values),
    })),
    ...Object.entries(ranges).map(([field, range]) => ({
      key: `range ${field}`,
      field,
      ...describeRange(range, isTimeFieldName(field), (limit, end) => formatLimit(field, limit, end, mode)),
    })),
  ];
}

export function describeServerFilters({ type, filter, productID }: DevicesState['request']): string {
  const parts = [
    type && `type ${type}`,
    filter && `connectivity ${filter}`,
    productID && `product starting with “${productID}”`,
  ];
  return parts.filter(Boolean).join(', ');
}

export function getFieldFilter({ facets, ranges }: DeviceFilters, field: string) {
  return {
    values: Object.hasOwn(facets, field) ? facets[field] : undefined,
    range: Object.hasOwn(ranges, field) ? ranges[field] : undefined,
  };
}

export function removeFieldFilter({ facets, ranges }: DeviceFilters, field: string): DeviceFilters {
  const { [field]: _values, ...otherFacets } = facets;
  const { [field]: _range, ...otherRanges } = ranges;
  return { facets: otherFacets, ranges: otherRanges };
}

export function formatIsoDay(time: number, mode: TimeMode): string {
  return formatTime(time, mode === 'utc' ? 'utc' : 'local', 0)?.slice(0, 10) ?? String(time);
}

/** Returns the first or last ms of a day in the displayed zone. Undefined for an invalid day. */
export function parseDayBound(day: string, isEnd: boolean, mode: TimeMode): number | undefined {
  const [year = Number.NaN, month = 1, date = 1] = day === '' ? [] : day.split('-').map(Number);
  const parts = [year, month - 1, date + (isEnd ? 1 : 0)] as const;
  const first = mode === 'utc' ? Date.UTC(...parts) : new Date(...parts).getTime();
  return Number.isNaN(first) || Math.abs(first) > MAX_DATE_MS ? undefined : first - (isEnd ? 1 : 0);
}

export function findFieldStorageType(storages: FieldStorages, field: string): string | undefined {
  return storages.find(({ name }) => name === field)?.storage;
}

function describeValues(kind: FieldKind, values: readonly string[]): string {
  const words = values.map((value) => formatValueLabel(kind, value));
  if (words.length <= NAMED_VALUES_MAX + 1) return words.join(' or ');
  return `${words.slice(0, NAMED_VALUES_MAX).join(', ')} or ${formatCount(words.length - NAMED_VALUES_MAX)} more`;
}

/** Formats a range limit: as a day if it is the first or last ms of one, otherwise with its time, or as a number. */
function formatLimit(field: string, limit: number, isEnd: boolean, mode: TimeMode): string {
  if (!isTimeFieldName(field)) return String(limit);
  const day = formatIsoDay(limit, mode);
  if (parseDayBound(day, isEnd, mode) === limit) return day;
  return formatTime(limit, mode === 'utc' ? 'utc' : 'local', 0)?.slice(0, 16) ?? day;
}

type LimitFormatter = (limit: number, end: boolean) => string;

function describeRange(
  range: FieldRange,
  isTime: boolean,
  formatRangeLimit: LimitFormatter,
): Pick<FilterDescription, 'operator' | 'value'> {
  const { from, to, within, before, missing } = range;
  if (missing === 'only') return isTime ? { operator: 'is', value: 'never' } : { operator: 'has', value: 'no value' };
  const never = missing === 'too' ? (isTime ? ', or never' : ', or no value') : '';
  const ago = before === undefined ? '' : `more than ${formatExactDuration(before)} ago`;
  if (within !== undefined) {
    return { operator: 'in the last', value: formatExactDuration(within) + (ago && `, ${ago}`) + never };
  }
  if (ago) return { operator: 'was', value: ago + never };
  if (from === undefined && to === undefined)
    return { operator: 'is', value: `any ${isTime ? 'time' : 'number'}${never}` };
  if (from === undefined)
    return { operator: isTime ? 'until' : 'up to', value: formatRangeLimit(to ?? 0, true) + never };
  return {
    operator: 'from',
    value: formatRangeLimit(from, false) + (to === undefined ? '' : ` to ${formatRangeLimit(to, true)}`) + never,
  };
}
