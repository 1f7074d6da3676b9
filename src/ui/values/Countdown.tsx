import { useEffect, useState } from 'react';

/** Counts whole seconds down to 0 from when it appears. */
export function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(Math.ceil(seconds));
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return <span role="timer">{`${left} s.`}</span>;
}
