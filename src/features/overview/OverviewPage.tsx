import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useAutoRefresh } from '#api/autoRefresh.ts';
import { connectivityOf, joinChecks } from '#api/checks.ts';
import type { Connection } from '#api/connection.ts';
import { devicesQuery } from '#api/list/devices.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { useConnectivity } from '#api/list/useConnectivity.ts';
import { snippets } from '#api/snippets.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { shareArrived } from '#fleet/shown/arrival.ts';
import { CONNECTIONS } from '#paths/addresses.ts';
import { useConnection } from '#session/session.ts';
import { zoneOf } from '#ui/charts/timeScale.ts';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { FailedWays } from '#ui/states/FailedWays.tsx';
import { Freshness } from '#ui/states/Freshness.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import { QueryState } from '#ui/states/QueryState.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { Arriving, Awaited, Complaints } from './Arriving.tsx';
import { Overview } from './Overview.tsx';
import classes from './OverviewPage.module.css';
import type { Coded, Summary } from './summary.ts';
import { useOverviewUrl } from './useOverviewUrl.ts';
import { useSummary } from './useSummary.ts';

/** The whole fleet at a glance, drawn from the list that the page of devices shows. */
export function OverviewPage() {
  const connection = useConnection();
  const { state, dropped, change } = useOverviewUrl();
  const { query, queryKey, summary, connectivity } = useOverview(connection);
  const fleet = query.data;
  return (
    <>
      <title>Overview · Fleetlens</title>
      <PageHeader
        title="Overview"
        count={fleet && <Arriving fleet={fleet} />}
        aside={<Tools query={query} asOf={summary?.fleet.fetchedAt} />}
      />
      <DamagedLink dropped={dropped} />
      {fleet?.state === 'reading' && (
        <div className={classes['arriving']}>
          <ProgressLine label="Devices received" done={shareArrived(fleet)} />
        </div>
      )}
      {fleet && <Complaints fleet={fleet} />}
      {fleet && (
        <QueryState query={query} queryKey={queryKey} subject="the devices" partial={fleet.state === 'incomplete'} />
      )}
      {summary ? (
        <Overview {...{ summary, state, connectivity }} onState={change} onAgain={() => void query.refetch()} />
      ) : (
        !fleet && (
          <PageBody>
            <QueryState
              query={query}
              queryKey={queryKey}
              subject="the devices"
              skeleton={<Awaited />}
              further={<FailedWays connections={CONNECTIONS} requests={snippets(connection, 'devices', {})} />}
            />
          </PageBody>
        )
      )}
    </>
  );
}

/** The list, what is known of its devices' connectivity, and what both come to. */
function useOverview(connection: Connection) {
  const options = devicesQuery(connection, {});
  const query = useQuery(options);
  const fleet = query.data;
  const shown = shownFleetOf(connection.id);
  shown.offer(fleet, JSON.stringify({}));
  useSyncExternalStore(shown.subscribe, () => shown.snapshot);
  // the list's next state waits for nobody here
  useEffect(() => {
    shown.hold = false;
    shown.apply();
  }, [shown]);
  const connectivity = useConnectivity(connection, {}, fleet, true, shown);
  const zone = zoneOf(useTimeMode());
  const onDone = useCallback(
    ({ fleet: whole, checked }: Summary, known: Coded | undefined) =>
      checked && joinChecks(shown, whole, checked, known),
    [shown],
  );
  const summary = useSummary(fleet, {
    connectivity: fleet && connectivityOf(shown, fleet),
    unknowable: connectivity.error !== null,
    zone,
    onDone,
  });
  return { query, queryKey: options.queryKey, summary, connectivity };
}

type ToolsProps = { query: UseQueryResult<Fleet>; asOf: number | undefined };

function Tools({ query, asOf }: ToolsProps) {
  const { data: fleet, error, isFetching, refetch } = query;
  const connection = useConnection();
  const autoRefresh = useAutoRefresh();
  return (
    <>
      <Freshness
        asOf={asOf || undefined}
        stale={Boolean(error && fleet) && fleet?.state !== 'incomplete'}
        refresh={{ running: isFetching, run: () => void refetch() }}
        autoRefresh={autoRefresh}
      />
      <PageMenu label="More of this page" requests={snippets(connection, 'devices', {})} autoRefresh={autoRefresh} />
    </>
  );
}
