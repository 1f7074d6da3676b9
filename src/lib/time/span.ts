import { pluralize } from '#lib/formatNumber.ts';

/** Lengths of time that a person asks by, the largest first: as a link has them, in words, in ms. */
export const SPAN_UNITS = [
  { short: 'd', unit: 'day', ms: 86_400_000 },
  { short: 'h', unit: 'hour', ms: 3_600_000 },
  { short: 'min', unit: 'minute', ms: 60_000 },
] as const;

export type SpanUnit = (typeof SPAN_UNITS)[number];

/** No list goes back further: a hundred years, in ms. */
const LONGEST_MS = 36_525 * 86_400_000;

/** The number of the largest unit that gives a whole one. */
export function spanParts(ms: number): { count: number; unit: SpanUnit } {
  const unit = SPAN_UNITS.find((one) => ms % one.ms === 0) ?? SPAN_UNITS[2];
  return { count: ms / unit.ms, unit };
}

/** `7d`, `36h`, `15min`. */
export function spanText(ms: number): string {
  const { count, unit } = spanParts(ms);
  return `${count}${unit.short}`;
}

/** The ms of such a text; undefined for any other. */
export function spanOf(text: string): number | undefined {
  const [, count, short] = /^([1-9]\d{0,8})(d|h|min)$/.exec(text) ?? [];
  const unit = SPAN_UNITS.find((one) => one.short === short);
  const ms = Number(count) * (unit?.ms ?? Number.NaN);
  return ms <= LONGEST_MS ? ms : undefined;
}

/** `7 days`, `1 hour`. */
export function spanWords(ms: number): string {
  const { count, unit } = spanParts(ms);
  return pluralize(count, unit.unit);
}
