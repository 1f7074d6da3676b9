import { useState } from 'react';
import { createSafeStorage } from '#lib/storage.ts';
import { formatElapsed } from '#lib/time/time.ts';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';

const storage = createSafeStorage('sessionStorage');
const KEY = 'fleetlens.clock';

/** Reports once per tab that the browser's clock differs from the service's by `offset` ms. */
export function ClockNotice({ offset }: { offset: number }) {
  const [dismissed, setDismissed] = useState(() => storage.get(KEY) !== null);
  if (dismissed) return null;
  const dismiss = () => {
    storage.set(KEY, 'reported');
    setDismissed(true);
  };
  const minutes = Math.round(Math.abs(offset) / 60_000) * 60_000;
  const difference = formatElapsed(minutes).replace(/ 0 (?:s|min|h)$/, '');
  return (
    <NoticeLine
      title={`This computer’s clock is ${difference} ${offset > 0 ? 'behind' : 'ahead of'} the service’s.`}
      onDismiss={dismiss}
    >
      Ranges such as “last 24 h” use the service’s time.
    </NoticeLine>
  );
}
