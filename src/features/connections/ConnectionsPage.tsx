import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { pickUnusedColor } from '#lib/connectionColor.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { LazyModule } from '#lib/lazyModule.ts';
import { type ListedConnection, useConnections } from '#session/connections.ts';
import { useSession } from '#session/useSession.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Notice } from '#ui/notices/Notice.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import shared from '#ui/theme/shared.module.css';
import { buildLoginUrl, parseReturnUrl } from '#urls/login.ts';
import { ConnectionForm } from './ConnectionForm.tsx';
import classes from './ConnectionsPage.module.css';

export function ConnectionsPage() {
  const { connection, savedConnectionId } = useSession();
  const { data: host } = useQuery(hostConfigQueryOptions);
  const returnTo = parseReturnUrl(useLocation(), location.origin);
  const page = (
    <>
      <title>Connections · Fleetlens</title>
      <PageHeader
        title="Connections"
        aside={
          <Link to={connection ? returnTo : buildLoginUrl(returnTo)}>{connection ? 'Back' : 'Back to sign-in'}</Link>
        }
      />
      <PageBody>
        <p className={`${classes['lead']} ${shared['muted']}`}>
          Names, addresses, colors and request settings are stored in this browser. API keys and tokens are not.
        </p>
        {host && <ConnectionList host={host} inUse={savedConnectionId} />}
      </PageBody>
    </>
  );
  return connection ? page : <main className={`${classes['bare']} ${shared['standalonePage']}`}>{page}</main>;
}

const historyStoreModule = new LazyModule(() => import('#dashboard/historyStore.ts'), { seldom: true });

function ConnectionList({ host, inUse }: { host: HostConfig; inUse: string | undefined }) {
  const { connections } = useConnections();
  const [added, setAdded] = useState<ListedConnection>();
  const [removed, setRemoved] = useState<{ name: string; undo: () => void }>();
  const removeHistories = useEffectEvent(() => {
    const ids = connections.map(({ id }) => id);
    // without storage there is nothing to remove
    historyStoreModule
      .load()
      .then((code) => code.removeHistoriesExcept(ids))
      .catch(() => undefined);
  });
  // a removed connection can be restored until the page is left
  useEffect(() => () => removeHistories(), []);
  const wasAdding = useRef(false);
  const restoreFocus = useCallback((button: HTMLButtonElement | null) => {
    if (wasAdding.current) button?.focus();
  }, []);
  const stopAdding = () => {
    wasAdding.current = true;
    setAdded(undefined);
  };
  return (
    <>
      {connections.map((connection) => (
        <ConnectionForm
          key={connection.id}
          connection={connection}
          host={host}
          inUse={connection.id === inUse}
          onRemoved={(undo) => setRemoved({ name: connection.name, undo })}
        />
      ))}
      {removed && (
        <Notice
          title={`“${toVisibleText(removed.name)}” removed.`}
          action={{
            label: 'Undo',
            run: () => {
              removed.undo();
              setRemoved(undefined);
            },
          }}
          onDismiss={() => setRemoved(undefined)}
        >
          Its saved views and queries were removed too.
        </Notice>
      )}
      {added && <ConnectionForm key={added.id} connection={added} host={host} isNew onDone={stopAdding} />}
      {!added && !host.baseUrlFixed && (
        <div className={classes['add']}>
          <Button
            ref={restoreFocus}
            onClick={() =>
              setAdded({
                id: createRandomId(),
                name: '',
                baseUrl: '',
                identity: pickUnusedColor(connections.map(({ identity }) => identity)),
              })
            }
          >
            <IconPlus size={16} aria-hidden />
            Add a connection
          </Button>
        </div>
      )}
    </>
  );
}
