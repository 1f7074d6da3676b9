import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { cssVariables, theme } from './theme.ts';

/**
 * Puts the theme's custom properties on the page as a constructed style sheet. A style element would need a nonce, which
 * a static host cannot give; script that the content policy lets run may construct sheets under any policy.
 */
export function adoptThemeSheet(): void {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const scheme = {
    variables: {},
    dark: { '--mantine-color-scheme': 'dark' },
    light: { '--mantine-color-scheme': 'light' },
  };
  const sheet = new CSSStyleSheet();
  // a later rule wins: ours stand on Mantine's
  sheet.replaceSync([defaultCssVariablesResolver(whole), cssVariables(whole), scheme].map(cssOf).join('\n'));
  document.adoptedStyleSheets.push(sheet);
}

function cssOf(variables: Parameters<typeof convertCssVariables>[0]): string {
  return convertCssVariables(variables);
}
