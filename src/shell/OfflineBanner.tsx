import { useSyncExternalStore } from 'react';
import classes from './Banner.module.css';

/** Says that the browser has no network; what was loaded stays, and a service on this computer still answers. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div className={classes['live']} role="status">
      {!online && (
        <p className={classes['banner']}>
          You are offline. What is shown was loaded before; it is renewed once you are back.
        </p>
      )}
    </div>
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
