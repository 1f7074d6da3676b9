import {
  IconHelp,
  IconInfoCircle,
  IconKeyboard,
  IconLock,
  IconPlug,
  IconSelector,
  IconSettings,
} from '@tabler/icons-react';
import type { NavigateFunction } from 'react-router-dom';
import { hostOf } from '#api/connection.ts';
import { stripBasePath } from '#lib/basePath.ts';
import { ABOUT } from '#paths/addresses.ts';
import { connectionsPath } from '#paths/login.ts';
import { preferConnection, useConnectionInUse, useConnections } from '#session/connections.ts';
import { leaveConnection, signOut, useConnection } from '#session/session.ts';
import { leaveSession } from '#session/workTray.ts';
import { GUIDE, showGuide } from '#ui/controls/pageActions.ts';
import type { MenuRow } from '#ui/overlays/hangingPanels.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import shared from '#ui/theme/shared.module.css';
import { Badge } from '#ui/values/Badge.tsx';
import { Keys } from '#ui/values/Keys.tsx';
import classes from './ConnectionMenu.module.css';

type Props = {
  navigate: NavigateFunction;
  onKeys: () => void;
  onDone?: (() => void) | undefined;
};

export function ConnectionMenu(ways: Props) {
  const { baseUrl } = useConnection();
  const { name, identity } = useConnectionInUse();
  const rows = useRows(ways);
  return (
    <Menu
      label={`Connection ${name}`}
      rows={rows}
      opener={(control) => (
        <button
          {...control}
          type="button"
          className={`${classes['connection']} ${shared['choice']} ${shared['row']}`}
          aria-label={`${name} ${hostOf(baseUrl)}, connection`}
          data-tip={name}
          data-tip-narrow
        >
          <Badge name={name} identity={identity} />
          <span className={`${classes['words']} ${shared['words']}`}>
            <b>{name}</b> <span className={shared['small']}>{hostOf(baseUrl)}</span>
          </span>
          <IconSelector className={classes['arrows']} size={16} stroke={1.5} aria-hidden />
        </button>
      )}
    />
  );
}

function useRows({ navigate, onKeys, onDone }: Props): MenuRow[] {
  const inUse = useConnectionInUse();
  const { connections } = useConnections();
  const others = connections.filter(({ id }) => id !== inUse.id);
  const go = (path: () => string) => () => {
    onDone?.();
    void navigate(path());
  };
  return [
    ...(others.length > 0 ? [{ heading: 'Sign in to' }] : []),
    ...others.map(({ id, name, identity, baseUrl: address }) => ({
      key: id,
      label: name,
      icon: <Badge name={name} identity={identity} />,
      aside: hostOf(address),
      run: () =>
        leaveSession(() => {
          preferConnection(id);
          leaveConnection();
        }),
    })),
    ...(others.length > 0 ? (['line'] as const) : []),
    {
      label: 'Edit connections',
      icon: <IconSettings size={16} stroke={1.5} aria-hidden />,
      run: go(() => connectionsPath(stripBasePath(location.pathname) + location.search + location.hash)),
    },
    { label: 'About', icon: <IconInfoCircle size={16} stroke={1.5} aria-hidden />, run: go(() => ABOUT) },
    { label: GUIDE, icon: <IconHelp size={16} stroke={1.5} aria-hidden />, run: showGuide },
    {
      label: 'Keys',
      icon: <IconKeyboard size={16} stroke={1.5} aria-hidden />,
      aside: <Keys keys="?" />,
      run: onKeys,
    },
    'line',
    {
      label: 'Lock',
      icon: <IconLock size={16} stroke={1.5} aria-hidden />,
      run: () => leaveSession(() => signOut('Locked.')),
    },
    { label: 'Sign out', icon: <IconPlug size={16} stroke={1.5} aria-hidden />, run: () => leaveSession(signOut) },
  ];
}
