import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useChecks } from '#api/checks.ts';
import type { Connection } from '#api/connection.ts';
import { devicesQuery } from '#api/list/devices.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { useConnectivity } from '#api/list/useConnectivity.ts';
import { CONNECTIVITY_FIELD, type DevicesRequest } from '#contract/device.ts';
import { useChanges } from '#features/devices/changes/useChanges.ts';
import { columnsShown } from '#features/devices/columns/columnChoice.ts';
import { useTwoLines } from '#features/devices/columns/gridSettings.ts';
import { useInventory } from '#features/devices/inventory/useInventory.ts';
import { useSame } from '#features/devices/useDevicesUrl.ts';
import { listedFields } from '#fields/deviceField.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { CHECK, INVENTORY } from '#fleet/model/joined.ts';
import type { ListRequest } from '#fleet/shown/listSide.ts';
import { getFilterJoins, getNeededJoins } from '#fleet/shown/neededJoins.ts';
import { ShownFleet } from '#fleet/shown/shownFleet.ts';
import { isAwaited } from '#ui/states/QueryState.tsx';

type Asked = Omit<ListRequest, 'needs'> & {
  request: DevicesRequest;
  columns: readonly string[] | undefined;
  facet: string | undefined;
  previewed: boolean;
  exporting: boolean;
};

/** Above this number of devices, default columns alone do not request connectivity: it is as large as the list. */
const CONNECTIVITY_UNASKED_MAX = 250_000;

const NO_FIELDS: readonly string[] = [];

const NOTHING_YET = new ShownFleet().snapshot;

/** State of the displayed list with its joined data; referentially stable until something changes. */
export function useListShown(connection: Connection, asked: Asked) {
  const query = useDevicesQuery(connection, asked.request);
  const shown = shownFleetOf(connection.id);
  const latest = query.isPlaceholderData ? undefined : shown.resolve(query.data);
  const needed = useNeededJoins(shown, asked, latest);
  const checked = needed.includes(CHECK);
  const wanted = needed.includes(CONNECTIVITY_FIELD);
  const connectivity = useConnectivity(connection, asked.request, latest, wanted, shown);
  const connected = wanted && connectivity.error === null;
  useChecks(shown, latest, checked, connected);
  const unknowable = connectivity.error !== null;
  const needs = useMemo(
    () => needed.filter((field) => field !== CONNECTIVITY_FIELD || !unknowable),
    [needed, unknowable],
  );
  const snapshot = useShown(shown, query, { ...asked, needs });
  const pasted = useInventory(connection.id, shown, latest);
  const pending = useChanges(connection.id, shown, connected);
  return useMemo(() => {
    const { data, error, isFetching, isPlaceholderData } = query;
    const { fleet, view, selection, coming, kept, doubt, request } = snapshot;
    // the received list is displayed in the same frame, in the grid that shows the skeleton
    const answered = data !== undefined && snapshot !== NOTHING_YET;
    const isComing = (field: string) => {
      if (view.joinedAs(field) || fleet === undefined) return false;
      if (field === CONNECTIVITY_FIELD) return needs.includes(field) && fleet.state !== 'incomplete';
      return field !== INVENTORY || pasted.text.trim() !== '';
    };
    // a filter by pending data shows no rows, but that is not an empty result
    const filtering = getFilterJoins(request).some(isComing);
    const lacking = needed.filter((field) => fleet !== undefined && !view.joinedAs(field));
    const ordering = request.sort.some(({ field }) => needed.includes(field) && isComing(field));
    return {
      query,
      connectivity,
      fleet,
      view,
      asked: request,
      selection,
      pasted,
      pending,
      doubt,
      /** Joined fields that the page needs and the list does not have yet. */
      lacking,
      /** The ones of them that are still loading. */
      coming: lacking.filter(isComing),
      /** True while filtering waits for a joined field; `ordering` likewise for sorting. */
      filtering,
      ordering,
      awaited: !fleet && (answered || isAwaited(query)),
      refreshing: isFetching || (coming !== undefined && !kept && !doubt),
      busy: isPlaceholderData || isFetching,
      stale: Boolean(error && fleet) && fleet?.state !== 'incomplete',
      nothing: fleet !== undefined && fleet.state !== 'reading' && view.settled && view.rows.count === 0 && !filtering,
    };
  }, [query, connectivity, snapshot, needed, needs, pasted, pending]);
}

function useDevicesQuery(connection: Connection, request: DevicesRequest) {
  const query = useQuery({ ...devicesQuery(connection, request), placeholderData: keepPreviousData });
  const { data, error, failureCount, failureReason, fetchStatus, isFetching, isPlaceholderData, refetch } = query;
  return useMemo(
    () => ({ data, error, failureCount, failureReason, fetchStatus, isFetching, isPlaceholderData, refetch }),
    [data, error, failureCount, failureReason, fetchStatus, isFetching, isPlaceholderData, refetch],
  );
}

/** Returns the joined fields that the page needs for filters, sorting, columns or the export. */
function useNeededJoins(shown: ShownFleet, asked: Asked, latest: Fleet | undefined): readonly string[] {
  const twoLines = useTwoLines();
  const { search, facets, ranges, sort, columns, facet, previewed, exporting, request } = asked;
  const fields = listedFields(latest?.columns.map(({ name }) => name) ?? []);
  const drawn = columnsShown(fields, { columns, pins: undefined }).shown;
  const usual = columns === undefined && (latest?.count ?? 0) > CONNECTIVITY_UNASKED_MAX;
  const inLines = twoLines || previewed ? [CONNECTIVITY_FIELD] : [];
  const { shown: earlier, key } = shown;
  const compared = earlier && key === JSON.stringify(request) && shown.joinedTo(earlier, CONNECTIVITY_FIELD);
  return useSame(
    getNeededJoins({
      search,
      facets,
      ranges,
      sort,
      facet,
      shown: usual ? NO_FIELDS : [...drawn, ...inLines],
      exported: exporting ? drawn : NO_FIELDS,
      compared: compared ? [CONNECTIVITY_FIELD] : NO_FIELDS,
    }),
  );
}

/** Passes the newest list to the store. A layout effect, so that rows of another request are never painted. */
function useShown(shown: ShownFleet, query: ReturnType<typeof useDevicesQuery>, asked: Asked & ListRequest) {
  const { data, isPlaceholderData } = query;
  const { facet, search, facets, ranges, sort, onlySelected, needs } = asked;
  const key = JSON.stringify(asked.request);
  const [told, setTold] = useState<ShownFleet>();
  const list = useMemo(
    () => ({ search, facets, ranges, sort, onlySelected, needs }),
    [search, facets, ranges, sort, onlySelected, needs],
  );
  const now = useSyncExternalStore(shown.subscribe, () => shown.snapshot);
  useLayoutEffect(() => {
    if (!isPlaceholderData) shown.offer(data, key);
    shown.watch(facet === undefined ? NO_FIELDS : [facet]);
    shown.set(list);
    setTold(shown);
  }, [shown, data, isPlaceholderData, key, facet, list]);
  return told === shown ? now : NOTHING_YET;
}
