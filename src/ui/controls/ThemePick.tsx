import { useColorScheme } from '#ui/theme/colorScheme.ts';
import { Pick } from './Pick.tsx';

const SCHEMES = [
  { value: 'auto', label: 'Theme: system' },
  { value: 'light', label: 'Theme: light' },
  { value: 'dark', label: 'Theme: dark' },
] as const;

/** Light, dark, or what the system says. */
export function ThemePick() {
  const [colorScheme, setColorScheme] = useColorScheme();
  return <Pick look="plain" aria-label="Colour theme" options={SCHEMES} value={colorScheme} onPick={setColorScheme} />;
}
