/** `1,234,567`; by hand, because it is wanted with the first rows and Intl takes as long to start as they do. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 device`, `2 devices`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}

/** A value as an axis or a tooltip shows it: no more digits than tell neighbours apart. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return '';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e9 || size < 1e-4)) return value.toExponential(2).replace('-', '−');
  return value.toLocaleString('en', { maximumSignificantDigits: size >= 100_000 ? 9 : 6 }).replace('-', '−');
}
