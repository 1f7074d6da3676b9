import { useState, useSyncExternalStore } from 'react';
import { storageWorks } from '#lib/storage.ts';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';

/** Says that the browser has no network; what was loaded stays, and a service on this computer still answers. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <NoticeLine title="You are offline.">What is shown was loaded before; it is renewed once you are back.</NoticeLine>
  );
}

/** Says once that the browser refuses to store: everything works, but only until the page is left. */
export function StorageBanner() {
  const [blocked, setBlocked] = useState(() => !storageWorks());
  if (!blocked) return null;
  return (
    <NoticeLine title="Your browser blocks storage:" onDismiss={() => setBlocked(false)}>
      session and settings last until this page is closed or reloaded.
    </NoticeLine>
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
