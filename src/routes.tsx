import { useTimeout } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { stripBasePath } from '#lib/basePath.ts';
import { hasStoredSetting } from '#lib/setting.ts';
import type { SessionStore } from '#session/sessionStore.ts';
import { useSession } from '#session/useSession.ts';
import { startFocusRecovery } from '#shell/focusRecovery.ts';
import { PageErrorBoundary } from '#shell/PageErrorBoundary.tsx';
import { type LazyComponent, lazyComponent } from '#ui/states/lazyComponent.tsx';
import { buildLoginUrl, parseReturnUrl } from '#urls/login.ts';
import { loadAppShell, loadDashboardWatcher, PAGES, type PageName, resolvePageName } from './pages.ts';

const Frame = lazyComponent(loadAppShell, { onLoadError: 'boundary' });

const Watcher = lazyComponent<object>(loadDashboardWatcher, { onLoadError: 'nothing', skipIdlePreload: true });

const lazyPages = Object.fromEntries(
  Object.entries(PAGES).map(([name, { code }]) => [name, lazyComponent<object>(code, { onLoadError: 'boundary' })]),
) as Record<PageName, LazyComponent<object>>; // keys of PAGES

export function AppRoutes() {
  const signedIn = useSession().connection !== undefined;
  const { pathname, search, hash } = useLocation();
  const name = resolvePageName(pathname, signedIn);
  const Page = lazyPages[name];
  // memoized, so that URL changes the page does not read do not render it
  const page = useMemo(() => <Page />, [Page]);
  if (name === 'Login' && resolvePageName(pathname, true) !== 'Login') {
    return <Navigate to={buildLoginUrl(pathname + search + hash)} replace />;
  }
  return (
    <PageErrorBoundary isStandalone>
      {signedIn && name !== 'Login' ? <Frame>{page}</Frame> : page}
      <LimitWatcher />
    </PageErrorBoundary>
  );
}

const WATCH_DELAY_MS = 5000;

/** Loads the code that watches dashboards a while after the page, and only if there are any. */
function LimitWatcher() {
  const { connection, savedConnectionId } = useSession();
  const [isDelayed, setDelayed] = useState(true);
  useTimeout(() => setDelayed(false), WATCH_DELAY_MS, { autoInvoke: true });
  return !isDelayed && connection && savedConnectionId && hasStoredSetting('dashboards', savedConnectionId) ? (
    <Watcher />
  ) : null;
}

/** Loads page and frame in parallel. If they were loaded on render, one would wait for the other. */
export async function preloadPage(pathname: string, signedIn: boolean): Promise<void> {
  await Promise.all([lazyPages[resolvePageName(pathname, signedIn)].preload(), signedIn && Frame.preload()]);
}

/** Starts to handle the events that concern all pages: focus, and links to preload. */
export function startPageEvents(session: SessionStore): void {
  startFocusRecovery();
  startLinkPreload(session);
}

/**
 * Loads the page of a link when the link is hovered or focused. On the sign-in page, loads the return page on the first
 * input.
 */
function startLinkPreload(session: SessionStore): void {
  const near = ({ type, target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const signedIn = session.getSession().connection !== undefined;
    // the sign-in form focuses itself on load
    if (!signedIn && type !== 'focusin') preloadReturnPage();
    if (signedIn && link?.origin === location.origin) preloadPageAndFleetReader(stripBasePath(link.pathname));
  };
  for (const sign of ['pointerover', 'focusin', 'input']) addEventListener(sign, near, { passive: true });
}

function preloadReturnPage(): void {
  const { pathname } = new URL(parseReturnUrl(location, location.origin), location.origin);
  preloadPageAndFleetReader(pathname);
}

/** Loads a page's code and the list reader that most pages need. The page's error boundary reports failures. */
function preloadPageAndFleetReader(pathname: string): void {
  for (const load of [() => preloadPage(pathname, true), () => import('#fleet/readFleet.ts')]) {
    load().catch(() => undefined);
  }
}
