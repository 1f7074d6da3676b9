import { useEffect, useState } from 'react';

/** Delay in ms, long enough that a double click does not hit the cancel action. */
const LASTING_MS = 600;

export function useLasting(underWay: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!underWay) return;
    const timer = setTimeout(() => setLasts(true), LASTING_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [underWay]);
  return underWay && lasts;
}
