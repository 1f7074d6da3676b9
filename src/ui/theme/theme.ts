import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { MONO, SANS } from './fonts.ts';
import { DARK, DARK_SHADES, LIGHT, LIGHT_SHADES, type Token } from './tokens.ts';

/** Neutral scales; Mantine uses them by index, such as 4 for input borders. */
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

export const theme = createTheme({
  colors: { gray: NEUTRAL_LIGHT, dark: NEUTRAL_DARK },
  black: LIGHT.text,
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  // text sizes of Mantine components, limited to ours
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '16px' },
});

/** Defines every token as a custom property (`--muted`) and overrides the Mantine variables in use. */
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
    '--mantine-color-dimmed': tokens.muted,
    '--mantine-color-placeholder': tokens.muted,
    '--mantine-color-error': tokens.failed,
    '--mantine-color-success': tokens.good,
    '--mantine-color-disabled': tokens.sunken,
    '--mantine-color-disabled-color': tokens.muted,
    '--mantine-primary-color-filled': tokens['accent-filled'],
  };
}
