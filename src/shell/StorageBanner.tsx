import { CloseButton } from '@mantine/core';
import { useState } from 'react';
import { storageWorks } from '#session/storage.ts';
import classes from './Banner.module.css';

/** Says once that the browser refuses to store: everything works, but only until the page is left. */
export function StorageBanner() {
  const [shown, setShown] = useState(() => !storageWorks());
  if (!shown) return null;
  return (
    <div className={classes['banner']} role="status">
      <span>Your browser blocks storage: session and settings last until this page is closed or reloaded.</span>
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => setShown(false)} />
    </div>
  );
}
