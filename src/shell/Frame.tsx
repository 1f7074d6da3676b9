import { useWindowEvent } from '@mantine/hooks';
import { useIsFetching } from '@tanstack/react-query';
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { startIdlePreload } from '#lib/lazyModule.ts';
import { isStorageAvailable } from '#lib/storage.ts';
import { getClockOffset, subscribeToClock } from '#lib/time/serviceClock.ts';
import { forgetPlaces, rememberPlace } from '#paths/frame.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { currentSession, subscribe, useConnection } from '#session/session.ts';
import { stayInSession, useLeaving } from '#session/workTray.ts';
import { SideBar } from '#shell/sidebar/SideBar.tsx';
import { TrayPlace } from '#shell/sidebar/TrayPlace.tsx';
import { pageSearch, useLetterKeys } from '#ui/browser/letterKeys.ts';
import { usePhone } from '#ui/browser/useMedia.ts';
import { GUIDE, usePageActions } from '#ui/controls/pageActions.ts';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { NoticeLine, NoticePlace } from '#ui/notices/NoticeLine.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Frame.module.css';
import { focusHeading } from './focusRecovery.ts';
import { LockWarning } from './LockWarning.tsx';
import { movePaneFocus, watchPanes } from './movePaneFocus.ts';
import { PageBoundary } from './PageBoundary.tsx';
import { useTimeInUrl } from './TimeControl.tsx';

const ClockNotice = loaded(async () => (await import('./ClockNotice.tsx')).ClockNotice);
const GuideSheet = loaded(async () => (await import('./GuideSheet.tsx')).GuideSheet);
const KeysDialog = loaded(async () => (await import('./KeysDialog.tsx')).KeysDialog);
const LeaveDialog = loaded(async () => (await import('./LeaveDialog.tsx')).LeaveDialog);

export function Frame({ children }: { children: ReactNode }) {
  useConnection();
  const { identity } = useConnectionInUse();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const dropped = useTimeInUrl();
  const keys = useFrameKeys();
  const phone = usePhone();
  const leaving = useLeaving() !== undefined;
  const clockOffset = useSyncExternalStore(subscribeToClock, getClockOffset);
  const [guided, setGuided] = useState(false);
  usePageActions([{ label: GUIDE, run: () => setGuided(true) }]);
  useLoadAhead();
  return (
    <div className={classes['frame']} data-identity={identity}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, and only the address is not to say so */}
      <a className={classes['skip']} href="#main" onClick={skip}>
        Skip to the page
      </a>
      <SideBar pathname={pathname} navigate={navigate} onKeys={keys.list} />
      <main ref={watchPanes} id="main" className={`${classes['main']} ${shared['column']}`} tabIndex={-1}>
        <NoticePlace>
          <OfflineBanner />
          <StorageBanner />
          {clockOffset !== 0 && <ClockNotice offset={clockOffset} />}
          <DamagedLink dropped={dropped} />
          <PageBoundary key={pathname}>{children}</PageBoundary>
        </NoticePlace>
      </main>
      {phone && <TrayPlace room="row" />}
      <Arrival key={pathname} />
      <KeysDialog opened={keys.listed} onClose={keys.close} />
      <GuideSheet opened={guided} pathname={pathname} onClose={() => setGuided(false)} />
      <LeaveDialog opened={leaving} onClose={stayInSession} />
      <LockWarning />
    </div>
  );
}

/** Moves the focus without changing the URL hash, which belongs to the page. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

/** Shortcuts: `/` focuses the page's search, `?` lists the keys (both outside text inputs), F6 moves between panes. */
function useFrameKeys() {
  const [listed, setListed] = useState(false);
  useLetterKeys({
    '/': () => {
      const search = pageSearch();
      search?.focus();
      return search !== null;
    },
    '?': () => setListed(true),
  });
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (key !== 'F6' || ctrlKey || metaKey || altKey || defaultPrevented) return;
    if (movePaneFocus(shiftKey ? -1 : 1)) event.preventDefault();
  });
  return { listed, list: useCallback(() => setListed(true), []), close: () => setListed(false) };
}

/** Time without requests before preloading starts, in ms, so that it does not compete with them. */
const QUIET_MS = 3000;

/** Preloads code when idle, unless the user prefers reduced data. */
function useLoadAhead(): void {
  const quiet = useIsFetching() === 0;
  useEffect(() => {
    if (!quiet || matchMedia('(prefers-reduced-data: reduce)').matches) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = startIdlePreload();
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [quiet]);
}

/** Loaded data stays visible, and a service on this computer is still reachable. */
function OfflineBanner() {
  const [online, setOnline] = useState(navigator.onLine);
  useWindowEvent('online', () => setOnline(true));
  useWindowEvent('offline', () => setOnline(false));
  if (online) return null;
  return (
    <NoticeLine title="You are offline.">What is shown was loaded before; it is renewed once you are back.</NoticeLine>
  );
}

function StorageBanner() {
  const [blocked, setBlocked] = useState(() => !isStorageAvailable());
  if (!blocked) return null;
  return (
    <NoticeLine title="Your browser blocks storage:" onDismiss={() => setBlocked(false)}>
      session and settings last until this page is closed or reloaded.
    </NoticeLine>
  );
}

/** User input that ends the focus handling of a newly opened page. */
const SIGNS = ['keydown', 'pointerdown', 'wheel'] as const;

subscribe(() => {
  if (!currentSession().connection) forgetPlaces();
});

/** Mounted anew for each page: remembers its URL and moves the focus to its heading. */
function Arrival() {
  const { pathname, search, hash } = useLocation();
  useEffect(() => rememberPlace({ pathname, search, hash }), [pathname, search, hash]);
  // before paint, as focus is document state; after a full page load the browser's initial focus stays
  useLayoutEffect(() => (navigator.userActivation?.hasBeenActive ? focusOnArrival() : undefined), []);
  return null;
}

/** Retries on every DOM change until user input, as code, rows or a closing dialog may delay the heading. */
function focusOnArrival(): () => void {
  const observer = new MutationObserver(focusHeading);
  const stop = () => {
    observer.disconnect();
    for (const sign of SIGNS) removeEventListener(sign, stop, true);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  // the followed link keeps the focus; a screen reader should announce the new page instead
  if (document.activeElement instanceof HTMLAnchorElement) document.activeElement.blur();
  for (const sign of SIGNS) addEventListener(sign, stop, { capture: true, passive: true });
  focusHeading();
  return stop;
}
