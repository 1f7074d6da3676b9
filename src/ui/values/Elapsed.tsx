import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { Stopwatch } from '#lib/time/stopwatch.ts';
import shared from '#ui/theme/shared.module.css';

const TICK_MS = 100;

/** Counts the seconds since it appeared, in tenths, or those of a watch. */
export function Elapsed({ watch }: { watch?: Stopwatch }) {
  const [own] = useState(() => new Stopwatch());
  const [ms, setMs] = useState(watch?.ms ?? 0);
  useInterval(() => setMs((watch ?? own).ms), TICK_MS, { autoInvoke: true });
  return <span className={shared['muted']} aria-hidden>{`${(ms / 1000).toFixed(1)} s`}</span>;
}
