import { Navigate, Route, Routes } from 'react-router-dom';
import { useSession } from '#session/session.ts';
import { PageBoundary } from '#shell/PageBoundary.tsx';
import { RequireSession } from '#shell/RequireSession.tsx';
import { lazyPage } from './lazyPage.tsx';
import { ABOUT, CONNECTIONS, DATASTORE, DEVICES, LOGIN } from './paths.ts';

const LoginPage = lazyPage(async () => (await import('#features/login/LoginPage.tsx')).LoginPage);
const Frame = lazyPage(async () => (await import('#shell/Frame.tsx')).Frame);
const DevicesPage = lazyPage(async () => (await import('#features/devices/DevicesPage.tsx')).DevicesPage);
const DevicePage = lazyPage(async () => (await import('#features/device/DevicePage.tsx')).DevicePage);
const DatastorePage = lazyPage(async () => (await import('#features/datastore/DatastorePage.tsx')).DatastorePage);
const AboutPage = lazyPage(async () => (await import('#features/about/AboutPage.tsx')).AboutPage);
const ConnectionsPage = lazyPage(
  async () => (await import('#features/connections/ConnectionsPage.tsx')).ConnectionsPage,
);
const NotFoundPage = lazyPage(async () => (await import('#shell/NotFoundPage.tsx')).NotFoundPage);

/** Pages at an address without parameters. */
const PAGES: Record<string, typeof DevicesPage> = {
  '/': DevicesPage,
  [ABOUT]: AboutPage,
  [CONNECTIONS]: ConnectionsPage,
  [DATASTORE]: DatastorePage,
  [DEVICES]: DevicesPage,
};

export function AppRoutes() {
  const { connection } = useSession();
  return (
    <PageBoundary>
      <Routes>
        <Route path={LOGIN} element={<LoginPage />} />
        {/* there before sign-in too, and then without the frame */}
        <Route element={connection && <Frame />}>
          <Route path={CONNECTIONS} element={<ConnectionsPage />} />
        </Route>
        <Route element={<RequireSession />}>
          <Route element={<Frame />}>
            <Route index element={<Navigate to={DEVICES} replace />} />
            <Route path={DEVICES} element={<DevicesPage />} />
            <Route path={`${DEVICES}/:deviceID`} element={<DevicePage />} />
            <Route path={DATASTORE} element={<DatastorePage />} />
            <Route path={ABOUT} element={<AboutPage />} />
            <Route path="*" element={<NotFoundPage />} />
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
  if (!signedIn) return (pathname === CONNECTIONS ? ConnectionsPage : LoginPage).preload();
  const page = PAGES[pathname] ?? (pathname.startsWith(DEVICES) ? DevicePage : NotFoundPage);
  await Promise.all([Frame.preload(), page.preload()]);
}
