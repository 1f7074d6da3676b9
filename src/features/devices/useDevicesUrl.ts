import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { DevicesRequest } from '#contract/device.ts';
import type { DeviceColumnChoice } from '#features/devices/columns/deviceColumns.ts';
import { getColumnChoiceSetting } from '#features/devices/columns/gridSettings.ts';
import type { DeviceFilters } from '#features/devices/filter/describeFilters.ts';
import { useDocumentSource } from '#lastSeen/documentSource.ts';
import { useDerivedState } from '#ui/browser/useDerivedState.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { buildDevicesUrl, type DevicesState, parseDevicesUrl } from '#urls/devices.ts';

export function useDevicesUrl(connectionId: string) {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const setting = getColumnChoiceSetting(connectionId);
  const [kept] = useSetting(setting);
  const source = useDocumentSource();
  const { state, named, dropped } = useMemo(() => {
    const link = parseDevicesUrl(new URLSearchParams(search), hash);
    return { named: link.state, dropped: link.dropped, state: { source, ...addSavedColumns(link.state, kept) } };
  }, [search, hash, kept, source]);
  const go = useMemo(() => {
    // reads the current location, so that the callbacks do not depend on the rendered one
    const change = (next: Partial<DevicesState>, replace = false) => {
      const here = parseDevicesUrl(new URLSearchParams(window.location.search), window.location.hash);
      if ('columns' in next || 'pins' in next) setting.set({ columns: next.columns, pins: next.pins });
      void navigate(buildDevicesUrl({ source, ...addSavedColumns(here.state, setting.get()), ...next }), { replace });
    };
    return {
      to: (next: Partial<DevicesState>) => change(next),
      toRequest: (request: DevicesRequest) => change({ request }),
      toFilters: (filters: DeviceFilters) => change(filters),
      replace: (next: Partial<DevicesState>) => change(next, true),
    };
  }, [navigate, setting, source]);
  const writeSearch = useCallback((text: string) => go.replace({ search: text }), [go]);
  const request = useStableValue(state.request);
  const filters = useStableValue<DeviceFilters>({ facets: state.facets, ranges: state.ranges });
  const sort = useStableValue(state.sort);
  const choice = useStableValue<DeviceColumnChoice>({ columns: state.columns, pins: state.pins });
  return useMemo(
    () => ({ state, named, request, filters, sort, choice, dropped, go, writeSearch }),
    [state, named, request, filters, sort, choice, dropped, go, writeSearch],
  );
}

function addSavedColumns(state: DevicesState, kept: Pick<DevicesState, 'columns' | 'pins'>): DevicesState {
  return state.columns || state.pins ? state : { ...state, ...kept };
}

/** Returns the previous reference while the JSON of the value is unchanged, to avoid unnecessary renders. */
export function useStableValue<Value>(value: Value): Value {
  const [stable] = useDerivedState(
    () => value,
    (before) => (before === value || JSON.stringify(before) === JSON.stringify(value) ? before : value),
  );
  return stable;
}
