import { useQueries } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createDeviceQueryOptions } from '#api/device.ts';
import { useFleetStore } from '#api/list/fleetStores.ts';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { useConnection } from '#session/useSession.ts';
import { useUrlState } from '#ui/browser/useUrlState.ts';
import { createProvider } from '#ui/page/createProvider.tsx';
import { buildCompareUrl, type CompareState, parseCompareUrl } from '#urls/compare.ts';
import { compareFields } from './compareFields.ts';

export const [CompareProvider, useComparison] = createProvider('the page that compares devices', useCompareState);

function useCompareState() {
  const { state, dropped, change } = useUrlState(parseCompareUrl, buildCompareUrl);
  const { deviceIDs, different } = state;
  const connection = useConnection();
  const queries = useQueries({
    queries: deviceIDs.map((deviceID) => createDeviceQueryOptions(connection, { deviceID })),
  });
  const getConnectivity = useKnownConnectivity(connection.id);
  const columns = deviceIDs.map((deviceID, at) => ({
    deviceID,
    device: addConnectivity(queries[at]?.data?.device, getConnectivity(deviceID)),
    error: queries[at]?.error ?? null,
    retry: () => void queries[at]?.refetch(),
  }));
  const fields = compareFields(columns.map(({ device }) => device));
  const differing = fields.filter(({ differs }) => differs);
  const show = (next: Partial<CompareState>) => change(next, true);
  return {
    ...state,
    dropped,
    queries,
    /** True once every device has a response. Field counts are then final. */
    isComplete: queries.every(({ isPending }) => !isPending),
    columns,
    fields,
    differing,
    fieldsShown: different ? differing : fields,
    show,
    add: (deviceID: string) => show({ deviceIDs: [...deviceIDs, deviceID] }),
    remove: (deviceID: string) => show({ deviceIDs: deviceIDs.filter((id) => id !== deviceID) }),
  };
}

function addConnectivity(device: JsonObject | undefined, connectivity: string | undefined): JsonObject | undefined {
  return device && connectivity !== undefined ? { [CONNECTIVITY_FIELD]: connectivity, ...device } : device;
}

function useKnownConnectivity(connectionId: string): (deviceID: string) => string | undefined {
  const shown = useFleetStore(connectionId);
  const { view, fleet } = useSyncExternalStore(shown.subscribe, () => shown.snapshot);
  return (deviceID) => {
    const row = fleet?.findRow(deviceID, fleet.findColumn('deviceID')) ?? -1;
    return row < 0 ? undefined : view.formatJoinedLabels(CONNECTIVITY_FIELD, row) || undefined;
  };
}
