import { useSyncExternalStore } from 'react';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';

/** Says that the browser has no network; what was loaded stays, and a service on this computer still answers. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <NoticeLine title="You are offline.">What is shown was loaded before; it is renewed once you are back.</NoticeLine>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
