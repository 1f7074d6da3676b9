import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useConnectionInUse } from '#session/connections.ts';
import { useConnection } from '#session/session.ts';
import { SideBar } from '#shell/sidebar/SideBar.tsx';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { NoticePlace } from '#ui/notices/NoticePlace.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { Arrival, keepFocus } from './Arrival.tsx';
import { OfflineBanner, StorageBanner } from './banners.tsx';
import classes from './Frame.module.css';
import { LockWarning } from './LockWarning.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { useTimeInUrl } from './timeInUrl.ts';
import { useFrameKeys } from './useFrameKeys.ts';
import { useLoadAhead } from './useLoadAhead.ts';

const KeysDialog = loaded(async () => (await import('./KeysDialog.tsx')).KeysDialog);

/** The frame around every page of a signed-in user; its edge has the connection's colour. */
export function Frame({ children }: { children: ReactNode }) {
  useConnection();
  const { identity } = useConnectionInUse();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const dropped = useTimeInUrl();
  const keys = useFrameKeys();
  useLoadAhead();
  return (
    <div className={classes['frame']} data-identity={identity}>
      <a className={classes['skip']} href="#main">
        Skip to the page
      </a>
      <SideBar pathname={pathname} navigate={navigate} onKeys={keys.list} />
      <main ref={keepFocus} id="main" className={classes['main']} tabIndex={-1}>
        <NoticePlace>
          <OfflineBanner />
          <StorageBanner />
          <DamagedLink dropped={dropped} />
          <PageBoundary key={pathname}>{children}</PageBoundary>
        </NoticePlace>
      </main>
      <Arrival key={pathname} />
      {keys.wanted && (
        <KeysDialog opened={keys.listed} onClose={keys.close} singleKeys={keys.on} onSingleKeys={keys.setOn} />
      )}
      <LockWarning />
    </div>
  );
}
