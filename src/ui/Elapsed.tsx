import { useEffect, useState } from 'react';
import classes from './Elapsed.module.css';

const TICK_MS = 100;

/** Counts the seconds since it appeared, in tenths. */
export function Elapsed() {
  const [ms, setMs] = useState(0);
  // time passes outside React
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setMs(performance.now() - begun), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span className={classes['elapsed']} aria-hidden>{`${(ms / 1000).toFixed(1)} s`}</span>;
}
