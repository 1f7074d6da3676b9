import { useState } from 'react';
import { formatElapsedTime } from '#lib/time/time.ts';
import { useServices } from '#services/ServicesProvider.tsx';
import { Notice } from '#ui/notices/Notice.tsx';

const STORAGE_KEY = 'fleetlens.clock';

/** Notifies the user once per tab that the browser's clock differs from the service's clock by `offset` ms. */
export function ClockSkewNotice({ offset }: { offset: number }) {
  const { tabStorage: storage } = useServices().environment;
  const [dismissed, setDismissed] = useState(() => storage.get(STORAGE_KEY) !== null);
  if (dismissed) return null;
  const dismiss = () => {
    storage.set(STORAGE_KEY, 'reported');
    setDismissed(true);
  };
  const minutes = Math.round(Math.abs(offset) / 60_000) * 60_000;
  const difference = formatElapsedTime(minutes).replace(/ 0 (?:s|min|h)$/, '');
  return (
    <Notice
      title={`This computer’s clock is ${difference} ${offset > 0 ? 'behind' : 'ahead of'} the service’s clock.`}
      onDismiss={dismiss}
    >
      Ranges such as “last 24 h” use the service’s time.
    </Notice>
  );
}
