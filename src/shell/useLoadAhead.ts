import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadAhead } from '#lib/later.ts';

/** How long nothing must have been asked for: until then it may be in the way of what somebody waits for; ms. */
const QUIET_MS = 3000;

/** Loads the code of what is likely to be wanted next while nothing else is at work, unless data is to be saved. */
export function useLoadAhead(): void {
  const quiet = useIsFetching() === 0;
  useEffect(() => {
    if (!quiet || savesData()) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = loadAhead();
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [quiet]);
}

function savesData(): boolean {
  return matchMedia('(prefers-reduced-data: reduce)').matches;
}
