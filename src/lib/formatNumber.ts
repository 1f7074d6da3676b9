import { intlFormats } from '#lib/time/intlFormats.ts';

/** Formats an integer, such as `1,234,567`. Does not use Intl, whose start would delay the first rows. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

export function formatCountWithNoun(count: number, one: string, several = `${one}s`): string {
  const isOne = intlFormats.getPluralRules().select(count) === 'one';
  return `${formatCount(count)} ${isOne ? one : several}`;
}

/** Formats counts with nouns, such as `1 device and 2 documents`. */
export function formatCounts(...counts: readonly (readonly [count: number, noun: string])[]): string {
  return new Intl.ListFormat('en-GB').format(counts.map(([count, noun]) => formatCountWithNoun(count, noun)));
}

/** Formats a share, such as `27 %` or `< 1 %`. */
export function formatPercent(share: number): string {
  return `${share > 0 && share < 0.01 ? '< 1' : Math.round(share * 100)} %`;
}

/** Formats a share with one decimal, such as "17.8 %". */
export function formatShare(share: number): string {
  return share > 0 && share < 0.001 ? '< 0.1 %' : `${(100 * share).toFixed(1)} %`;
}

export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e9 || size < 1e-4)) return value.toExponential(2).replace('-', '−');
  return value.toLocaleString('en', { maximumSignificantDigits: size >= 100_000 ? 9 : 6 }).replace('-', '−');
}

/** Rounds a mean to four significant digits, or to all digits of its integer part. */
export function roundMean(mean: number): number {
  const whole = Number.isFinite(mean) && mean !== 0 ? Math.floor(Math.log10(Math.abs(mean))) + 1 : 0;
  return Number(mean.toPrecision(Math.min(15, Math.max(4, whole))));
}

export function formatMean(mean: number): string {
  return formatNumber(roundMean(mean));
}

const BYTES = ['B', 'kB', 'MB', 'GB'];

/** Formats a size in decimal units with at most three digits, such as `12.4 kB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < BYTES.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${BYTES[unit]}`;
}
