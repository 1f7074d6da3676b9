import { TIME_MODES, type TimeMode, zoneOffset } from '#lib/time/time.ts';
import { useChooseTimeMode } from '#shell/timeInUrl.ts';
import { Pick } from '#ui/controls/Pick.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';

export const TIME_MODE_LABELS: Record<TimeMode, string> = {
  local: `Local, ${zoneOffset(Date.now())}`,
  utc: 'UTC',
  relative: 'Relative',
  epoch: 'Epoch ms',
};

/** How every time in the console is written. */
export function TimeControl() {
  const mode = useTimeMode();
  const choose = useChooseTimeMode();
  return (
    <Pick
      look="plain"
      aria-label="Times"
      options={TIME_MODES.map((value) => ({ value, label: TIME_MODE_LABELS[value] }))}
      value={mode}
      onPick={choose}
    />
  );
}
