import { useQueries } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createDeviceQueryOptions } from '#api/device.ts';
import { useFleetStore } from '#api/list/fleetStoreRegistry.ts';
import { CONNECTIVITY_FIELD, FIELDS_FROM_DOCUMENTS } from '#contract/device.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { useConnection } from '#session/useSession.ts';
import { useUrlState } from '#ui/browser/useUrlState.ts';
import { createProvider } from '#ui/page/createProvider.tsx';
import { buildCompareUrl, type CompareState, parseCompareUrl } from '#urls/compare.ts';
import { compareDeviceFields } from './compareDeviceFields.ts';

export const [CompareProvider, useComparison] = createProvider('the page that compares devices', useCompareState);

function useCompareState() {
  const { state, dropped, change } = useUrlState(parseCompareUrl, buildCompareUrl);
  const { deviceIDs, different } = state;
  const connection = useConnection();
  const queries = useQueries({
    queries: deviceIDs.map((deviceID) => createDeviceQueryOptions(connection, { deviceID })),
  });
  const getJoinedFields = useKnownJoins(connection.id);
  const columns = deviceIDs.map((deviceID, at) => ({
    deviceID,
    device: addJoinedFields(queries[at]?.data?.device, getJoinedFields(deviceID)),
    error: queries[at]?.error ?? null,
    retry: () => void queries[at]?.refetch(),
  }));
  const fields = compareDeviceFields(columns.map(({ device }) => device));
  const differing = fields.filter(({ differs }) => differs);
  const show = (next: Partial<CompareState>) => change(next, true);
  return {
    ...state,
    dropped,
    queries,
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

const COMPARED_JOINS = [CONNECTIVITY_FIELD, ...FIELDS_FROM_DOCUMENTS] as const;

/** Adds computed fields. A record's own field of the same name takes precedence. */
function addJoinedFields(device: JsonObject | undefined, joined: JsonObject): JsonObject | undefined {
  return device && { ...joined, ...device };
}

function useKnownJoins(connectionId: string): (deviceID: string) => JsonObject {
  const shown = useFleetStore(connectionId);
  const { view, fleet } = useSyncExternalStore(shown.subscribe, () => shown.snapshot);
  return (deviceID) => {
    const row = fleet?.findRow(deviceID, fleet.findColumn('deviceID')) ?? -1;
    const known = COMPARED_JOINS.map(
      (field) => [field, row < 0 ? undefined : view.getJoinedValue(field, row)] as const,
    );
    return Object.fromEntries(known.filter(([, value]) => value !== undefined && value !== ''));
  };
}
