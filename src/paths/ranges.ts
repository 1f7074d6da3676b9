import { LAST_DATE_MS, namesTime } from '#lib/time/time.ts';
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
    const limit = part === 'never' ? undefined : fragment.read(name, (text) => limitOf(text, field));
    if (missing) ranges.set(field, { ...ranges.get(field), missing });
    if (limit !== undefined) ranges.set(field, { ...ranges.get(field), [part]: limit });
  }
  return Object.fromEntries(ranges);
}

function limitOf(text: string, field: string): number | undefined {
  const number = Number(text);
  return Math.abs(number) <= (namesTime(field) ? LAST_DATE_MS : Number.MAX_VALUE) ? number : undefined;
}
