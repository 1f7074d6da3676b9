const UNITS = ['B', 'kB', 'MB', 'GB'];

/** `847 B`, `12.4 kB`, `240 MB`: decimal units, three digits at most. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}
