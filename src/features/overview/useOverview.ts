import { useQuery } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { connectivityOf, joinChecks } from '#api/checks.ts';
import { devicesQuery } from '#api/list/devices.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { useConnectivity } from '#api/list/useConnectivity.ts';
import { type OverviewState, overviewPath, parseOverviewUrl } from '#paths/overview.ts';
import { useConnection } from '#session/session.ts';
import { zoneOf } from '#ui/charts/timeScale.ts';
import { useTimeMode } from '#ui/values/timeMode.ts';
import type { Coded, Summary } from './summary.ts';
import { useSummary } from './useSummary.ts';

/** What the list of all devices is asked for with. */
const WHOLE = JSON.stringify({});

/** The list, what is known of its devices' connectivity, and what both come to. */
export function useOverview() {
  const connection = useConnection();
  const options = devicesQuery(connection, {});
  const query = useQuery(options);
  const fleet = query.data;
  const list = shownFleetOf(connection.id);
  useSyncExternalStore(list.subscribe, () => list.snapshot);
  // it lives outside React, and its next state waits for nobody here
  useLayoutEffect(() => {
    list.hold = false;
    list.offer(fleet, WHOLE);
    list.apply();
  }, [list, fleet]);
  const connectivity = useConnectivity(connection, {}, fleet, true, list);
  const onDone = useCallback(
    ({ fleet: whole, checked }: Summary, coded: Coded | undefined) =>
      checked && joinChecks(list, whole, checked, coded),
    [list],
  );
  const summary = useSummary(fleet, {
    connectivity: fleet && connectivityOf(list, fleet),
    unknowable: connectivity.error !== null,
    zone: zoneOf(useTimeMode()),
    onDone,
  });
  return { query, queryKey: options.queryKey, summary, connectivity };
}

/** What the page's address says, and the way to change it. */
export function useOverviewUrl() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { state, dropped } = useMemo(() => parseOverviewUrl(new URLSearchParams(search), hash), [search, hash]);
  const change = useCallback(
    (next: Partial<OverviewState>) => {
      const here = parseOverviewUrl(new URLSearchParams(window.location.search), window.location.hash);
      void navigate(overviewPath({ ...here.state, ...next }), { replace: true });
    },
    [navigate],
  );
  return { state, dropped, change };
}
