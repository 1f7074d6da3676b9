import { setting } from '#lib/setting.ts';

/** How often pages can renew themselves, in seconds; 0 is never. */
export const AUTO_REFRESH_SECONDS: readonly number[] = [0, 10, 30, 60, 300];

/** One setting for every page. */
export const autoRefresh = setting({
  name: 'autoRefresh',
  fallback: 0,
  read: (kept) => AUTO_REFRESH_SECONDS.find((seconds) => seconds === kept),
});
