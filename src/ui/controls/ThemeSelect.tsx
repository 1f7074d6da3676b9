import { useColorScheme } from '#ui/theme/colorScheme.ts';
import { Select } from './Select.tsx';

const THEME_OPTIONS = [
  { value: 'auto', label: 'System theme' },
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
] as const;

export function ThemeSelect() {
  const [colorScheme, setColorScheme] = useColorScheme();
  return (
    <Select
      variant="plain"
      aria-label="Color theme"
      options={THEME_OPTIONS}
      value={colorScheme}
      onValueChange={setColorScheme}
    />
  );
}
