import { lazy, Suspense } from 'react';
import type { DrawerProps } from './DrawerPanel.tsx';
import { useWanted } from './useWanted.ts';

const DrawerPanel = lazy(async () => ({ default: (await import('./DrawerPanel.tsx')).DrawerPanel }));

/** A page's second part that comes from its side, closed by Escape or its ×. */
export function Drawer(props: DrawerProps) {
  const wanted = useWanted(props.opened);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <DrawerPanel {...props} />
    </Suspense>
  );
}
