import { useCallback } from 'react';
import { findJoinedConnectivity } from '#api/useRunChecks.ts';
import { LAST_SEEN_FIELD } from '#contract/device.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { type AgeCounts, countByAge } from '#fleet/queries/countByAge.ts';
import type { FleetStore } from '#fleet/shown/fleetStore.ts';
import { useTimeSlicedResult } from '#ui/browser/useTimeSlicedResult.ts';
import { AGE_RANGES, SILENT_RANGE } from './lastSeenAges.ts';

/** Counts devices by the age of their newest document. After a refresh, the previous counts stay until the next ones. */
export function useLastSeenAges(list: FleetStore, fleet: Fleet | undefined): AgeCounts | undefined {
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
