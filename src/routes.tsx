import { useMemo } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { stripBasePath } from '#lib/basePath.ts';
import { loginPath, returnPath } from '#paths/login.ts';
import { currentSession, useSession } from '#session/session.ts';
import { PageBoundary } from '#shell/PageBoundary.tsx';
import { type Loaded, loaded } from '#ui/states/loaded.tsx';
import { loadFrame, PAGES, type PageName, pageAt } from './pages.ts';

const Frame = loaded(loadFrame, { missing: 'boundary' });

const drawn = Object.fromEntries(
  Object.entries(PAGES).map(([name, { code }]) => [name, loaded<object>(code, { missing: 'boundary' })]),
) as Record<PageName, Loaded<object>>; // the table's own keys

/** The page at the address, in the frame where somebody is signed in; who must sign in first is led there and back. */
export function AppRoutes() {
  const signedIn = useSession().connection !== undefined;
  const { pathname, search, hash } = useLocation();
  const name = pageAt(pathname, signedIn);
  const Page = drawn[name];
  // made once: what of the address a page does not read is no reason to draw it
  const page = useMemo(() => <Page />, [Page]);
  if (name === 'Login' && pageAt(pathname, true) !== 'Login') {
    return <Navigate to={loginPath(pathname + search + hash)} replace />;
  }
  return <PageBoundary bare>{signedIn && name !== 'Login' ? <Frame>{page}</Frame> : page}</PageBoundary>;
}

/** Loads what a page is made of, all at once: found out while drawing, its parts would wait for each other. */
export async function preloadPage(pathname: string, signedIn: boolean): Promise<void> {
  await Promise.all([drawn[pageAt(pathname, signedIn)].ahead(), signedIn && Frame.ahead()]);
}

/**
 * Loads the code of the page that a pointer or the focus comes near a link to, and, as soon as somebody is there to sign
 * in, of the page that signing in leads to.
 */
export function preloadWhatIsNear(): void {
  const near = ({ type, target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const signedIn = currentSession().connection !== undefined;
    // the page itself puts the focus into its form
    if (!signedIn && type !== 'focusin') preloadBehindSignIn();
    if (signedIn && link?.origin === location.origin) preloadAhead(stripBasePath(link.pathname));
  };
  for (const sign of ['pointerover', 'focusin', 'input']) addEventListener(sign, near, { passive: true });
}

function preloadBehindSignIn(): void {
  const { pathname } = new URL(returnPath(location, location.origin), location.origin);
  preloadAhead(pathname);
}

/** A page's code, with what reads the list that most pages show; what cannot be loaded is for its boundary to report. */
function preloadAhead(pathname: string): void {
  for (const load of [() => preloadPage(pathname, true), () => import('#fleet/readFleet.ts')]) {
    load().catch(() => undefined);
  }
}
