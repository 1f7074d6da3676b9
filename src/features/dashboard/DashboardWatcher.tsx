import { type Dashboard, hasLimit } from '#dashboard/dashboard.ts';
import { useDashboardInBackground } from './useDashboardMonitor.ts';
import { useDashboards } from './useDashboards.ts';

/** Keeps the user's first dashboard with limits up to date on all pages, until another one is opened. */
export function DashboardWatcher() {
  const { list, isReady } = useDashboards();
  if (!isReady) return null;
  for (const { id, content, origin } of list) {
    if (origin !== 'browser' || !('dashboard' in content)) continue;
    if (content.dashboard.refresh && content.dashboard.tiles.some(hasLimit))
      return <Watch key={id} id={id} dashboard={content.dashboard} />;
  }
  return null;
}

function Watch({ id, dashboard }: { id: string; dashboard: Dashboard }) {
  useDashboardInBackground(id, dashboard);
  return null;
}
