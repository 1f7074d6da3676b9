import { useSyncExternalStore } from 'react';
import { setting } from '#lib/setting.ts';

/** How often pages renew themselves, in seconds; 0 is never. */
const AUTO_REFRESH_SECONDS: readonly number[] = [0, 10, 30, 60, 300];

/** One setting for every page. */
export const autoRefresh = setting({
  name: 'autoRefresh',
  fallback: 0,
  read: (kept) => AUTO_REFRESH_SECONDS.find((seconds) => seconds === kept),
});

/** The setting as a control shows it, and what it can be set to. */
export function useAutoRefresh() {
  const seconds = useSyncExternalStore(autoRefresh.subscribe, autoRefresh.get);
  return { seconds, choices: AUTO_REFRESH_SECONDS, choose: autoRefresh.set };
}
