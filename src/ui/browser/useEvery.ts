import { useEffect, useEffectEvent } from 'react';

/** Does something again and again, every so many ms. */
export function useEvery(ms: number, act: () => void): void {
  const tick = useEffectEvent(act);
  // time passes outside React
  useEffect(() => {
    const timer = setInterval(() => tick(), ms);
    return () => clearInterval(timer);
  }, [ms]);
}
