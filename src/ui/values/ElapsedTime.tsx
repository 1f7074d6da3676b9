import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { Stopwatch } from '#lib/time/stopwatch.ts';
import shared from '#ui/theme/shared.module.css';

const TICK_MS = 100;

export function ElapsedTime() {
  const [stopwatch] = useState(() => new Stopwatch());
  const [ms, setMs] = useState(0);
  useInterval(() => setMs(stopwatch.ms), TICK_MS, { autoInvoke: true });
  return <span className={shared['muted']} aria-hidden translate="no">{`${(ms / 1000).toFixed(1)} s`}</span>;
}
