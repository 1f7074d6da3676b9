import { lazy, Suspense, useEffect, useState } from 'react';
import type { DrawerProps } from './DrawerPanel.tsx';

const DrawerPanel = lazy(async () => ({ default: (await import('./DrawerPanel.tsx')).DrawerPanel }));

/** A page's second part that comes from its side, closed by Escape or its ×. */
export function Drawer(props: DrawerProps) {
  const [wanted, setWanted] = useState(props.opened);
  // its code stays once it was wanted, so that it can close as it should
  useEffect(() => {
    if (props.opened) setWanted(true);
  }, [props.opened]);
  if (!wanted && !props.opened) return null;
  return (
    <Suspense fallback={null}>
      <DrawerPanel {...props} />
    </Suspense>
  );
}
