import { useEffect, useState } from 'react';
import { type TimeHistogram, timeHistogram, timeSpan } from '#fleet/questions/times.ts';
import type { FleetView } from '#fleet/shown/fleetView.ts';
import { Slices } from '#lib/slices.ts';
import { type TimeScale, timeScale } from '#ui/charts/timeScale.ts';

/** As many bars as there is room for beside the fields. */
const BARS_MOST = 28;

type TimeBars = { scale: TimeScale; histogram: TimeHistogram };

/** When something happened to the devices that all other filters let through. */
export function useTimeBars(view: FleetView, field: string): TimeBars | undefined {
  const [bars, setBars] = useState<TimeBars>();
  const { fleet, rows, settled } = view;
  // counted between frames, beside React; other rows shown are other filters
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (!settled) return;
    const slices = new Slices();
    slices.run(
      (function* () {
        const passing = yield* view.filters.passing(field);
        const list = Uint32Array.from(passing.rows());
        const some = { count: list.length, at: (place: number) => list[place] ?? 0 };
        const { earliest, latest } = yield* timeSpan(fleet, field, some);
        if (earliest === undefined || latest === undefined) return setBars(undefined);
        const end = earliest <= fleet.fetchedAt ? Math.min(latest, fleet.fetchedAt || latest) : latest;
        const scale = timeScale(earliest, end, 'local', BARS_MOST);
        setBars({ scale, histogram: yield* timeHistogram(fleet, field, scale.edges, some) });
      })(),
    );
    return () => slices.cancel();
  }, [view, fleet, fleet.state, rows, settled, field]);
  return bars;
}
