import {
  type ConvertCSSVariablesInput,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { CONNECTION_COLORS } from '#lib/connectionColor.ts';
import { DARK_SERIES, LIGHT_SERIES } from './seriesHues.ts';
import { cssVariables, theme } from './theme.ts';

/** Scales of the library that nothing here is drawn in. */
const UNUSED = /^--mantine-color-(red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/;

/**
 * The theme's custom properties as a style sheet, made when the console is built: a style element that is written in the
 * browser would need a nonce, which a static host cannot give.
 */
export function themeSheet(): Plugin {
  return {
    name: 'theme-sheet',
    resolveId: (source) => (SHEETS.has(source) ? source : null),
    load: (loaded) => SHEETS.get(loaded)?.() ?? null,
  };
}

/** The colors of series are wanted by charts alone, and come with their code. */
const SHEETS: ReadonlyMap<string, () => string> = new Map([
  ['virtual:theme.css', themeCss],
  ['virtual:series.css', seriesCss],
]);

function seriesCss(): string {
  const named = (hues: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(hues).map(([name, color]) => [`--series-${name}`, color]));
  return convertCssVariables({ variables: {}, light: named(LIGHT_SERIES), dark: named(DARK_SERIES) });
}

function themeCss(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const scheme = {
    variables: {},
    dark: { '--mantine-color-scheme': 'dark' },
    light: { '--mantine-color-scheme': 'light' },
  };
  // a later rule wins: ours stand on Mantine's
  const sheets = [used(defaultCssVariablesResolver(whole)), cssVariables(whole), scheme];
  // the colour of a connection, for whatever stands within what carries it
  const identities = CONNECTION_COLORS.map((name) => `[data-identity="${name}"] { --id: var(--id-${name}); }`);
  return [...sheets.map((variables) => convertCssVariables(variables)), ...identities].join('\n');
}

function used({ variables, light, dark }: ConvertCSSVariablesInput): ConvertCSSVariablesInput {
  const [own, ownLight, ownDark] = [variables, light, dark].map((all) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !UNUSED.test(name))),
  );
  return { variables: own ?? {}, light: ownLight ?? {}, dark: ownDark ?? {} };
}
