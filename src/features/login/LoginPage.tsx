import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { type Connection, connectionId, normalizeBaseUrl } from '#api/connection.ts';
import { devicesQuery } from '#api/devices.ts';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { returnPath } from '#paths.ts';
import { signIn, useSession } from '#session/session.ts';
import { Logo } from '#ui/Logo.tsx';
import { Notice } from '#ui/Notice.tsx';
import { LoginForm, type LoginValues } from './LoginForm.tsx';
import classes from './LoginPage.module.css';

/** There is no sign-in operation: the first device list proves the credentials, and is kept for the next page. */
export function LoginPage() {
  const { connection, notice } = useSession();
  const [search] = useSearchParams();
  const queryClient = useQueryClient();
  const host = useQuery(hostConfigQuery);
  if (connection) return <Navigate to={returnPath(search, location.origin)} replace />;

  const prove = async ({ baseUrl, apiKey, token, keep }: LoginValues) => {
    const address = normalizeBaseUrl(baseUrl);
    const id = await connectionId(address, apiKey, token);
    const candidate: Connection = { id, baseUrl: address, apiKey, token };
    await queryClient.fetchQuery({ ...devicesQuery(candidate, {}), staleTime: 0 });
    signIn(candidate, { keep });
  };

  return (
    <main className={classes['page']}>
      <title>Sign in · Fleetlens</title>
      <div className={classes['card']}>
        <Logo />
        <div>
          <h1>Sign in</h1>
          <p className={classes['lead']}>{host.data?.title ?? 'Devices and their data, from your device service.'}</p>
        </div>
        {notice && (
          <Notice tone="attention" title="You were signed out">
            {notice}
          </Notice>
        )}
        {host.data && <LoginForm host={host.data} onProve={prove} />}
      </div>
    </main>
  );
}
