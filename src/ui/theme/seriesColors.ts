/**
 * Series colors for both themes, in the order of assignment. The hues have no meaning. `tokens.test.ts` checks their
 * contrast and how well color-blind readers can distinguish them.
 */
export const SERIES_HUES = ['blue', 'orange', 'teal', 'pink', 'gold', 'violet', 'green', 'red'] as const;

type SeriesHue = (typeof SERIES_HUES)[number];

export const SERIES_COLORS_LIGHT: Record<SeriesHue, string> = {
  blue: '#25488a',
  orange: '#723b00',
  teal: '#03717b',
  pink: '#e625ba',
  gold: '#a57a08',
  violet: '#a054fa',
  green: '#549370',
  red: '#a0434a',
};

export const SERIES_COLORS_DARK: Record<SeriesHue, string> = {
  blue: '#97b3ff',
  orange: '#f4a069',
  teal: '#5fece4',
  pink: '#d35eaf',
  gold: '#f3d80d',
  violet: '#a641fc',
  green: '#02895d',
  red: '#f0242a',
};

export const UNSELECTED_SERIES_OPACITY = 0.55;

export function getSeriesColor(position: number): string {
  return `var(--series-${SERIES_HUES[position % SERIES_HUES.length]})`;
}
