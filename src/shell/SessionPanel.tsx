import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { type Connection, hostOf } from '#api/connection.ts';
import { signOut } from '#session/session.ts';

import classes from './SessionPanel.module.css';
import { ThemeChoice } from './ThemeChoice.tsx';
import { TimeControl } from './TimeControl.tsx';

/** Who the console talks to, how it looks, and the way out. */
export function SessionPanel({ connection }: { connection: Connection }) {
  return (
    <div className={classes['panel']}>
      <p className={classes['host']} title={connection.baseUrl}>
        <span>Connected to</span>
        {hostOf(connection.baseUrl)}
      </p>
      <TimeControl />
      <ThemeChoice />
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
