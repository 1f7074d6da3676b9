/**
 * Colors of the light theme. Text, status and border colors meet WCAG AA on all their backgrounds: 4.5 for text, 3 for
 * control borders. `tokens.test.ts` checks every pair. `line` is decorative.
 */
export const LIGHT_TOKENS = {
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
  'id-teal': '#0f6b6b',
  'id-plum': '#7d3c7a',
  'id-ochre': '#7a5a12',
  'id-slate': '#44566e',
  'id-brick': '#8c4632',
  'id-moss': '#4c6629',
} as const;

export type ColorToken = keyof typeof LIGHT_TOKENS;

export const DARK_TOKENS: Record<ColorToken, string> = {
  canvas: '#111418',
  surface: '#181c22',
  sunken: '#20252d',
  hover: '#1f242c',
  text: '#e4e8ee',
  muted: '#a3adbb',
  line: '#2c323b',
  border: '#737e8e',
  accent: '#7fb2f5',
  'accent-soft': '#1a2c46',
  'accent-filled': '#3272d4',
  'accent-filled-hover': '#2863c0',
  'on-accent': '#ffffff',
  good: '#6fcf97',
  'good-soft': '#15301f',
  attention: '#f0b35a',
  'attention-soft': '#35260f',
  failed: '#ff8a80',
  'failed-soft': '#3d1c1a',
  unknown: '#b9b0d0',
  'unknown-soft': '#2a2636',
  'id-teal': '#17807f',
  'id-plum': '#9a5497',
  'id-ochre': '#8f6c1c',
  'id-slate': '#5f7492',
  'id-brick': '#a8573d',
  'id-moss': '#5d7b34',
};

export const LIGHT_OVERLAY_TOKENS = {
  shadow: '0 1px 2px rgb(16 24 40 / 8%), 0 8px 24px rgb(16 24 40 / 14%)',
  scrim: 'rgb(16 24 40 / 20%)',
} as const;
export const DARK_OVERLAY_TOKENS = {
  shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 50%)',
  scrim: 'rgb(0 0 0 / 32%)',
} as const;
