import { IconLogout } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { type Connection, hostOf } from '#api/connection.ts';
import { ABOUT } from '#paths/addresses.ts';
import { connectionsPath } from '#paths/connections.ts';
import { signOut } from '#session/session.ts';
import { Button } from '#ui/Button.tsx';
import classes from './SessionPanel.module.css';
import { ThemeChoice } from './ThemeChoice.tsx';
import { TimeControl } from './TimeControl.tsx';

/** Who the console talks to, how it looks, and the way out. */
export function SessionPanel({ connection }: { connection: Connection }) {
  const { pathname, search, hash } = useLocation();
  return (
    <div className={classes['panel']}>
      <p className={classes['host']} title={connection.baseUrl}>
        <span>Connected to</span>
        {hostOf(connection.baseUrl)}
      </p>
      <p className={classes['links']}>
        <Link to={connectionsPath(pathname + search + hash)}>Edit connections</Link>
        <Link to={ABOUT}>About</Link>
      </p>
      <TimeControl />
      <ThemeChoice />
      <Button wide icon={<IconLogout size={16} stroke={1.75} aria-hidden />} onClick={() => signOut()}>
        Sign out
      </Button>
    </div>
  );
}
