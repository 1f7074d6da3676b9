import { setting } from '#lib/setting.ts';
import { useSetting } from '#ui/browser/useSetting.ts';

/** Light, dark, or as the system says. */
type ColorScheme = 'auto' | 'light' | 'dark';

const SCHEMES: readonly ColorScheme[] = ['auto', 'light', 'dark'];

/** Read by public/color-scheme.js too, which sets the scheme before the first paint. */
const preferred = setting<ColorScheme>({
  name: 'colorScheme',
  fallback: 'auto',
  read: (kept) => SCHEMES.find((scheme) => scheme === kept),
});

/** The scheme that was chosen, and how to choose. */
export function useColorScheme(): [chosen: ColorScheme, choose: (scheme: ColorScheme) => void] {
  return useSetting(preferred);
}

/** Has the document follow what is chosen, in this tab or another one, and the system where that is wanted. */
export function followColorScheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = preferred.get();
    const scheme = chosen === 'auto' ? (system.matches ? 'dark' : 'light') : chosen;
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  };
  preferred.subscribe(apply);
  system.addEventListener('change', apply);
  apply();
}
