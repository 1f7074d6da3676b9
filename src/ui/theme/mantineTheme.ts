import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { FONT_MONO, FONT_SANS } from './fonts.ts';
import { type ColorToken, DARK_OVERLAY_TOKENS, DARK_TOKENS, LIGHT_OVERLAY_TOKENS, LIGHT_TOKENS } from './tokens.ts';

/** Neutral color scales. Mantine refers to the shades by index, for example to shade 4 for input borders. */
const NEUTRAL_LIGHT: MantineColorsTuple = [
  LIGHT_TOKENS.canvas,
  LIGHT_TOKENS.hover,
  LIGHT_TOKENS.sunken,
  LIGHT_TOKENS.line,
  LIGHT_TOKENS.border,
  LIGHT_TOKENS.muted,
  LIGHT_TOKENS.muted,
  '#3f4854',
  '#2b323b',
  LIGHT_TOKENS.text,
];

const NEUTRAL_DARK: MantineColorsTuple = [
  DARK_TOKENS.text,
  '#c5ccd6',
  DARK_TOKENS.muted,
  DARK_TOKENS.muted,
  DARK_TOKENS.border,
  DARK_TOKENS.line,
  DARK_TOKENS.sunken,
  DARK_TOKENS.surface,
  '#14181d',
  DARK_TOKENS.canvas,
];

export const mantineTheme = createTheme({
  colors: { gray: NEUTRAL_LIGHT, dark: NEUTRAL_DARK },
  black: LIGHT_TOKENS.text,
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: FONT_SANS,
  fontFamilyMonospace: FONT_MONO,
  // text sizes of Mantine components, limited to ours
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '16px' },
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--font-mono': 'var(--mantine-font-family-monospace)' },
  light: { ...createSchemeVariables(LIGHT_TOKENS), ...toCustomProperties(LIGHT_OVERLAY_TOKENS) },
  dark: { ...createSchemeVariables(DARK_TOKENS), ...toCustomProperties(DARK_OVERLAY_TOKENS) },
});

function toCustomProperties(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));
}

function createSchemeVariables(tokens: Record<ColorToken, string>): Record<string, string> {
  return {
    ...toCustomProperties(tokens),
    '--mantine-color-body': tokens.canvas,
    '--mantine-color-text': tokens.text,
    '--mantine-color-dimmed': tokens.muted,
    '--mantine-color-placeholder': tokens.muted,
    '--mantine-color-error': tokens.failed,
    '--mantine-color-success': tokens.good,
    '--mantine-color-disabled': tokens.sunken,
    '--mantine-color-disabled-color': tokens.muted,
    '--mantine-primary-color-filled': tokens['accent-filled'],
  };
}
