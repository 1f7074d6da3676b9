import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { connectivityOf, joinChecks } from '#api/checks.ts';
import { devicesQuery } from '#api/list/devices.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { useConnectivity } from '#api/list/useConnectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { useConnection } from '#session/session.ts';
import { type Zone, zoneOf } from '#ui/charts/timeScale.ts';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { type Coded, type Summary, summarize } from './summary.ts';

const WHOLE = JSON.stringify({});

export function useOverview() {
  const connection = useConnection();
  const options = devicesQuery(connection, {});
  const query = useQuery(options);
  const { data } = query;
  const list = shownFleetOf(connection.id);
  const { doubt } = useSyncExternalStore(list.subscribe, () => list.snapshot);
  const fleet = doubt ? list.shown : list.resolve(data);
  // the store is outside React; on this page the next list is applied at once
  useLayoutEffect(() => {
    list.hold = false;
    list.offer(data, WHOLE);
    list.apply();
  }, [list, data]);
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
  return {
    query,
    queryKey: options.queryKey,
    fleet,
    summary,
    connectivity,
    doubt,
    decide: (show: boolean) => list.decide(show),
  };
}

/** Minimum pause between summaries of a loading list, in ms, and its minimum multiple of their duration. */
const REST_MS = 200;
const REST_FACTOR = 3;

type Options = {
  connectivity: Coded | undefined;
  /** True if connectivity failed to load. */
  unknowable: boolean;
  zone: Zone;
  onDone: (summary: Summary, connectivity: Coded | undefined) => void;
};

/** Summarizes a list while it loads; after a refresh the previous summary stays until the next one is complete. */
function useSummary(fleet: Fleet | undefined, options: Options): Summary | undefined {
  const { connectivity, unknowable, zone, onDone } = options;
  const [summary, setSummary] = useState<Summary>();
  const state = fleet?.state;
  const refreshed = summary !== undefined && summary.fleet !== fleet && summary.fleet.state === 'complete';
  const asked = state === 'complete' && fleet !== undefined && fleet.count > 0 && !connectivity && !unknowable;
  const waiting = refreshed && summary.connected && asked;
  // computed in time slices outside of rendering
  useEffect(() => {
    if (!fleet || waiting) return;
    const slices = new TimeSlicer();
    let rested = 0;
    const tell = (part: Summary) =>
      setSummary((before) => {
        const old = before && before.fleet !== fleet && before.fleet.state === 'complete';
        return old ? before : { ...(before?.fleet === fleet && before), ...part };
      });
    function* work(list: Fleet): Generator<void> {
      const began = performance.now();
      const whole = yield* summarize(list, connectivity, zone, tell);
      rested = performance.now() + Math.max(REST_MS, REST_FACTOR * (performance.now() - began));
      setSummary(whole);
      if (whole.checked) onDone(whole, connectivity);
    }
    slices.run(work(fleet));
    const follow = () => {
      if (!slices.isBusy && performance.now() >= rested) slices.run(work(fleet));
    };
    const leave = state === 'reading' ? fleet.subscribe(follow) : undefined;
    return () => {
      slices.cancel();
      leave?.();
    };
  }, [fleet, state, connectivity, waiting, zone, onDone]);
  return fleet && summary;
}
