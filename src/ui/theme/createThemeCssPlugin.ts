import {
  type ConvertCSSVariablesInput,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { CONNECTION_COLORS } from '#lib/connectionColor.ts';
import { cssVariablesResolver, mantineTheme } from './mantineTheme.ts';
import { SERIES_COLORS_DARK, SERIES_COLORS_LIGHT } from './seriesColors.ts';

const UNUSED_VARIABLE_PATTERN =
  /^--mantine-color-(red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/;

/**
 * Vite plugin that generates the theme's style sheet at build time. A style element created in the browser would
 * require a nonce, which static hosts cannot provide.
 */
export function createThemeCssPlugin(): Plugin {
  return {
    name: 'theme-sheet',
    resolveId: (source) => (VIRTUAL_SHEETS.has(source) ? source : null),
    load: (loaded) => VIRTUAL_SHEETS.get(loaded)?.() ?? null,
  };
}

/** Generated style sheets. Series colors are separate, because they are loaded with the charts. */
const VIRTUAL_SHEETS: ReadonlyMap<string, () => string> = new Map([
  ['virtual:theme.css', buildThemeCss],
  ['virtual:series.css', buildSeriesCss],
]);

function buildSeriesCss(): string {
  const named = (hues: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(hues).map(([name, color]) => [`--series-${name}`, color]));
  return convertCssVariables({ variables: {}, light: named(SERIES_COLORS_LIGHT), dark: named(SERIES_COLORS_DARK) });
}

function buildThemeCss(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, mantineTheme);
  const scheme = {
    variables: {},
    dark: { '--mantine-color-scheme': 'dark' },
    light: { '--mantine-color-scheme': 'light' },
  };
  // later rules take precedence, so ours override Mantine's
  const sheets = [removeUnusedVariables(defaultCssVariablesResolver(whole)), cssVariablesResolver(whole), scheme];
  // the connection's color for descendants
  const identities = CONNECTION_COLORS.map((name) => `[data-identity="${name}"] { --id: var(--id-${name}); }`);
  return [...sheets.map((variables) => convertCssVariables(variables)), ...identities].join('\n');
}

function removeUnusedVariables({ variables, light, dark }: ConvertCSSVariablesInput): ConvertCSSVariablesInput {
  const [own, ownLight, ownDark] = [variables, light, dark].map((all) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !UNUSED_VARIABLE_PATTERN.test(name))),
  );
  return { variables: own ?? {}, light: ownLight ?? {}, dark: ownDark ?? {} };
}
