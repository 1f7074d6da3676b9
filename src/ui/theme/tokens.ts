import { IDENTITIES, type Identity } from '#lib/identity.ts';

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
  'id-teal': '#0f6b6b',
  'id-plum': '#7d3c7a',
  'id-ochre': '#7a5a12',
  'id-slate': '#44566e',
  'id-brick': '#8c4632',
  'id-moss': '#4c6629',
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

/** What overlays cast, and what lies under those that hold everything else still. */
export const LIGHT_SHADES = {
  shadow: '0 1px 2px rgb(16 24 40 / 8%), 0 8px 24px rgb(16 24 40 / 14%)',
  scrim: 'rgb(16 24 40 / 20%)',
} as const;
export const DARK_SHADES = {
  shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 50%)',
  scrim: 'rgb(0 0 0 / 32%)',
} as const;

const BACKGROUNDS = ['canvas', 'surface', 'sunken', 'hover', 'accent-soft'] as const satisfies readonly Token[];
const MEANINGS = ['good', 'attention', 'failed', 'unknown'] as const satisfies readonly Token[];
const NOTICES = ['attention-soft', 'failed-soft'] as const satisfies readonly Token[];

type Pair = { foreground: Token; background: Token; least: number };

const pairs = (foregrounds: readonly Token[], backgrounds: readonly Token[], least: number): Pair[] =>
  backgrounds.flatMap((background) => foregrounds.map((foreground) => ({ foreground, background, least })));

const TEXT = 4.5;
/** Borders of controls, filled controls, and whatever else is no text. */
const SHAPE = 3;

/** Every foreground with a background it may stand on, and the least contrast that pair must have. */
export const CONTRAST_PAIRS: readonly Pair[] = [
  ...pairs(['text', 'muted', 'accent', ...MEANINGS], BACKGROUNDS, TEXT),
  ...pairs(['text', 'muted'], ['line'], TEXT),
  ...pairs(['muted', 'accent', 'good', 'failed'], NOTICES, TEXT),
  ...MEANINGS.flatMap((meaning) => pairs(['text', meaning], [`${meaning}-soft`], TEXT)),
  ...pairs(['on-accent'], ['accent-filled', 'accent-filled-hover', ...IDENTITIES.map(identityToken)], TEXT),
  ...pairs(['border', 'accent-filled'], [...BACKGROUNDS, ...NOTICES], SHAPE),
  ...pairs(IDENTITIES.map(identityToken), ['canvas'], SHAPE),
];

function identityToken<Name extends Identity>(identity: Name): `id-${Name}` {
  return `id-${identity}`;
}
