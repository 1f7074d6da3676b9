import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { type Connection, connectionId, normalizeBaseUrl } from '#api/connection.ts';
import { devicesProven } from '#api/devices.ts';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { connectionsPath } from '#paths/connections.ts';
import { returnPath } from '#paths/login.ts';
import { rememberUse, type SavedConnection } from '#session/connections.ts';
import { signIn, useSession } from '#session/session.ts';
import { Logo } from '#ui/Logo.tsx';
import { NoticeLine } from '#ui/NoticeLine.tsx';
import { LoginForm, type LoginValues } from './LoginForm.tsx';
import classes from './LoginPage.module.css';

/** There is no sign-in operation: the first device list proves the credentials, and is kept for the next page. */
export function LoginPage() {
  const { connection, notice } = useSession();
  const [search] = useSearchParams();
  const host = useQuery(hostConfigQuery);
  const returnTo = returnPath(search, location.origin);
  if (connection) return <Navigate to={returnTo} replace />;

  const prove = async ({ baseUrl, apiKey, token, keep }: LoginValues, saved: SavedConnection, signal: AbortSignal) => {
    const address = normalizeBaseUrl(baseUrl);
    const id = await connectionId(address, apiKey, token);
    const candidate: Connection = { id, baseUrl: address, apiKey, token };
    await devicesProven(candidate, signal);
    rememberUse(saved);
    signIn(candidate, { keep, savedId: saved.id });
  };

  return (
    <main className={classes['page']}>
      <title>Sign in · Fleetlens</title>
      <div className={classes['card']}>
        <Logo />
        <div>
          <h1>Sign in</h1>
          {host.data && (
            <p className={classes['lead']}>{host.data.title ?? 'Devices and their data, from your device service.'}</p>
          )}
        </div>
        {notice && (
          <NoticeLine tone="attention" title="You were signed out">
            {notice}
          </NoticeLine>
        )}
        {host.data && (
          <>
            <LoginForm host={host.data} onProve={prove} />
            <Link className={classes['connections']} to={connectionsPath(returnTo)}>
              Edit connections
            </Link>
          </>
        )}
      </div>
    </main>
  );
}
