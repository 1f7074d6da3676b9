import { parseDuration, serializeDuration } from '#lib/time/duration.ts';
import { isTimeFieldName, MAX_DATE_MS } from '#lib/time/time.ts';
import type { LinkReader } from './link.ts';

/**
 * From and to, both included; or at most, or more than, so many ms before the list was asked for. Rows without a value pass
 * beside those (`too`) or are the only ones to pass.
 */
export type RangeState = {
  from?: number;
  to?: number;
  within?: number;
  before?: number;
  missing?: 'too' | 'only';
};

/** Ranges by field. */
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

/** Where bars of time begin and end, in ms, one after the other. */
type Edges = readonly number[];

/** The range of some bars, from the first to the last. */
export function rangeOfBars(edges: Edges, [first, last]: readonly [number, number]): RangeState {
  return { from: edges[first] ?? 0, to: (edges[last + 1] ?? 0) - 1 };
}

/** The bars that a range covers, or touches; none where it is only those without a time. */
export function barsOfRange(edges: Edges, range: RangeState | undefined): readonly [number, number] | undefined {
  if (!range || range.missing === 'only' || (range.from === undefined && range.to === undefined)) return undefined;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = range;
  return [barAt(edges, from), barAt(edges, Math.max(from, to))];
}

/** The bar that a time is in; the first or the last one for times before or after all of them. */
function barAt(edges: Edges, time: number): number {
  const begun = edges.findLastIndex((edge) => edge <= time);
  return Math.max(0, Math.min(begun, edges.length - 2));
}
