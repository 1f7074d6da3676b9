import { useQueries } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { deviceQuery } from '#api/device.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { type CompareState, comparePath, parseCompareUrl } from '#paths/compare.ts';
import { useConnection } from '#session/session.ts';
import { useLink } from '#ui/browser/useLink.ts';
import { place } from '#ui/page/place.tsx';
import { comparedFields } from './comparison.ts';

export const [ComparePlace, useComparison] = place('the page that compares devices', useCompared);

function useCompared() {
  const { state, dropped, change } = useLink(parseCompareUrl, comparePath);
  const { deviceIDs, different } = state;
  const connection = useConnection();
  const queries = useQueries({ queries: deviceIDs.map((deviceID) => deviceQuery(connection, { deviceID })) });
  const connectivityOf = useKnownConnectivity(connection.id);
  const columns = deviceIDs.map((deviceID, at) => ({
    deviceID,
    device: withConnectivity(queries[at]?.data?.device, connectivityOf(deviceID)),
    error: queries[at]?.error ?? null,
    retry: () => void queries[at]?.refetch(),
  }));
  const fields = comparedFields(columns.map(({ device }) => device));
  const differing = fields.filter(({ differs }) => differs);
  const show = (next: Partial<CompareState>) => change(next, true);
  return {
    ...state,
    dropped,
    queries,
    /** True once every device has a response: field counts are final. */
    isComplete: queries.every(({ isPending }) => !isPending),
    /** One column per device; `device` is undefined while it is pending and if it failed. */
    columns,
    fields,
    differing,
    fieldsShown: different ? differing : fields,
    show,
    add: (deviceID: string) => show({ deviceIDs: [...deviceIDs, deviceID] }),
    remove: (deviceID: string) => show({ deviceIDs: deviceIDs.filter((id) => id !== deviceID) }),
  };
}

function withConnectivity(device: JsonObject | undefined, connectivity: string | undefined): JsonObject | undefined {
  return device && connectivity !== undefined ? { [CONNECTIVITY_FIELD]: connectivity, ...device } : device;
}

/** Returns connectivity by ID as far as the list in memory contains it; sends no requests. */
function useKnownConnectivity(connectionId: string): (deviceID: string) => string | undefined {
  const shown = shownFleetOf(connectionId);
  const { view, fleet } = useSyncExternalStore(shown.subscribe, () => shown.snapshot);
  return (deviceID) => {
    const row = fleet?.rowOf(deviceID, fleet.columnOf('deviceID')) ?? -1;
    return row < 0 ? undefined : view.joinedValue(CONNECTIVITY_FIELD, row) || undefined;
  };
}
