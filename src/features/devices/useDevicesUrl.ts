import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { DevicesRequest } from '#contract/device.ts';
import { type DevicesState, devicesPath, parseDevicesUrl } from '#paths/devices.ts';
import type { ColumnChoice } from './deviceColumns.ts';
import type { Filters } from './filterWords.ts';

export type DevicesUrl = ReturnType<typeof useDevicesUrl>;

/** What the page's address says, and the ways to change it; none of these ever changes itself. */
export function useDevicesUrl() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { state, dropped } = useMemo(() => parseDevicesUrl(new URLSearchParams(search), hash), [search, hash]);
  const go = useMemo(() => {
    // from where the page is now, not from where it was drawn: little is then drawn again
    const change = (next: Partial<DevicesState>, replace = false) => {
      const here = parseDevicesUrl(new URLSearchParams(window.location.search), window.location.hash);
      void navigate(devicesPath({ ...here.state, ...next }), { replace });
    };
    return {
      to: (next: Partial<DevicesState>) => change(next),
      toRequest: (request: DevicesRequest) => change({ request }),
      toFilters: (filters: Filters) => change(filters),
      replace: (next: Partial<DevicesState>) => change(next, true),
    };
  }, [navigate]);
  const writeSearch = useCallback((text: string) => go.replace({ search: text }), [go]);
  const request = useSame(state.request);
  const filters = useSame<Filters>({ facets: state.facets, ranges: state.ranges });
  const sort = useSame(state.sort);
  const choice = useSame<ColumnChoice>({ columns: state.columns, pins: state.pins });
  return { state, request, filters, sort, choice, dropped, go, writeSearch };
}

/** The value itself for as long as it says the same, so that what depends on it is not drawn again. */
function useSame<Value>(value: Value): Value {
  const [kept, setKept] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}
