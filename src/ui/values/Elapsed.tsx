import { useEffect, useState } from 'react';
import type { Stopwatch } from '#lib/time/stopwatch.ts';
import classes from './Elapsed.module.css';

const TICK_MS = 100;

/** Counts the seconds since it appeared, in tenths, or those of a watch. */
export function Elapsed({ watch }: { watch?: Stopwatch }) {
  const [ms, setMs] = useState(watch?.ms ?? 0);
  // time passes outside React
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setMs(watch ? watch.ms : performance.now() - begun), TICK_MS);
    return () => clearInterval(timer);
  }, [watch]);
  return <span className={classes['elapsed']} aria-hidden>{`${(ms / 1000).toFixed(1)} s`}</span>;
}
