import { useWindowEvent } from '@mantine/hooks';
import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { loadAhead } from '#lib/later.ts';
import { storageWorks } from '#lib/storage.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { useConnection } from '#session/session.ts';
import { SideBar } from '#shell/sidebar/SideBar.tsx';
import { pageSearch, singleKeys, TAKES_TEXT } from '#ui/browser/letterKeys.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { NoticeLine, NoticePlace } from '#ui/notices/NoticeLine.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { Arrival, keepFocus } from './Arrival.tsx';
import classes from './Frame.module.css';
import { LockWarning } from './LockWarning.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { useTimeInUrl } from './TimeControl.tsx';

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

/** `/` leads to the page's search, `?` lists the keys, wherever they are not typed into something. */
function useFrameKeys() {
  // undefined until they are first asked for: their code is loaded then
  const [listed, setListed] = useState<boolean>();
  const [on, setOn] = useSetting(singleKeys);
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (!on || ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(TAKES_TEXT))) return;
    const search = key === '/' && pageSearch();
    if (search) search.focus();
    else if (key === '?') setListed(true);
    else return;
    event.preventDefault();
  });
  return {
    wanted: listed !== undefined,
    listed: listed ?? false,
    list: useCallback(() => setListed(true), []),
    close: () => setListed(false),
    on,
    setOn,
  };
}

/** How long nothing must have been asked for: until then it may be in the way of what somebody waits for; ms. */
const QUIET_MS = 3000;

/** Loads the code of what is likely to be wanted next while nothing else is at work, unless data is to be saved. */
function useLoadAhead(): void {
  const quiet = useIsFetching() === 0;
  useEffect(() => {
    if (!quiet || savesData()) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = loadAhead();
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [quiet]);
}

function savesData(): boolean {
  return matchMedia('(prefers-reduced-data: reduce)').matches;
}

/** Says that the browser has no network; what was loaded stays, and a service on this computer still answers. */
function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <NoticeLine title="You are offline.">What is shown was loaded before; it is renewed once you are back.</NoticeLine>
  );
}

/** Says once that the browser refuses to store: everything works, but only until the page is left. */
function StorageBanner() {
  const [blocked, setBlocked] = useState(() => !storageWorks());
  if (!blocked) return null;
  return (
    <NoticeLine title="Your browser blocks storage:" onDismiss={() => setBlocked(false)}>
      session and settings last until this page is closed or reloaded.
    </NoticeLine>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
