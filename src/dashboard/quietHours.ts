import * as z from 'zod/mini';
import { createParser } from '#lib/schema.ts';
import { setting } from '#lib/setting.ts';

/** Time of day without notifications, as `HH:MM` in local time. May include midnight. */
export type QuietHours = { isOn: boolean; from: string; to: string };

const time = z.string().check(z.regex(/^\d\d:\d\d$/));

export const quietHoursSetting = setting<QuietHours>({
  name: 'quietHours',
  fallback: { isOn: false, from: '22:00', to: '07:00' },
  parse: createParser(z.object({ isOn: z.boolean(), from: time, to: time })),
});

export function isQuiet({ isOn, from, to }: QuietHours, now: Date): boolean {
  if (!isOn) return false;
  const clock = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
  return from <= to ? from <= clock && clock < to : clock >= from || clock < to;
}
