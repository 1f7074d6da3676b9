import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { loginPath } from '#paths/login.ts';
import { useSession } from '#session/session.ts';

/** Without a session, leads to sign-in and back; small, so that sign-in does not wait for the frame's code. */
export function RequireSession() {
  const { connection } = useSession();
  const { pathname, search, hash } = useLocation();
  return connection ? <Outlet /> : <Navigate to={loginPath(pathname + search + hash)} replace />;
}
