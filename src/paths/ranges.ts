import { barAt, type TimeScale } from '#lib/timeScale.ts';
import type { LinkReader } from './link.ts';

/** From and to, both included; rows without a value pass beside those (`too`) or are the only ones to pass. */
export type RangeState = { from?: number; to?: number; missing?: 'too' | 'only' };

/** Ranges by field. */
export type Ranges = Readonly<Record<string, RangeState>>;

export function writeRanges(fragment: URLSearchParams, ranges: Ranges): void {
  for (const [field, { from, to, missing }] of Object.entries(ranges)) {
    if (from !== undefined) fragment.set(`from.${field}`, String(from));
    if (to !== undefined) fragment.set(`to.${field}`, String(to));
    if (missing) fragment.set(`never.${field}`, missing);
  }
}

export function readRanges(fragment: LinkReader['fragment']): Record<string, RangeState> {
  const ranges = new Map<string, RangeState>();
  for (const name of fragment.names()) {
    const [, part, field] = /^(from|to|never)\.(.+)$/s.exec(name) ?? [];
    if (!part || !field) continue;
    const missing = part === 'never' ? fragment.choice(name, ['too', 'only']) : undefined;
    const limit = part === 'never' ? undefined : fragment.read(name, numberOf);
    if (missing) ranges.set(field, { ...ranges.get(field), missing });
    if (limit !== undefined) ranges.set(field, { ...ranges.get(field), [part]: limit });
  }
  return Object.fromEntries(ranges);
}

/** The range of some bars, from the first to the last. */
export function rangeOfBars({ edges }: TimeScale, [first, last]: readonly [number, number]): RangeState {
  return { from: edges[first] ?? 0, to: (edges[last + 1] ?? 0) - 1 };
}

/** The bars that a range covers, or touches; none where it is only those without a time. */
export function barsOfRange(scale: TimeScale, range: RangeState | undefined): readonly [number, number] | undefined {
  if (!range || range.missing === 'only' || (range.from === undefined && range.to === undefined)) return undefined;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = range;
  return [barAt(scale, from), barAt(scale, Math.max(from, to))];
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
