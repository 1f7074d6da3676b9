import { loaded } from '#ui/states/loaded.tsx';
import type { DrawerProps } from './DrawerPanel.tsx';
import { useWanted } from './useWanted.ts';

const DrawerPanel = loaded(async () => (await import('./DrawerPanel.tsx')).DrawerPanel);

/** A page's second part that comes from its side, closed by Escape or its ×. */
export function Drawer(props: DrawerProps) {
  const wanted = useWanted(props.opened);
  return wanted && <DrawerPanel {...props} />;
}
