import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { MONO, SANS } from './fonts.ts';
import { DARK, DARK_SHADES, LIGHT, LIGHT_SHADES, type Token } from './tokens.ts';

const ACCENT: MantineColorsTuple = [
  '#eef4fc',
  '#dce8f8',
  '#b6d0f1',
  '#8db6ea',
  '#689fe3',
  '#4a8bdc',
  '#3272d4',
  '#1f5fb8',
  '#1a52a0',
  '#13427f',
];

const RED: MantineColorsTuple = [
  '#fcebe9',
  '#f8d4d1',
  '#f2aba6',
  '#ff8a80',
  '#e56a61',
  '#d9493f',
  '#c53429',
  '#b3261e',
  '#961d16',
  '#76160f',
];

/** Neutral scales; Mantine's components reach into them by number, for borders of inputs the fourth. */
const NEUTRAL_LIGHT: MantineColorsTuple = [
  LIGHT.canvas,
  LIGHT.hover,
  LIGHT.sunken,
  LIGHT.line,
  LIGHT.border,
  LIGHT.muted,
  LIGHT.muted,
  '#3f4854',
  '#2b323b',
  LIGHT.text,
];

const NEUTRAL_DARK: MantineColorsTuple = [
  DARK.text,
  '#c5ccd6',
  DARK.muted,
  DARK.muted,
  DARK.border,
  DARK.line,
  DARK.sunken,
  DARK.surface,
  '#14181d',
  DARK.canvas,
];

/** 8 px grid, 13 px text, system fonts, one accent. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent: ACCENT, red: RED, gray: NEUTRAL_LIGHT, dark: NEUTRAL_DARK },
  black: LIGHT.text,
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  // what the library's own parts are drawn in, in our two sizes of text
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '16px', xl: '20px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '16px', lineHeight: '24px' },
      h2: { fontSize: '13px', lineHeight: '20px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '16px' },
});

/** Gives every token as a custom property (`--muted`) and lays Mantine's own variables on them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--font-mono': 'var(--mantine-font-family-monospace)' },
  light: { ...schemeVariables(LIGHT), ...customProperties(LIGHT_SHADES) },
  dark: { ...schemeVariables(DARK), ...customProperties(DARK_SHADES) },
});

function customProperties(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));
}

function schemeVariables(tokens: Record<Token, string>): Record<string, string> {
  return {
    ...customProperties(tokens),
    '--mantine-color-body': tokens.canvas,
    '--mantine-color-text': tokens.text,
    '--mantine-color-bright': tokens.text,
    '--mantine-color-dimmed': tokens.muted,
    '--mantine-color-placeholder': tokens.muted,
    '--mantine-color-anchor': tokens.accent,
    '--mantine-color-error': tokens.failed,
    '--mantine-color-success': tokens.good,
    '--mantine-color-default': tokens.surface,
    '--mantine-color-default-color': tokens.text,
    '--mantine-color-default-hover': tokens.hover,
    '--mantine-color-default-border': tokens.border,
    '--mantine-color-disabled': tokens.sunken,
    '--mantine-color-disabled-color': tokens.muted,
    '--mantine-color-disabled-border': tokens.line,
    '--mantine-primary-color-filled': tokens['accent-filled'],
    '--mantine-primary-color-filled-hover': tokens['accent-filled-hover'],
    '--mantine-primary-color-contrast': tokens['on-accent'],
    '--mantine-primary-color-light': tokens['accent-soft'],
    '--mantine-primary-color-light-hover': tokens['accent-soft'],
    '--mantine-primary-color-light-color': tokens.accent,
    '--mantine-color-accent-filled': tokens['accent-filled'],
    '--mantine-color-accent-filled-hover': tokens['accent-filled-hover'],
    '--mantine-color-accent-light': tokens['accent-soft'],
    '--mantine-color-accent-light-hover': tokens['accent-soft'],
    '--mantine-color-accent-light-color': tokens.accent,
    '--mantine-color-accent-outline': tokens.accent,
    '--mantine-color-accent-text': tokens.accent,
  };
}
