import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Dashboard } from '#dashboard/dashboard.ts';
import { removeHistoriesExcept } from '#dashboard/historyStore.ts';
import { useDocumentSource } from '#lastSeen/documentSource.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useConnections, useCurrentConnection } from '#session/connections.ts';
import { useConnection } from '#session/useSession.ts';
import { createDashboardMonitor } from './dashboardMonitor.ts';

/** Dashboard with the connection of the session. */
function useWatched(id: string, dashboard: Dashboard) {
  const connection = useConnection();
  const { id: savedConnectionId, firstPage, extensions } = useCurrentConnection();
  const deviceDocuments = useDocumentSource();
  return { id, dashboard, connection, savedConnectionId, features: { firstPage, extensions, deviceDocuments } };
}

/** Keeps a dashboard up to date on pages that show no dashboard, unless another one is watched. */
export function useDashboardInBackground(id: string, dashboard: Dashboard): void {
  const monitor = useService(createDashboardMonitor);
  const watched = useWatched(id, dashboard);
  // requests are side effects
  useEffect(() => {
    if ((monitor.watchedId ?? id) === id) monitor.watch(watched);
  });
  useEffect(() => () => monitor.unwatch(id), [monitor, id]);
}

/** Keeps a dashboard up to date while the component is mounted, and afterwards if it has limits. */
export function useDashboardMonitor(id: string, dashboard: Dashboard) {
  const monitor = useService(createDashboardMonitor);
  const watched = useWatched(id, dashboard);
  const { savedConnectionId } = watched;
  const { connections } = useConnections();
  const state = useSyncExternalStore(monitor.subscribe, monitor.getState);
  const removeOldHistories = useEffectEvent(() => {
    // without storage there is nothing to remove
    removeHistoriesExcept([savedConnectionId, ...connections.map((one) => one.id)]).catch(() => undefined);
  });
  // requests are side effects
  useEffect(() => monitor.watch(watched));
  useEffect(() => {
    removeOldHistories();
    return () => monitor.leave();
  }, [monitor]);
  return { monitor, state, forget: () => void monitor.forget(savedConnectionId) };
}
