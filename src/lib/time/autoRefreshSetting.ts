import * as z from 'zod/mini';
import { createParser } from '#lib/schema.ts';
import { setting } from '#lib/setting.ts';

/** Refresh intervals in seconds. 0 turns auto-refresh off. */
export const AUTO_REFRESH_INTERVALS_S: readonly number[] = [0, 10, 30, 60, 300];

export const autoRefreshSetting = setting({
  name: 'autoRefresh',
  fallback: 0,
  parse: createParser(z.literal([...AUTO_REFRESH_INTERVALS_S])),
});
