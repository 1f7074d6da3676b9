import { useEffect, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { stripBasePath } from '#lib/basePath.ts';
import { loginPath, returnPath } from '#paths/login.ts';
import { currentSession, useSession } from '#session/session.ts';
import { recoverFocus } from '#shell/focusRecovery.ts';
import { PageBoundary } from '#shell/PageBoundary.tsx';
import { type Loaded, loaded } from '#ui/states/loaded.tsx';
import { loadFrame, PAGES, type PageName, pageAt } from './pages.ts';

const Frame = loaded(loadFrame, { missing: 'boundary' });

const drawn = Object.fromEntries(
  Object.entries(PAGES).map(([name, { code }]) => [name, loaded<object>(code, { missing: 'boundary' })]),
) as Record<PageName, Loaded<object>>; // keys of PAGES

export function AppRoutes() {
  // focus is DOM state
  useEffect(() => recoverFocus(), []);
  const signedIn = useSession().connection !== undefined;
  const { pathname, search, hash } = useLocation();
  const name = pageAt(pathname, signedIn);
  const Page = drawn[name];
  // memoized, so that URL changes the page does not read do not render it
  const page = useMemo(() => <Page />, [Page]);
  if (name === 'Login' && pageAt(pathname, true) !== 'Login') {
    return <Navigate to={loginPath(pathname + search + hash)} replace />;
  }
  return <PageBoundary bare>{signedIn && name !== 'Login' ? <Frame>{page}</Frame> : page}</PageBoundary>;
}

/** Loads page and frame in parallel; loaded on render, one would wait for the other. */
export async function preloadPage(pathname: string, signedIn: boolean): Promise<void> {
  await Promise.all([drawn[pageAt(pathname, signedIn)].ahead(), signedIn && Frame.ahead()]);
}

/** Preloads the page of a link on hover or focus; on the sign-in page, preloads the return page on first input. */
export function preloadWhatIsNear(): void {
  const near = ({ type, target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const signedIn = currentSession().connection !== undefined;
    // the sign-in form focuses itself on load
    if (!signedIn && type !== 'focusin') preloadBehindSignIn();
    if (signedIn && link?.origin === location.origin) preloadAhead(stripBasePath(link.pathname));
  };
  for (const sign of ['pointerover', 'focusin', 'input']) addEventListener(sign, near, { passive: true });
}

function preloadBehindSignIn(): void {
  const { pathname } = new URL(returnPath(location, location.origin), location.origin);
  preloadAhead(pathname);
}

/** Loads a page's code and the list reader that most pages need; the page's error boundary reports failures. */
function preloadAhead(pathname: string): void {
  for (const load of [() => preloadPage(pathname, true), () => import('#fleet/readFleet.ts')]) {
    load().catch(() => undefined);
  }
}
