import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { returnPath } from '#paths/login.ts';
import { type ShownConnection, useConnections } from '#session/connections.ts';
import { saysLocked } from '#session/limits.ts';
import { useSession } from '#session/session.ts';
import { useTextAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { ThemePick } from '#ui/controls/ThemePick.tsx';
import { Logo } from '#ui/page/Logo.tsx';
import shared from '#ui/theme/shared.module.css';
import { LoginForm } from './LoginForm.tsx';
import classes from './LoginPage.module.css';

export function LoginPage() {
  const { connection, notice, rejected } = useSession();
  const { data: host } = useQuery(hostConfigQuery);
  const { last } = useConnections();
  const [chosen, setChosen] = useState<{ connection: ShownConnection | undefined }>();
  const returnTo = returnPath(useLocation(), location.origin);
  if (connection) return <Navigate to={returnTo} replace />;

  const { identity } = chosen ? (chosen.connection ?? {}) : last;

  return (
    <div className={classes['page']} data-identity={identity}>
      <title>Sign in · Fleetlens</title>
      <div className={`${classes['front']} ${shared['sheet']}`}>
        <header className={`${classes['head']} ${shared['head']}`}>
          <Logo />
          <ThemePick />
        </header>
        <main className={classes['main']}>
          <h1>{host?.baseUrlFixed && host.title ? host.title : 'Sign in'}</h1>
          {host && (
            <>
              <Lead notice={notice} byService={rejected} returnTo={returnTo}>
                {host.baseUrlFixed ? (
                  <>
                    Signs in to <b>{last.baseUrl}</b>, set by this host.
                  </>
                ) : (
                  (host.title ?? 'Devices and their data, from your device service.')
                )}
              </Lead>
              <LoginForm host={host} onChosen={(next) => setChosen({ connection: next })} />
            </>
          )}
        </main>
        <footer className={`${classes['foot']} ${shared['foot']} ${shared['wrap']} ${shared['small']}`}>
          <span>Locks after 15 min without use</span>
          <span>signs out after 8 h</span>
        </footer>
      </div>
    </div>
  );
}

type LeadProps = {
  notice: string | undefined;
  /** True if the notice is the service's message. */
  byService: boolean;
  returnTo: string;
  children: ReactNode;
};

function Lead({ notice, byService, returnTo, children }: LeadProps) {
  const announced = useTextAnnouncement<HTMLParagraphElement>();
  if (notice === undefined) return <p className={`${classes['lead']} ${shared['muted']}`}>{children}</p>;
  const [, place] = /^\/(\w+)/.exec(returnTo) ?? [];
  return (
    <p ref={announced} className={classes['notice']}>
      {!saysLocked(notice) && <b>You were signed out. </b>}
      {byService ? `The service refused key or token: “${notice}”` : notice} After signing in you are back
      {place ? (
        <>
          {' '}
          at <b className={classes['place']}>{place}</b>
        </>
      ) : (
        ' where you were'
      )}
      .
    </p>
  );
}
