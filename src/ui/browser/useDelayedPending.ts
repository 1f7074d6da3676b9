import { useEffect, useState } from 'react';

/** Delay in ms before the Cancel button appears. It is long enough that a double click does not cancel. */
const DELAY_MS = 600;

export function useDelayedPending(pending: boolean): boolean {
  const [isDelayed, setIsDelayed] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setIsDelayed(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setIsDelayed(false);
    };
  }, [pending]);
  return pending && isDelayed;
}
