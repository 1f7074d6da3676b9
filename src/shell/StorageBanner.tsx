import { useState } from 'react';
import { storageWorks } from '#lib/storage.ts';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';

/** Says once that the browser refuses to store: everything works, but only until the page is left. */
export function StorageBanner() {
  const [shown, setShown] = useState(() => !storageWorks());
  if (!shown) return null;
  return (
    <NoticeLine title="Your browser blocks storage:" onDismiss={() => setShown(false)}>
      session and settings last until this page is closed or reloaded.
    </NoticeLine>
  );
}
