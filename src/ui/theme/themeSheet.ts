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

/** Mantine colour scales that are not used. */
const UNUSED = /^--mantine-color-(red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/;

/**
 * Vite plugin that generates the theme's style sheet at build time: a style element created in the browser would need a nonce,
 * which static hosts cannot provide.
 */
export function themeSheet(): Plugin {
  return {
    name: 'theme-sheet',
    resolveId: (source) => (SHEETS.has(source) ? source : null),
    load: (loaded) => SHEETS.get(loaded)?.() ?? null,
  };
}

/** Series colours are a separate sheet, loaded with the charts. */
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
  // later rules win, so ours override Mantine's
  const sheets = [used(defaultCssVariablesResolver(whole)), cssVariables(whole), scheme];
  // the connection's colour for descendants
  const identities = CONNECTION_COLORS.map((name) => `[data-identity="${name}"] { --id: var(--id-${name}); }`);
  return [...sheets.map((variables) => convertCssVariables(variables)), ...identities].join('\n');
}

function used({ variables, light, dark }: ConvertCSSVariablesInput): ConvertCSSVariablesInput {
  const [own, ownLight, ownDark] = [variables, light, dark].map((all) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !UNUSED.test(name))),
  );
  return { variables: own ?? {}, light: ownLight ?? {}, dark: ownDark ?? {} };
}
