import { Button, SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { type Connection, hostOf } from '#api/connection.ts';
import { connectionsPath } from '#paths.ts';
import { signOut } from '#session/session.ts';

import classes from './SessionPanel.module.css';
import { TimeControl } from './TimeControl.tsx';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

const SCHEMES = [
  { value: 'auto', label: 'System theme', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light theme', Icon: IconSun },
  { value: 'dark', label: 'Dark theme', Icon: IconMoon },
] as const;

/** Who the console talks to, how it looks, and the way out. */
export function SessionPanel({ connection }: { connection: Connection }) {
  const { pathname, search, hash } = useLocation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes['panel']}>
      <p className={classes['host']} title={connection.baseUrl}>
        <span>Connected to</span>
        {hostOf(connection.baseUrl)}
      </p>
      <Link className={classes['link'] ?? ''} to={connectionsPath(pathname + search + hash)}>
        Edit connections
      </Link>
      <TimeControl />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Colour theme"
        value={colorScheme}
        onChange={(value) => setColorScheme(value as typeof colorScheme)} // the values are SCHEMES'
        data={SCHEMES.map(({ value, label, Icon }) => ({
          value,
          label: (
            <span className={classes['scheme']} title={label}>
              <Icon size={16} stroke={1.75} aria-hidden />
              <VisuallyHidden>{label}</VisuallyHidden>
            </span>
          ),
        }))}
      />
      <Button
        variant="default"
        size="xs"
        fullWidth
        leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />}
        onClick={() => signOut()}
      >
        Sign out
      </Button>
    </div>
  );
}
