import { parseDuration, serializeDuration } from '#lib/time/duration.ts';
import { isTimeFieldName, MAX_DATE_MS } from '#lib/time/time.ts';
import type { LinkReader } from './link.ts';

/**
 * Bounds are inclusive. `within` and `before` are ages in ms, relative to the list's request. `missing` also passes rows without
 * a value, or passes only those.
 */
export type RangeState = {
  from?: number;
  to?: number;
  within?: number;
  before?: number;
  missing?: 'too' | 'only';
};

export type Ranges = Readonly<Record<string, RangeState>>;

export function writeRanges(fragment: URLSearchParams, ranges: Ranges): void {
  for (const [field, { from, to, within, before, missing }] of Object.entries(ranges)) {
    if (from !== undefined) fragment.set(`from.${field}`, String(from));
    if (to !== undefined) fragment.set(`to.${field}`, String(to));
    if (within !== undefined) fragment.set(`within.${field}`, serializeDuration(within));
    if (before !== undefined) fragment.set(`before.${field}`, serializeDuration(before));
    if (missing) fragment.set(`never.${field}`, missing);
  }
}

export function readRanges(fragment: LinkReader['fragment']): Record<string, RangeState> {
  const ranges = new Map<string, RangeState>();
  for (const name of new Set(fragment.keys())) {
    const [, part, field] = /^(from|to|within|before|never)\.(.+)$/s.exec(name) ?? [];
    if (!part || !field) continue;
    const missing = part === 'never' ? fragment.choice(name, ['too', 'only']) : undefined;
    const limit = part === 'never' ? undefined : fragment.read(name, LIMITS[part] ?? ((text) => limitOf(text, field)));
    if (missing) ranges.set(field, { ...ranges.get(field), missing });
    if (limit !== undefined) ranges.set(field, { ...ranges.get(field), [part]: limit });
  }
  return Object.fromEntries(ranges);
}

const LIMITS: Readonly<Record<string, typeof parseDuration>> = { within: parseDuration, before: parseDuration };

function limitOf(text: string, field: string): number | undefined {
  const number = Number(text);
  return Math.abs(number) <= (isTimeFieldName(field) ? MAX_DATE_MS : Number.MAX_VALUE) ? number : undefined;
}

/** Boundaries of adjacent time bars, in ms. */
type Edges = readonly number[];

export function rangeOfBars(edges: Edges, [first, last]: readonly [number, number]): RangeState {
  return { from: edges[first] ?? 0, to: (edges[last + 1] ?? 0) - 1 };
}

/** First and last bar that a range touches; undefined if only missing times pass. */
export function barsOfRange(edges: Edges, range: RangeState | undefined): readonly [number, number] | undefined {
  if (!range || range.missing === 'only' || (range.from === undefined && range.to === undefined)) return undefined;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = range;
  return [barAt(edges, from), barAt(edges, Math.max(from, to))];
}

/** Index of the bar that contains a time, clamped to the first and last bar. */
function barAt(edges: Edges, time: number): number {
  const begun = edges.findLastIndex((edge) => edge <= time);
  return Math.max(0, Math.min(begun, edges.length - 2));
}
