import { useState } from 'react';
import { useEvery } from '#ui/browser/useEvery.ts';

/** Counts whole seconds down to 0 from when it appears. */
export function Countdown({ seconds }: { seconds: number }) {
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(Math.ceil(seconds));
  useEvery(250, () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))));
  return <span role="timer">{`${left} s.`}</span>;
}
