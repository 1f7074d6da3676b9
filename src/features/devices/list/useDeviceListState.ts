import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Connection } from '#api/connection.ts';
import { createDevicesQueryOptions } from '#api/list/devices.ts';
import { useFleetStore } from '#api/list/fleetStoreRegistry.ts';
import { useConnectivity } from '#api/list/useConnectivity.ts';
import { useRunChecks } from '#api/useRunChecks.ts';
import {
  CONNECTIVITY_FIELD,
  type DevicesRequest,
  FAILED_CHECKS_FIELD,
  isFieldFromDocuments,
  PASTED_LIST_FIELD,
} from '#contract/device.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import { usePendingChanges } from '#features/devices/changes/usePendingChanges.ts';
import { listColumnFields, resolveDeviceColumns } from '#features/devices/columns/deviceColumns.ts';
import { useHasMobileRows } from '#features/devices/columns/gridSettings.ts';
import { useInventory } from '#features/devices/inventory/useInventory.ts';
import { useStableValue } from '#features/devices/useDevicesUrl.ts';
import { listFieldsApiFirst } from '#fields/deviceField.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { FleetStore } from '#fleet/shown/fleetStore.ts';
import type { FleetDisplayQuery } from '#fleet/shown/fleetVersion.ts';
import { getJoinedFilterFields, getNeededJoinedFields } from '#fleet/shown/neededJoinedFields.ts';
import { useLastSeen } from '#lastSeen/useLastSeen.ts';
import { isInitialLoading } from '#ui/states/QueryStatusView.tsx';

type DeviceListOptions = Omit<FleetDisplayQuery, 'needs'> & {
  request: DevicesRequest;
  source: DocumentSource | undefined;
  columns: readonly string[] | undefined;
  facet: string | undefined;
  previewed: boolean;
  exporting: boolean;
};

/**
 * Number of devices above which default columns do not request connectivity, because its response is as large as the
 * list.
 */
const AUTOMATIC_CONNECTIVITY_MAX = 250_000;

const NO_FIELDS: readonly string[] = [];

const EMPTY_SNAPSHOT = new FleetStore().snapshot;

/** State of the displayed list with its joined fields. The object stays the same until something changes. */
export function useDeviceListState(connection: Connection, options: DeviceListOptions) {
  const query = useDevicesQuery(connection, options.request);
  const shown = useFleetStore(connection.id);
  const latest = query.isPlaceholderData ? undefined : shown.getAcceptedFleet(query.data);
  const needed = useNeededJoins(shown, options, latest);
  const checked = needed.includes(FAILED_CHECKS_FIELD);
  const wanted = needed.includes(CONNECTIVITY_FIELD);
  const connectivity = useConnectivity(connection, options.request, latest, wanted, shown);
  const connected = wanted && connectivity.error === null;
  useRunChecks(shown, latest, checked, connected);
  const lastSeen = useLastSeen(connection, latest, needed, shown, options.source);
  const isConnectivityAvailable = connectivity.error === null;
  const isLastSeenAvailable = lastSeen.isAvailable;
  const needs = useMemo(() => {
    const isAvailable = (field: string) =>
      isFieldFromDocuments(field) ? isLastSeenAvailable : field !== CONNECTIVITY_FIELD || isConnectivityAvailable;
    return needed.filter(isAvailable);
  }, [needed, isConnectivityAvailable, isLastSeenAvailable]);
  const snapshot = useFleetSnapshot(shown, query, { ...options, needs });
  const pasted = useInventory(connection.id, shown, latest);
  const pending = usePendingChanges(connection.id, shown, connected);
  return useMemo(() => {
    const { data, error, isFetching, isPlaceholderData } = query;
    const { fleet, view, selection, pending: coming, hasHeldUpdate, suspiciousUpdate, request } = snapshot;
    // the received list is displayed in the same frame, in the grid that shows the skeleton
    const answered = data !== undefined && snapshot !== EMPTY_SNAPSHOT;
    const isLoadingJoin = (field: string) => {
      if (view.getJoined(field) || fleet === undefined) return false;
      if (field === CONNECTIVITY_FIELD || isFieldFromDocuments(field))
        return needs.includes(field) && fleet.state !== 'incomplete';
      return field !== PASTED_LIST_FIELD || pasted.text.trim() !== '';
    };
    // a filter by pending data shows no rows, but that is not an empty result
    const filtering = getJoinedFilterFields(request).some(isLoadingJoin);
    const unavailable = needed.filter((field) => fleet && !view.getJoined(field) && !needs.includes(field));
    const lacking = needed.filter((field) => fleet !== undefined && !view.getJoined(field));
    const ordering = request.sort.some(({ field }) => needed.includes(field) && isLoadingJoin(field));
    return {
      query,
      connectivity,
      lastSeen,
      fleet,
      view,
      asked: request,
      selection,
      pasted,
      pending,
      doubt: suspiciousUpdate,
      lacking,
      coming: lacking.filter(isLoadingJoin),
      /** Needed joined fields whose data failed to load, or is loaded only after an action by the user. */
      unavailable,
      /** Those that the list is filtered by. No row passes, but that is not an empty result. */
      blocking: getJoinedFilterFields(request).filter((field) => unavailable.includes(field)),
      /** True while filtering waits for a joined field. `ordering` is the same for sorting. */
      filtering,
      ordering,
      awaited: !fleet && (answered || isInitialLoading(query)),
      refreshing: isFetching || (coming !== undefined && !hasHeldUpdate && !suspiciousUpdate),
      busy: isPlaceholderData || isFetching,
      stale: Boolean(error && fleet) && fleet?.state !== 'incomplete',
      isEmpty: fleet !== undefined && fleet.state !== 'reading' && view.settled && view.rows.count === 0 && !filtering,
    };
  }, [query, connectivity, lastSeen, snapshot, needed, needs, pasted, pending]);
}

