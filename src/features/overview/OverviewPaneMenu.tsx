import { createContext, use } from 'react';
import { formatTime } from '#lib/time/time.ts';
import { useCurrentConnection } from '#session/connections.ts';
import { PaneMenu, type PaneMenuProps } from '#ui/page/PaneMenu.tsx';

/** Time at which the summarized list was fetched, in ms. */
export const FetchedAtContext = createContext(0);

export function OverviewPaneMenu(props: Omit<PaneMenuProps, 'source'>) {
  const { name } = useCurrentConnection();
  const fetchedAt = use(FetchedAtContext);
  return <PaneMenu {...props} source={`${name} · as of ${formatTime(fetchedAt, 'local', 0) ?? 'now'}`} />;
}
