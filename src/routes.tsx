import { lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { PageBoundary } from '#shell/PageBoundary.tsx';
import { RequireSession } from '#shell/RequireSession.tsx';
import { DATASTORE, DEVICES, LOGIN } from './paths.ts';

const LoginPage = lazy(() => import('#features/login/LoginPage.tsx').then((page) => ({ default: page.LoginPage })));
const Frame = lazy(() => import('#shell/Frame.tsx').then((frame) => ({ default: frame.Frame })));
const DevicesPage = lazy(() =>
  import('#features/devices/DevicesPage.tsx').then((page) => ({ default: page.DevicesPage })),
);
const DevicePage = lazy(() => import('#features/device/DevicePage.tsx').then((page) => ({ default: page.DevicePage })));
const DatastorePage = lazy(() =>
  import('#features/datastore/DatastorePage.tsx').then((page) => ({ default: page.DatastorePage })),
);
const NotFoundPage = lazy(() => import('#shell/NotFoundPage.tsx').then((page) => ({ default: page.NotFoundPage })));

export function AppRoutes() {
  return (
    <PageBoundary>
      <Routes>
        <Route path={LOGIN} element={<LoginPage />} />
        <Route element={<RequireSession />}>
          <Route element={<Frame />}>
            <Route index element={<Navigate to={DEVICES} replace />} />
            <Route path={DEVICES} element={<DevicesPage />} />
            <Route path={`${DEVICES}/:deviceID`} element={<DevicePage />} />
            <Route path={DATASTORE} element={<DatastorePage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Routes>
    </PageBoundary>
  );
}