function useDevicesQuery(connection: Connection, request: DevicesRequest) {
  const query = useQuery({ ...createDevicesQueryOptions(connection, request), placeholderData: keepPreviousData });
  const { data, error, failureCount, failureReason, fetchStatus, isFetching, isPlaceholderData, refetch } = query;
  return useMemo(
    () => ({ data, error, failureCount, failureReason, fetchStatus, isFetching, isPlaceholderData, refetch }),
    [data, error, failureCount, failureReason, fetchStatus, isFetching, isPlaceholderData, refetch],
  );
}

function useNeededJoins(shown: FleetStore, asked: DeviceListOptions, latest: Fleet | undefined): readonly string[] {
  const twoLines = useHasMobileRows();
  const { search, facets, ranges, sort, columns, facet, previewed, exporting, request } = asked;
  const recorded = latest?.columns.map(({ name }) => name) ?? [];
  const visibleColumns = resolveDeviceColumns(
    listColumnFields(recorded),
    { columns, pins: undefined },
    listFieldsApiFirst(recorded),
  ).shown;
  const usual = columns === undefined && (latest?.count ?? 0) > AUTOMATIC_CONNECTIVITY_MAX;
  const mobileFields = twoLines || previewed ? [CONNECTIVITY_FIELD] : [];
  const { currentFleet: earlier, key } = shown;
  const compared = earlier && key === JSON.stringify(request) && shown.getJoined(earlier, CONNECTIVITY_FIELD);
  const needed = getNeededJoinedFields({
    search,
    facets,
    ranges,
    sort,
    facet,
    shown: usual ? NO_FIELDS : [...visibleColumns, ...mobileFields],
    exported: exporting ? visibleColumns : NO_FIELDS,
    compared: compared ? [CONNECTIVITY_FIELD] : NO_FIELDS,
  });
  // a record's own field of that name is shown instead
  return useStableValue(needed.filter((field) => !isFieldFromDocuments(field) || !recorded.includes(field)));
}

/** Passes the newest list to the store. Uses a layout effect, so that rows of another request are never painted. */
function useFleetSnapshot(
  shown: FleetStore,
  query: ReturnType<typeof useDevicesQuery>,
  asked: DeviceListOptions & FleetDisplayQuery,
) {
  const { data, isPlaceholderData } = query;
  const { facet, search, facets, ranges, sort, onlySelected, needs } = asked;
  const key = JSON.stringify(asked.request);
  const [updatedStore, setUpdatedStore] = useState<FleetStore>();
  const list = useMemo(
    () => ({ search, facets, ranges, sort, onlySelected, needs }),
    [search, facets, ranges, sort, onlySelected, needs],
  );
  const now = useSyncExternalStore(shown.subscribe, () => shown.snapshot);
  useLayoutEffect(() => {
    if (!isPlaceholderData) shown.setLatest(data, key);
    shown.setFacetFields(facet === undefined ? NO_FIELDS : [facet]);
    shown.setRequest(list);
    setUpdatedStore(shown);
  }, [shown, data, isPlaceholderData, key, facet, list]);
  return updatedStore === shown ? now : EMPTY_SNAPSHOT;
}
