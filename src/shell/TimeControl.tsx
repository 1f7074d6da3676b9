import { useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { formatZoneOffset, TIME_MODES, type TimeMode } from '#lib/time/time.ts';
import { parseFrameSearch, withTimeMode } from '#paths/frame.ts';
import { Pick } from '#ui/controls/Pick.tsx';
import { chosenTimeMode, setTimeMode, showTimeMode, useTimeMode } from '#ui/values/timeMode.ts';

/** Synchronizes the time mode with the URL; a mode in the URL wins. @returns the parts of the URL that could not be read */
export function useTimeInUrl(): readonly string[] {
  const location = useLocation();
  const navigate = useNavigate();
  const { timeMode, dropped } = parseFrameSearch(new URLSearchParams(location.search));
  const isOpen = timeMode === undefined && dropped.length === 0;
  // before paint, because the mode is stored outside React
  useLayoutEffect(() => {
    const chosen = chosenTimeMode();
    if (timeMode) showTimeMode(timeMode);
    else if (isOpen && chosen) void navigate(withTimeMode(location, chosen), { replace: true, state: location.state });
  }, [timeMode, isOpen, location, navigate]);
  return dropped;
}

/** Sets the time mode in the store and in the URL. */
export function useChooseTimeMode(): (mode: TimeMode) => void {
  const location = useLocation();
  const navigate = useNavigate();
  return (mode) => {
    setTimeMode(mode);
    void navigate(withTimeMode(location, mode), { replace: true, state: location.state });
  };
}

export const TIME_MODE_LABELS: Record<TimeMode, string> = {
  local: `Local, ${formatZoneOffset(Date.now())}`,
  utc: 'UTC',
  relative: 'Relative',
  epoch: 'Epoch ms',
};

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
