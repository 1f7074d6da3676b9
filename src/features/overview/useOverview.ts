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

/** What the list of all devices is asked for with. */
const WHOLE = JSON.stringify({});

/** The list, what is known of its devices' connectivity, and what both come to. */
export function useOverview() {
  const connection = useConnection();
  const options = devicesQuery(connection, {});
  const query = useQuery(options);
  const { data } = query;
  const list = shownFleetOf(connection.id);
  const { doubt } = useSyncExternalStore(list.subscribe, () => list.snapshot);
  const fleet = doubt ? list.shown : list.resolve(data);
  // it lives outside React, and its next state waits for nobody here
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

/** Rows that arrive are summed up anew at most this often, in ms, and a quarter of the time at most. */
const REST_MS = 200;
const REST_FACTOR = 3;

type Options = {
  connectivity: Coded | undefined;
  /** Nobody will say any more which devices are online. */
  unknowable: boolean;
  zone: Zone;
  /** Hears of every whole summary. */
  onDone: (summary: Summary, connectivity: Coded | undefined) => void;
};

/** Sums a list up as it arrives; of a refreshed one the summary before stays until the next is whole. */
function useSummary(fleet: Fleet | undefined, options: Options): Summary | undefined {
  const { connectivity, unknowable, zone, onDone } = options;
  const [summary, setSummary] = useState<Summary>();
  const state = fleet?.state;
  const refreshed = summary !== undefined && summary.fleet !== fleet && summary.fleet.state === 'complete';
  const asked = state === 'complete' && fleet !== undefined && fleet.count > 0 && !connectivity && !unknowable;
  const waiting = refreshed && summary.connected && asked;
  // computed between frames, beside React
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
