import { useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { formatLocalZoneOffset, TIME_MODES, type TimeMode } from '#lib/time/time.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { createTimeModeStore, useTimeMode } from '#ui/values/timeModeStore.ts';
import { parseSharedParams, setTimeModeParam } from '#urls/sharedParams.ts';

/**
 * Synchronizes the time mode with the URL. A mode in the URL takes precedence.
 * @returns the parts of the URL that could not be parsed
 */
export function useTimeModeUrlSync(): readonly string[] {
  const store = useService(createTimeModeStore);
  const location = useLocation();
  const navigate = useNavigate();
  const { timeMode, dropped } = parseSharedParams(new URLSearchParams(location.search));
  const isOpen = timeMode === undefined && dropped.length === 0;
  // before paint, because the mode is stored outside React
  useLayoutEffect(() => {
    const chosen = store.getChosen();
    if (timeMode) store.apply(timeMode);
    else if (isOpen && chosen)
      void navigate(setTimeModeParam(location, chosen), { replace: true, state: location.state });
  }, [store, timeMode, isOpen, location, navigate]);
  return dropped;
}

export function useSetTimeMode(): (mode: TimeMode) => void {
  const store = useService(createTimeModeStore);
  const location = useLocation();
  const navigate = useNavigate();
  return (mode) => {
    store.set(mode);
    void navigate(setTimeModeParam(location, mode), { replace: true, state: location.state });
  };
}

export const TIME_MODE_LABELS: Record<TimeMode, string> = {
  local: `Local, ${formatLocalZoneOffset(Date.now())}`,
  utc: 'UTC',
  relative: 'Relative',
  epoch: 'Epoch ms',
};

export function TimeModeSelect() {
  const mode = useTimeMode();
  const choose = useSetTimeMode();
  return (
    <Select
      variant="plain"
      aria-label="Time display"
      options={TIME_MODES.map((value) => ({ value, label: TIME_MODE_LABELS[value] }))}
      value={mode}
      onValueChange={choose}
    />
  );
}
