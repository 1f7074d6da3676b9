import { useEffect, useState } from 'react';

/** How long a button says what it did, in ms. */
const SAID_MS = 2500;

/** What a button says of itself for a moment, in the place of its own words. */
export function useSaid(): [said: string | undefined, say: (words: string) => void] {
  const [said, setSaid] = useState<string>();
  // a timer is the browser's
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, setSaid];
}
