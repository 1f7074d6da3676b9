import { useDisclosure } from '@mantine/hooks';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { useConnection } from '#session/session.ts';
import { DamagedLink } from '#ui/DamagedLink.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Logo } from '#ui/Logo.tsx';
import { NoticePlace } from '#ui/NoticePlace.tsx';
import classes from './Frame.module.css';
import { LockWarning } from './LockWarning.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PLACES } from './places.ts';
import { Search } from './Search.tsx';
import { SessionPanel } from './SessionPanel.tsx';
import { StorageBanner } from './StorageBanner.tsx';
import { useTimeInUrl } from './timeInUrl.ts';

/** The frame around every page of a signed-in user. */
export function Frame() {
  const connection = useConnection();
  const { pathname } = useLocation();
  const dropped = useTimeInUrl();
  const [opened, menu] = useDisclosure(false);
  const burger = useRef<HTMLButtonElement>(null);
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !opened) return;
    menu.close();
    burger.current?.focus();
  };
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#main">
        Skip to the page
      </a>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its controls let through */}
      <header className={classes['side']} onKeyDown={closeByKey}>
        <div className={classes['brand']}>
          <Logo />
          <IconButton
            ref={burger}
            className={classes['burger']}
            onClick={menu.toggle}
            label="Menu"
            aria-expanded={opened}
            aria-controls="session-panel"
          >
            {opened ? <IconX size={20} aria-hidden /> : <IconMenu2 size={20} aria-hidden />}
          </IconButton>
        </div>
        <Search />
        <nav className={classes['places']} aria-label="Pages">
          {PLACES.filter(({ side }) => side).map(({ address, title, Icon }) => (
            <NavLink key={address} className={classes['place'] ?? ''} to={address} onClick={menu.close}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {title}
            </NavLink>
          ))}
        </nav>
        <div id="session-panel" className={classes['session']} data-opened={opened || undefined}>
          <SessionPanel connection={connection} />
        </div>
      </header>
      <main id="main" className={classes['main']} tabIndex={-1}>
        <OfflineBanner />
        <StorageBanner />
        <DamagedLink dropped={dropped} />
        <NoticePlace>
          <PageBoundary key={pathname}>
            <Outlet />
          </PageBoundary>
        </NoticePlace>
      </main>
      <LockWarning />
    </div>
  );
}
