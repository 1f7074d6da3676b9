import { useColorScheme } from '#ui/theme/colorScheme.ts';
import { Pick } from './Pick.tsx';

const SCHEMES = [
  { value: 'auto', label: 'System theme' },
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
] as const;

export function ThemePick() {
  const [colorScheme, setColorScheme] = useColorScheme();
  return <Pick look="plain" aria-label="Colour theme" options={SCHEMES} value={colorScheme} onPick={setColorScheme} />;
}
