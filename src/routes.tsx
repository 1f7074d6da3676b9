import { Navigate, Route, Routes } from 'react-router-dom';
import { useSession } from '#session/session.ts';
import { PageBoundary } from '#shell/PageBoundary.tsx';
import { RequireSession } from '#shell/RequireSession.tsx';
import { lazyPage } from './lazyPage.tsx';
import { type PageName, pages, pagesAt } from './pages.ts';
import { ABOUT, CONNECTIONS, DATASTORE, DEVICES, LOGIN } from './paths/addresses.ts';

const Page = {
  Frame: lazyPage(pages.Frame),
  Login: lazyPage(pages.Login),
  Devices: lazyPage(pages.Devices),
  Device: lazyPage(pages.Device),
  Datastore: lazyPage(pages.Datastore),
  Connections: lazyPage(pages.Connections),
  About: lazyPage(pages.About),
  NotFound: lazyPage(pages.NotFound),
} satisfies Record<PageName, unknown>;

export function AppRoutes() {
  const { connection } = useSession();
  return (
    <PageBoundary bare>
      <Routes>
        <Route path={LOGIN} element={<Page.Login />} />
        {/* there before sign-in too, and then without the frame */}
        <Route element={connection && <Page.Frame />}>
          <Route path={CONNECTIONS} element={<Page.Connections />} />
        </Route>
        <Route element={<RequireSession />}>
          <Route element={<Page.Frame />}>
            <Route index element={<Navigate to={DEVICES} replace />} />
            <Route path={DEVICES} element={<Page.Devices />} />
            <Route path={`${DEVICES}/:deviceID`} element={<Page.Device />} />
            <Route path={DATASTORE} element={<Page.Datastore />} />
            <Route path={ABOUT} element={<Page.About />} />
            <Route path="*" element={<Page.NotFound />} />
          </Route>
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
  await Promise.all(pagesAt(pathname, signedIn).map((name) => Page[name].preload()));
}
