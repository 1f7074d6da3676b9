import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { STALE_TIME_MS } from '#api/queryClient.ts';
import type { Dashboard, DashboardTile } from '#dashboard/dashboard.ts';
import { removeHistoriesExcept } from '#dashboard/historyStore.ts';
import { createTileKeys } from '#dashboard/tileTracker.ts';
import { useDocumentSource } from '#lastSeen/documentSource.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useConnections, useCurrentConnection } from '#session/connections.ts';
import { useConnection } from '#session/useSession.ts';
import { createDashboardMonitor } from './dashboardMonitor.ts';

/** Reads the tiles of a dashboard when it opens and at its interval, except in a hidden tab. */
export function useDashboardRefresh({ tiles, refresh: seconds = 0 }: Dashboard) {
  const monitor = useService(createDashboardMonitor);
  const connection = useConnection();
  const { id: savedId, firstPage, extensions } = useCurrentConnection();
  const deviceDocuments = useDocumentSource();
  const state = useSyncExternalStore(monitor.subscribe, monitor.getState);
  const target = { connection, savedId, features: { firstPage, extensions, deviceDocuments } };
  const refresh = () => void monitor.refresh(orderByVisibility(tiles), target);
  const read = useEffectEvent((_: string) => void monitor.readMissing(tiles, target));
  const refreshIfOlder = useEffectEvent((ms: number) => {
    const isDue = tiles.length > 0 && Date.now() - monitor.getReadAt(tiles) >= ms;
    if (isDue && !monitor.getState().isRunning && document.visibilityState === 'visible') refresh();
  });
  const { connections } = useConnections();
  const removeOldHistories = useEffectEvent(() => {
    // without storage there is nothing to remove
    removeHistoriesExcept([savedId, ...connections.map(({ id }) => id)]).catch(() => undefined);
  });
  const keys = createTileKeys(tiles).join();
  // requests are side effects
  useEffect(() => read(keys), [keys]);
  useEffect(() => {
    refreshIfOlder(STALE_TIME_MS);
    removeOldHistories();
    return () => monitor.stop();
  }, [monitor]);
  // a timer, and the visibility of the tab
  useEffect(() => {
    if (seconds === 0) return;
    const check = () => refreshIfOlder(seconds * 1000);
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [seconds]);
  return { state, refresh, stop: monitor.stop, forget: () => void monitor.forget(savedId) };
}

const CHECK_INTERVAL_MS = 1000;

/** Tiles on screen first, so that they are read first. */
function orderByVisibility(tiles: readonly DashboardTile[]): readonly DashboardTile[] {
  const isVisible = (at: number) => {
    const pane = document.querySelector(`[data-tile="${at}"]`)?.getBoundingClientRect();
    return pane !== undefined && pane.bottom > 0 && pane.top < innerHeight;
  };
  const visible = tiles.map((_, at) => isVisible(at));
  return [...tiles.filter((_, at) => visible[at]), ...tiles.filter((_, at) => !visible[at])];
}
