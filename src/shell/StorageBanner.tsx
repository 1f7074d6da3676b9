import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { storageWorks } from '#lib/storage.ts';
import { IconButton } from '#ui/IconButton.tsx';
import classes from './Banner.module.css';

/** Says once that the browser refuses to store: everything works, but only until the page is left. */
export function StorageBanner() {
  const [shown, setShown] = useState(() => !storageWorks());
  if (!shown) return null;
  return (
    <div className={classes['banner']} role="status">
      <span>Your browser blocks storage: session and settings last until this page is closed or reloaded.</span>
      <IconButton size="row" label="Dismiss" onClick={() => setShown(false)}>
        <IconX size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
