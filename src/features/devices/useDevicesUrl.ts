import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { DevicesRequest } from '#contract/device.ts';
import type { ChosenColumns } from '#features/devices/columns/columnChoice.ts';
import { keptColumns } from '#features/devices/columns/gridSettings.ts';
import type { Filters } from '#features/devices/filter/filterWords.ts';
import { type DevicesState, devicesPath, parseDevicesUrl } from '#paths/devices.ts';
import { useSetting } from '#ui/browser/useSetting.ts';

/** State of the page's URL and functions that change it; these are referentially stable. */
export function useDevicesUrl(connectionId: string) {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const setting = keptColumns(connectionId);
  const [kept] = useSetting(setting);
  const { state, named, dropped } = useMemo(() => {
    const link = parseDevicesUrl(new URLSearchParams(search), hash);
    return { named: link.state, dropped: link.dropped, state: withColumns(link.state, kept) };
  }, [search, hash, kept]);
  const go = useMemo(() => {
    // reads the current location, so that the callbacks do not depend on the rendered one
    const change = (next: Partial<DevicesState>, replace = false) => {
      const here = parseDevicesUrl(new URLSearchParams(window.location.search), window.location.hash);
      if ('columns' in next || 'pins' in next) setting.set({ columns: next.columns, pins: next.pins });
      void navigate(devicesPath({ ...withColumns(here.state, setting.get()), ...next }), { replace });
    };
    return {
      to: (next: Partial<DevicesState>) => change(next),
      toRequest: (request: DevicesRequest) => change({ request }),
      toFilters: (filters: Filters) => change(filters),
      replace: (next: Partial<DevicesState>) => change(next, true),
    };
  }, [navigate, setting]);
  const writeSearch = useCallback((text: string) => go.replace({ search: text }), [go]);
  const request = useSame(state.request);
  const filters = useSame<Filters>({ facets: state.facets, ranges: state.ranges });
  const sort = useSame(state.sort);
  const choice = useSame<ChosenColumns>({ columns: state.columns, pins: state.pins });
  return useMemo(
    () => ({ state, named, request, filters, sort, choice, dropped, go, writeSearch }),
    [state, named, request, filters, sort, choice, dropped, go, writeSearch],
  );
}

function withColumns(state: DevicesState, kept: Pick<DevicesState, 'columns' | 'pins'>): DevicesState {
  return state.columns || state.pins ? state : { ...state, ...kept };
}

/** Returns the previous reference while the JSON of the value is unchanged, to avoid rerenders. */
export function useSame<Value>(value: Value): Value {
  const [kept, setKept] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}
