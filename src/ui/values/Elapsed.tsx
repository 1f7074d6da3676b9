import { useState } from 'react';
import { Stopwatch } from '#lib/time/stopwatch.ts';
import { useEvery } from '#ui/browser/useEvery.ts';
import shared from '#ui/theme/shared.module.css';

const TICK_MS = 100;

/** Counts the seconds since it appeared, in tenths, or those of a watch. */
export function Elapsed({ watch }: { watch?: Stopwatch }) {
  const [own] = useState(() => new Stopwatch());
  const [ms, setMs] = useState(watch?.ms ?? 0);
  useEvery(TICK_MS, () => setMs((watch ?? own).ms));
  return <span className={shared['muted']} aria-hidden>{`${(ms / 1000).toFixed(1)} s`}</span>;
}
