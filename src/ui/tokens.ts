/**
 * The colours of both themes. Text, meaning and border colours meet WCAG AA on every background they may stand on:
 * 4.5 for text, 3 for borders of controls (`tokens.test.ts` computes every pair). `line` only decorates.
 */
export const LIGHT = {
  canvas: '#f5f6f8',
  surface: '#ffffff',
  sunken: '#eceef2',
  hover: '#f0f2f5',
  text: '#1a1f26',
  muted: '#535d6b',
  line: '#dde1e7',
  border: '#7a8494',
  accent: '#1f5fb8',
  'accent-soft': '#e3edfa',
  'accent-filled': '#1f5fb8',
  'accent-filled-hover': '#1a52a0',
  'on-accent': '#ffffff',
  good: '#17683a',
  'good-soft': '#e2f3e8',
  attention: '#8a4b00',
  'attention-soft': '#fdf0dc',
  failed: '#b3261e',
  'failed-soft': '#fcebe9',
  unknown: '#5b5470',
  'unknown-soft': '#efedf4',
} as const;

export type Token = keyof typeof LIGHT;

export const DARK: Record<Token, string> = {
  canvas: '#111418',
  surface: '#181c22',
  sunken: '#20252d',
  hover: '#1f242c',
  text: '#e4e8ee',
  muted: '#a3adbb',
  line: '#2c323b',
  border: '#737e8e',
  accent: '#7fb2f5',
  'accent-soft': '#1b2f4a',
  'accent-filled': '#2a6acc',
  'accent-filled-hover': '#2360bd',
  'on-accent': '#ffffff',
  good: '#6fcf97',
  'good-soft': '#15301f',
  attention: '#f0b35a',
  'attention-soft': '#35260f',
  failed: '#ff8a80',
  'failed-soft': '#3d1c1a',
  unknown: '#b9b0d0',
  'unknown-soft': '#2a2636',
};

const BACKGROUNDS = ['canvas', 'surface', 'sunken', 'hover', 'accent-soft'] as const satisfies readonly Token[];
const MEANINGS = ['good', 'attention', 'failed', 'unknown'] as const satisfies readonly Token[];

/** Every foreground with a background it may stand on, and the least contrast that pair must have. */
export const CONTRAST_PAIRS: readonly { foreground: Token; background: Token; least: number }[] = [
  ...BACKGROUNDS.flatMap((background) => [
    ...(['text', 'muted', 'accent', ...MEANINGS] as const).map((foreground) => ({
      foreground,
      background,
      least: 4.5,
    })),
    { foreground: 'border' as const, background, least: 3 },
  ]),
  ...MEANINGS.flatMap((meaning) =>
    (['text', meaning] as const).map((foreground) => ({
      foreground,
      background: `${meaning}-soft` as const,
      least: 4.5,
    })),
  ),
  { foreground: 'on-accent', background: 'accent-filled', least: 4.5 },
  { foreground: 'on-accent', background: 'accent-filled-hover', least: 4.5 },
];
