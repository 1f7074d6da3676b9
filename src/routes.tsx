import { Route, Routes } from 'react-router-dom';
import { useSession } from '#session/session.ts';
import { PageBoundary } from '#shell/PageBoundary.tsx';
import { RequireSession } from '#shell/RequireSession.tsx';
import { type LazyPage, lazyPage } from './lazyPage.tsx';
import { loadFrame, PAGES, type PageName, pageAt } from './pages.ts';

const Frame = lazyPage(loadFrame);

const drawn = Object.fromEntries(Object.entries(PAGES).map(([name, { code }]) => [name, lazyPage(code)])) as Record<
  PageName,
  LazyPage
>; // the table's own keys

export function AppRoutes() {
  const { connection } = useSession();
  return (
    <PageBoundary bare>
      <Routes>
        {routes('signedOut')}
        {/* there before sign-in too, and then without the frame */}
        <Route element={connection && <Frame />}>{routes('anyone')}</Route>
        <Route element={<RequireSession />}>
          <Route element={<Frame />}>{routes('signedIn')}</Route>
        </Route>
      </Routes>
    </PageBoundary>
  );
}

/**
 * Loads what the first page is made of, all at once. Found out one after the other while drawing, its parts would wait
 * for each other, and React holds back what replaces a fallback for 300 ms.
 */
export async function preloadPage(pathname: string, signedIn: boolean): Promise<void> {
  const page = drawn[pageAt(pathname, signedIn)];
  await Promise.all([page.preload(), signedIn && Frame.preload()]);
}

function routes(access: (typeof PAGES)[PageName]['access']) {
  return Object.entries(PAGES)
    .filter(([, page]) => page.access === access)
    .map(([name, { address }]) => {
      const Page = drawn[name as PageName]; // the table's own key
      return <Route key={name} path={address} element={<Page />} />;
    });
}
