import { formatCountWithNoun } from '#lib/formatNumber.ts';

/** Units of durations, largest first: name in links, name in text, length in ms. */
export const DURATION_UNITS = [
  { short: 'd', unit: 'day', ms: 86_400_000 },
  { short: 'h', unit: 'hour', ms: 3_600_000 },
  { short: 'min', unit: 'minute', ms: 60_000 },
] as const;

export type DurationUnit = (typeof DURATION_UNITS)[number];

const MAX_DURATION_MS = 36_525 * 86_400_000;

export function convertToLargestExactUnit(ms: number): { count: number; unit: DurationUnit } {
  const unit = DURATION_UNITS.find((one) => ms % one.ms === 0) ?? DURATION_UNITS[2];
  return { count: ms / unit.ms, unit };
}

/** Formats a duration for links, such as `7d`, `36h` or `15min`. */
export function serializeDuration(ms: number): string {
  const { count, unit } = convertToLargestExactUnit(ms);
  return `${count}${unit.short}`;
}

export function parseDuration(text: string): number | undefined {
  const [, count, short] = /^([1-9]\d{0,8})(d|h|min)$/.exec(text) ?? [];
  const unit = DURATION_UNITS.find((one) => one.short === short);
  const ms = Number(count) * (unit?.ms ?? Number.NaN);
  return ms <= MAX_DURATION_MS ? ms : undefined;
}

export function formatExactDuration(ms: number): string {
  const { count, unit } = convertToLargestExactUnit(ms);
  return formatCountWithNoun(count, unit.unit);
}
