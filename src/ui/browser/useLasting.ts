import { useEffect, useState } from 'react';

/** By then nobody presses a second time what was meant once. */
const LASTING_MS = 600;

/** Whether something is under way for so long that one may want to stop it. */
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
