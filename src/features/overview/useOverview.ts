import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { type Connection, createQueryKey } from '#api/connection.ts';
import { createDevicesQueryOptions } from '#api/list/devices.ts';
import { useFleetStore } from '#api/list/fleetStoreRegistry.ts';
import { useConnectivity } from '#api/list/useConnectivity.ts';
import { findJoinedConnectivity, storeCheckResults } from '#api/useRunChecks.ts';
import { LAST_SEEN_FIELD } from '#contract/device.ts';
import type { ConnectivityJoin } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { type AgeCounts, countByAge } from '#fleet/queries/countByAge.ts';
import type { FleetStore } from '#fleet/shown/fleetStore.ts';
import { useDocumentSource } from '#lastSeen/documentSource.ts';
import { setPermanentQueryData } from '#lastSeen/lastSeenQuery.ts';
import { useLastSeen } from '#lastSeen/useLastSeen.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { useConnection } from '#session/useSession.ts';
import { useTimeSlicedResult } from '#ui/browser/useTimeSlicedResult.ts';
import { type AxisTimeZone, getAxisTimeZone } from '#ui/charts/timeBins.ts';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { AGE_RANGES, SILENT_RANGE } from './links.ts';
import { type FleetSummary, summarizeFleet } from './summarizeFleet.ts';

const ALL_DEVICES_KEY = JSON.stringify({});

const NO_FIELDS: readonly string[] = [];
const LAST_SEEN_FIELDS: readonly string[] = [LAST_SEEN_FIELD];

export function useOverview() {
  const connection = useConnection();
  const options = createDevicesQueryOptions(connection, {});
  const query = useQuery(options);
  const { data } = query;
  const list = useFleetStore(connection.id);
  const { suspiciousUpdate } = useSyncExternalStore(list.subscribe, () => list.snapshot);
  const fleet = suspiciousUpdate ? list.currentFleet : list.getAcceptedFleet(data);
  // the store is outside React; on this page the next list is applied at once
  useLayoutEffect(() => {
    list.holdUpdates = false;
    list.setLatest(data, ALL_DEVICES_KEY);
    list.applyUpdate();
  }, [list, data]);
  const connectivity = useConnectivity(connection, {}, fleet, true, list);
  const lastSeen = useOverviewLastSeen(connection, list, fleet);
  const onDone = useCallback(
    ({ fleet: whole, checked }: FleetSummary, coded: ConnectivityJoin | undefined) =>
      checked && storeCheckResults(list, whole, checked, coded),
    [list],
  );
  const summary = useFleetSummary(fleet, {
    connectivity: fleet && findJoinedConnectivity(list, fleet),
    isConnectivityUnavailable: connectivity.error !== null,
    zone: getAxisTimeZone(useTimeMode()),
    onDone,
  });
  return {
    query,
    queryKey: options.queryKey,
    fleet,
    summary,
    connectivity,
    lastSeen,
    doubt: suspiciousUpdate,
    decide: (show: boolean) => list.resolveSuspiciousUpdate(show),
  };
}

/** Number of devices above which their newest documents are requested on demand: each 1,000 take a request. */
const AUTOMATIC_LAST_SEEN_MAX = 20_000;

export type OverviewLastSeen = ReturnType<typeof useOverviewLastSeen>;

function useOverviewLastSeen(connection: Connection, list: FleetStore, fleet: Fleet | undefined) {
  const queryClient = useQueryClient();
  const requestedKey = createQueryKey(connection, 'lastSeenRequested');
  const { data: isRequested = false } = useQuery<boolean>({ queryKey: requestedKey, queryFn: skipToken });
  // a record's own field of that name replaces the computed one
  const isShown = fleet !== undefined && fleet.findColumn(LAST_SEEN_FIELD) < 0;
  const isAutomatic = isShown && (fleet.count <= AUTOMATIC_LAST_SEEN_MAX || isRequested);
  const state = useLastSeen(connection, fleet, isAutomatic ? LAST_SEEN_FIELDS : NO_FIELDS, list, useDocumentSource());
  const ages = useLastSeenAges(list, fleet);
  return {
    isShown,
    state,
    ages: ages?.source === state.dataId ? ages : undefined,
    /** Requests the data of a large fleet. Undefined if they are requested automatically. */
    request: isAutomatic ? undefined : () => setPermanentQueryData(queryClient, requestedKey, true),
  };
}

const PAUSE_MIN_MS = 200;
const PAUSE_FACTOR = 3;

type FleetSummaryOptions = {
  connectivity: ConnectivityJoin | undefined;
  isConnectivityUnavailable: boolean;
  zone: AxisTimeZone;
  onDone: (summary: FleetSummary, connectivity: ConnectivityJoin | undefined) => void;
};

/**
 * Summarizes a list while it loads. After a refresh, the previous summary is returned until the new one is complete.
 */
function useFleetSummary(fleet: Fleet | undefined, options: FleetSummaryOptions): FleetSummary | undefined {
  const { connectivity, isConnectivityUnavailable, zone, onDone } = options;
  const [summary, setSummary] = useState<FleetSummary>();
  const state = fleet?.state;
  const refreshed = summary !== undefined && summary.fleet !== fleet && summary.fleet.state === 'complete';
  const asked =
    state === 'complete' && fleet !== undefined && fleet.count > 0 && !connectivity && !isConnectivityUnavailable;
  const waiting = refreshed && summary.connected && asked;
  // computed in time slices outside of rendering
  useEffect(() => {
    if (!fleet || waiting) return;
    const slicer = new TimeSlicer();
    let pauseEndsAt = 0;
    const showPartialSummary = (part: FleetSummary) =>
      setSummary((before) => {
        const old = before && before.fleet !== fleet && before.fleet.state === 'complete';
        return old ? before : { ...(before?.fleet === fleet && before), ...part };
      });
    function* computeSummary(list: Fleet): Generator<void> {
      const began = performance.now();
      const whole = yield* summarizeFleet(list, connectivity, zone, showPartialSummary);
      pauseEndsAt = performance.now() + Math.max(PAUSE_MIN_MS, PAUSE_FACTOR * (performance.now() - began));
      setSummary(whole);
      if (whole.checked) onDone(whole, connectivity);
    }
    slicer.run(computeSummary(fleet));
    const follow = () => {
      if (!slicer.isBusy && performance.now() >= pauseEndsAt) slicer.run(computeSummary(fleet));
    };
    const unsubscribe = state === 'reading' ? fleet.subscribe(follow) : undefined;
    return () => {
      slicer.cancel();
      unsubscribe?.();
    };
  }, [fleet, state, connectivity, waiting, zone, onDone]);
  return fleet && summary;
}

/** Counts devices by the age of their newest document. After a refresh, the previous counts stay until the next ones. */
function useLastSeenAges(list: FleetStore, fleet: Fleet | undefined): AgeCounts | undefined {
  const joined = fleet && list.getJoined(fleet, LAST_SEEN_FIELD);
  const times = joined && 'values' in joined ? joined : undefined;
  const connectivity = fleet && findJoinedConnectivity(list, fleet);
  const count = useCallback(
    function* () {
      if (!fleet || !times) return undefined;
      const joins = { field: LAST_SEEN_FIELD, times, connectivity };
      const ranges = AGE_RANGES.map(({ range }) => range);
      return yield* countByAge(fleet, joins, ranges, SILENT_RANGE);
    },
    [fleet, times, connectivity],
  );
  return useTimeSlicedResult(times ? count : undefined);
}
