import { useEffect, useState } from 'react';
import type { FleetView } from '#fleet/shown/fleetView.ts';
import { formatCount } from '#lib/counts.ts';
import { Slices } from '#lib/slices.ts';
import { Button } from '#ui/controls/Button.tsx';
import classes from './FiltersBlamed.module.css';

/** A filter, as the view counts it and as it is said, and the way to be without it. */
export type Blamed = { key: string; words: string; drop: () => void };

/** Each filter with the rows there would be without it. Loaded when nothing matches. */
export function FiltersBlamed({ view, blamed }: { view: FleetView; blamed: readonly Blamed[] }) {
  const counts = useCountsWithout(view);
  return (
    <ul className={classes['blamed']}>
      {blamed.map(({ key, words, drop }) => (
        <li key={key}>
          <span>
            without <b>{words}</b>
          </span>
          <b>{formatCount(counts?.get(key) ?? 0)}</b>
          <Button look="link" aria-label={`Drop ${words}`} onClick={drop}>
            Drop it
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** How many rows there would be without each filter; nothing until they were counted. */
function useCountsWithout(view: FleetView): ReadonlyMap<string, number> | undefined {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>();
  const { version } = view;
  // counted between frames, beside React
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other counts
  useEffect(() => {
    const slices = new Slices();
    slices.run(
      (function* () {
        setCounts(yield* view.filters.countWithout());
      })(),
    );
    return () => slices.cancel();
  }, [view, version]);
  return counts;
}
