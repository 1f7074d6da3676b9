import { useCallback } from 'react';
import { useDeviceList } from '#features/devices/DevicesPlace.tsx';
import { type TimeHistogram, timeHistogram, timeSpan } from '#fleet/questions/times.ts';
import { useSlices } from '#ui/browser/useSlices.ts';
import { type TimeScale, timeScale } from '#ui/charts/timeScale.ts';

/** As many bars as there is room for beside the fields. */
const BARS_MOST = 28;

type TimeBars = { scale: TimeScale; histogram: TimeHistogram };

/** When something happened to the devices that all other filters let through. */
export function useTimeBars(field: string): TimeBars | undefined {
  const { view } = useDeviceList();
  const count = useCallback(
    function* () {
      const { fleet, filters } = view;
      const passing = yield* filters.passing(field);
      const list = Uint32Array.from(passing.rows());
      const some = { count: list.length, at: (place: number) => list[place] ?? 0 };
      const { earliest, latest } = yield* timeSpan(fleet, field, some);
      if (earliest === undefined || latest === undefined) return undefined;
      const end = earliest <= fleet.fetchedAt ? Math.min(latest, fleet.fetchedAt || latest) : latest;
      const scale = timeScale(earliest, end, 'local', BARS_MOST);
      return { scale, histogram: yield* timeHistogram(fleet, field, scale.edges, some) };
    },
    [view, field],
  );
  return useSlices(view.settled ? count : undefined);
}
