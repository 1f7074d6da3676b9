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
import { getHost } from '#api/connection.ts';
import { stripBasePath } from '#lib/basePath.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { setLastConnection, useConnections, useCurrentConnection } from '#session/connections.ts';
import { useTaskTray } from '#session/taskTray.ts';
import { useConnection, useSessionStore } from '#session/useSession.ts';
import { createPageActionRegistry, GUIDE_ACTION_LABEL } from '#ui/controls/pageActionRegistry.ts';
import { Menu } from '#ui/overlays/Menu.tsx';
import type { MenuRow } from '#ui/overlays/popovers.tsx';
import shared from '#ui/theme/shared.module.css';
import { ConnectionAvatar } from '#ui/values/ConnectionAvatar.tsx';
import { KeyCaps } from '#ui/values/KeyCaps.tsx';
import { buildConnectionsUrl } from '#urls/login.ts';
import { ABOUT_PATH } from '#urls/routePaths.ts';
import classes from './ConnectionMenu.module.css';

type Props = {
  navigate: NavigateFunction;
  onShowShortcuts: () => void;
  onDone?: (() => void) | undefined;
};

export function ConnectionMenu(props: Props) {
  const { baseUrl } = useConnection();
  const { name, identity } = useCurrentConnection();
  const rows = useConnectionMenuRows(props);
  return (
    <Menu
      label={`Connection ${name}`}
      rows={rows}
      renderTrigger={(control) => (
        <button
          {...control}
          type="button"
          className={`${classes['connection']} ${shared['listButton']} ${shared['row']}`}
          aria-label={`${name} ${getHost(baseUrl)}, connection`}
          data-tip={name}
          data-tip-narrow
        >
          <ConnectionAvatar name={name} color={identity} />
          <span className={`${classes['words']} ${shared['stackedText']}`} translate="no">
            <b>{name}</b> <span className={shared['small']}>{getHost(baseUrl)}</span>
          </span>
          <IconSelector className={classes['arrows']} size={16} stroke={1.5} aria-hidden />
        </button>
      )}
    />
  );
}

function useConnectionMenuRows({ navigate, onShowShortcuts, onDone }: Props): MenuRow[] {
  const inUse = useCurrentConnection();
  const session = useSessionStore();
  const taskTray = useTaskTray();
  const pageActions = useService(createPageActionRegistry);
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
      icon: <ConnectionAvatar name={name} color={identity} />,
      aside: getHost(address),
      run: () =>
        taskTray.requestLeave(() => {
          setLastConnection(id);
          session.signOutOfTab();
        }),
    })),
    ...(others.length > 0 ? (['line'] as const) : []),
    {
      label: 'Edit connections',
      icon: <IconSettings size={16} stroke={1.5} aria-hidden />,
      run: go(() => buildConnectionsUrl(stripBasePath(location.pathname) + location.search + location.hash)),
    },
    {
      label: 'About',
      icon: <IconInfoCircle size={16} stroke={1.5} aria-hidden />,
      run: go(() => ABOUT_PATH),
    },
    {
      label: GUIDE_ACTION_LABEL,
      icon: <IconHelp size={16} stroke={1.5} aria-hidden />,
      run: () => pageActions.showGuide(),
    },
    {
      label: 'Keyboard shortcuts',
      icon: <IconKeyboard size={16} stroke={1.5} aria-hidden />,
      aside: <KeyCaps keys="?" />,
      run: onShowShortcuts,
    },
    'line',
    {
      label: 'Lock',
      icon: <IconLock size={16} stroke={1.5} aria-hidden />,
      run: () => taskTray.requestLeave(() => session.signOut('Locked.')),
    },
    {
      label: 'Sign out',
      icon: <IconPlug size={16} stroke={1.5} aria-hidden />,
      run: () => taskTray.requestLeave(session.signOut),
    },
  ];
}
