import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import { type ListedConnection, useConnections } from '#session/connections.ts';
import { isLockNotice } from '#session/sessionTimeouts.ts';
import { useSession } from '#session/useSession.ts';
import { useElementTextAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { ThemeSelect } from '#ui/controls/ThemeSelect.tsx';
import { Logo } from '#ui/page/Logo.tsx';
import shared from '#ui/theme/shared.module.css';
import { parseReturnUrl } from '#urls/login.ts';
import { LoginForm } from './LoginForm.tsx';
import classes from './LoginPage.module.css';

export function LoginPage() {
  const { connection, notice, rejected } = useSession();
  const { data: host } = useQuery(hostConfigQueryOptions);
  const { last } = useConnections();
  const [chosen, setChosen] = useState<{ connection: ListedConnection | undefined }>();
  const returnTo = parseReturnUrl(useLocation(), location.origin);
  if (connection) return <Navigate to={returnTo} replace />;

  const { identity } = chosen ? (chosen.connection ?? {}) : last;

  return (
    <div className={classes['page']} data-identity={identity}>
      <title>Sign in · Fleetlens</title>
      <div className={`${classes['front']} ${shared['standalonePage']}`}>
        <header className={`${classes['head']} ${shared['header']}`}>
          <Logo />
          <ThemeSelect />
        </header>
        <main className={classes['main']}>
          <h1>{host?.baseUrlFixed && host.title ? host.title : 'Sign in'}</h1>
          {host && (
            <>
              <LoginIntro notice={notice} isServiceMessage={rejected} returnTo={returnTo}>
                {host.baseUrlFixed ? (
                  <>
                    Sign in to <b>{last.baseUrl}</b>, set by this host.
                  </>
                ) : (
                  (host.title ?? 'Devices and their data, from your device service.')
                )}
              </LoginIntro>
              <LoginForm host={host} onConnectionChange={(next) => setChosen({ connection: next })} />
            </>
          )}
        </main>
        <footer className={`${classes['foot']} ${shared['footer']} ${shared['wrap']} ${shared['small']}`}>
          <span>Locks after 15 min of inactivity</span>
          <span>signs out after 8 h</span>
        </footer>
      </div>
    </div>
  );
}

type LoginIntroProps = {
  notice: string | undefined;
  isServiceMessage: boolean;
  returnTo: string;
  children: ReactNode;
};

function LoginIntro({ notice, isServiceMessage, returnTo, children }: LoginIntroProps) {
  const announced = useElementTextAnnouncement<HTMLParagraphElement>();
  if (notice === undefined) return <p className={`${classes['lead']} ${shared['muted']}`}>{children}</p>;
  const [, pageName] = /^\/(\w+)/.exec(returnTo) ?? [];
  return (
    <p ref={announced} className={classes['notice']}>
      {!isLockNotice(notice) && <b>You were signed out. </b>}
      {isServiceMessage ? `The service rejected the API key or token: “${notice}”` : notice} After you sign in, you
      return
      {pageName ? (
        <>
          {' '}
          to <b className={classes['returnPage']}>{pageName}</b>
        </>
      ) : (
        ' to the page you left'
      )}
      .
    </p>
  );
}
