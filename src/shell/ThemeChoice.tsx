import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import classes from './ThemeChoice.module.css';

const SCHEMES = [
  { value: 'auto', label: 'System theme', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light theme', Icon: IconSun },
  { value: 'dark', label: 'Dark theme', Icon: IconMoon },
] as const;

/** Light, dark or what the system says: bare radio buttons, because every page waits for them before it is drawn. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes['choice']} role="radiogroup" aria-label="Colour theme">
      {SCHEMES.map(({ value, label, Icon }) => (
        <label key={value} className={classes['scheme']} title={label}>
          <input
            type="radio"
            name="colour-theme"
            aria-label={label}
            checked={value === colorScheme}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={16} stroke={1.75} aria-hidden />
        </label>
      ))}
    </div>
  );
}
