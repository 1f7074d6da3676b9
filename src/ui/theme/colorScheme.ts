import * as z from 'zod/mini';
import { createParser } from '#lib/schema.ts';
import { setting } from '#lib/setting.ts';
import { useSetting } from '#ui/browser/useSetting.ts';

type ColorScheme = 'auto' | 'light' | 'dark';

const COLOR_SCHEMES: readonly ColorScheme[] = ['auto', 'light', 'dark'];

/** Setting that public/color-scheme.js also reads, to set the scheme before the first paint. */
const colorSchemeSetting = setting<ColorScheme>({
  name: 'colorScheme',
  fallback: 'auto',
  parse: createParser(z.enum(COLOR_SCHEMES)),
});

export function useColorScheme(): [chosen: ColorScheme, choose: (scheme: ColorScheme) => void] {
  return useSetting(colorSchemeSetting);
}

/** Applies the chosen or system scheme to the document, also on changes in other tabs. Printouts are light. */
export function startColorScheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const print = matchMedia('print');
  const apply = () => {
    const chosen = print.matches ? 'light' : colorSchemeSetting.get();
    const scheme = chosen === 'auto' ? (system.matches ? 'dark' : 'light') : chosen;
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  };
  colorSchemeSetting.subscribe(apply);
  for (const media of [system, print]) media.addEventListener('change', apply);
  apply();
}
