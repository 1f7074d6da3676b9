import { parseDuration, serializeDuration } from '#lib/time/duration.ts';
import { isTimeFieldName, MAX_DATE_MS } from '#lib/time/time.ts';
import type { UrlParser } from './urlParser.ts';

/**
 * Range filter with inclusive bounds. `within` and `before` are ages in ms, relative to the request of the list.
 * `missing` also passes rows without a value, or only those.
 */
export type FieldRange = {
  from?: number;
  to?: number;
  within?: number;
  before?: number;
  missing?: 'too' | 'only';
};

export type FieldRanges = Readonly<Record<string, FieldRange>>;

export function writeFieldRanges(fragment: URLSearchParams, ranges: FieldRanges): void {
  for (const [field, { from, to, within, before, missing }] of Object.entries(ranges)) {
    if (from !== undefined) fragment.set(`from.${field}`, String(from));
    if (to !== undefined) fragment.set(`to.${field}`, String(to));
    if (within !== undefined) fragment.set(`within.${field}`, serializeDuration(within));
    if (before !== undefined) fragment.set(`before.${field}`, serializeDuration(before));
    if (missing) fragment.set(`never.${field}`, missing);
  }
}

export function parseRangeParams(fragment: UrlParser['fragment']): Record<string, FieldRange> {
  const ranges = new Map<string, FieldRange>();
  for (const name of new Set(fragment.keys())) {
    const [, part, field] = /^(from|to|within|before|never)\.(.+)$/s.exec(name) ?? [];
    if (!part || !field) continue;
    const missing = part === 'never' ? fragment.getChoice(name, ['too', 'only']) : undefined;
    const limit =
      part === 'never' ? undefined : fragment.getParsed(name, AGE_PARSERS[part] ?? ((text) => parseLimit(text, field)));
    if (missing) ranges.set(field, { ...ranges.get(field), missing });
    if (limit !== undefined) ranges.set(field, { ...ranges.get(field), [part]: limit });
  }
  return Object.fromEntries(ranges);
}

const AGE_PARSERS: Readonly<Record<string, typeof parseDuration>> = { within: parseDuration, before: parseDuration };

function parseLimit(text: string, field: string): number | undefined {
  const number = Number(text);
  return Math.abs(number) <= (isTimeFieldName(field) ? MAX_DATE_MS : Number.MAX_VALUE) ? number : undefined;
}

type BarEdges = readonly number[];

export function getRangeOfBars(edges: BarEdges, [first, last]: readonly [number, number]): FieldRange {
  return { from: edges[first] ?? 0, to: (edges[last + 1] ?? 0) - 1 };
}

/** Finds the first and last bar that a range overlaps. Undefined if the range contains only missing times. */
export function findBarsInRange(edges: BarEdges, range: FieldRange | undefined): readonly [number, number] | undefined {
  if (!range || range.missing === 'only' || (range.from === undefined && range.to === undefined)) return undefined;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = range;
  return [findBarAt(edges, from), findBarAt(edges, Math.max(from, to))];
}

function findBarAt(edges: BarEdges, time: number): number {
  const begun = edges.findLastIndex((edge) => edge <= time);
  return Math.max(0, Math.min(begun, edges.length - 2));
}
