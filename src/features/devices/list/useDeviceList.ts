import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useChecks } from '#api/checks.ts';
import type { Connection } from '#api/connection.ts';
import { devicesQuery } from '#api/list/devices.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { useConnectivity } from '#api/list/useConnectivity.ts';
import { CONNECTIVITY, type DevicesRequest } from '#contract/device.ts';
import { useChanges } from '#features/devices/changes/useChanges.ts';
import { useTwoLines } from '#features/devices/columns/useTwoLines.ts';
import { useInventory } from '#features/devices/inventory/useInventory.ts';
import { CHECK, INVENTORY, JOINED } from '#fleet/model/joined.ts';
import type { ListRequest } from '#fleet/shown/listSide.ts';

type Asked = Omit<ListRequest, 'needs'> & {
  request: DevicesRequest;
  columns: readonly string[] | undefined;
  /** The facet whose counts are looked at. */
  facet: string | undefined;
};

/** Larger lists are asked a second time only when connectivity is looked at. */
const ASK_UNASKED_MAX = 250_000;

const NO_FIELDS: readonly string[] = [];

export type DeviceList = ReturnType<typeof useDeviceList>;

/** The list of a request as it is shown, with what is known of its devices' connectivity. */
export function useDeviceList(connection: Connection, { request, columns, facet, ...asked }: Asked) {
  const { search, facets, ranges, sort, onlySelected } = asked;
  const queryClient = useQueryClient();
  const options = devicesQuery(connection, request);
  const cancel = useCallback(
    () => void queryClient.cancelQueries({ queryKey: devicesQuery(connection, request).queryKey, exact: true }),
    [queryClient, connection, request],
  );
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData } = query;
  const latest = isPlaceholderData ? undefined : data;
  const shown = shownFleetOf(connection.id);
  // what is found at once is there in the same rendering
  if (!isPlaceholderData) shown.offer(data, JSON.stringify(request));
  const checked = CHECK in facets || facet === CHECK;
  const twoLines = useTwoLines();
  const looked = [...(columns ?? NO_FIELDS), ...Object.keys(facets), facet];
  const chosen = checked || looked.includes(CONNECTIVITY) || (twoLines && columns !== undefined);
  const wanted = chosen || (!columns && (latest?.count ?? 0) <= ASK_UNASKED_MAX);
  const connectivity = useConnectivity(connection, request, latest, wanted, shown);
  const connected = wanted && connectivity.error === null;
  useChecks(shown, latest, checked, connected);
  const needs = useNeeds({ connected, checked, listed: INVENTORY in facets });
  const list = useMemo(
    () => ({ search, facets, ranges, sort, onlySelected, needs }),
    [search, facets, ranges, sort, onlySelected, needs],
  );
  shown.watch(facet === undefined ? NO_FIELDS : [facet]);
  shown.set(list);
  useSyncExternalStore(shown.subscribe, () => shown.version);
  const pasted = useInventory(connection.id, shown, latest);
  const pending = useChanges(shown, connected);
  const { view, selection, shown: fleet } = shown;
  const selectAll = useCallback(() => shown.selection.select(shown.view.rows, true), [shown]);
  // filtered by what is not known yet, nothing is shown, which does not mean that nothing matches
  const unknown = JOINED.filter((name) => name in facets && !view.joinedAs(name));
  const known = unknown.every((name) => name === CONNECTIVITY && connectivity.error !== null);
  return {
    query,
    queryKey: options.queryKey,
    cancel,
    connectivity,
    fleet,
    view,
    selection,
    pasted,
    /** What a list that was fetched since would change. */
    pending,
    apply: () => shown.apply(),
    selectAll,
    refreshing: query.isFetching || (shown.next !== undefined && !shown.kept),
    busy: isPlaceholderData || query.isFetching,
    stale: Boolean(error && fleet) && fleet?.state !== 'incomplete',
    nothing: fleet !== undefined && fleet.state !== 'reading' && view.settled && view.rows.count === 0 && known,
  };
}

/** What must be joined before the list can be shown as it is asked for. */
function useNeeds({ connected, checked, listed }: { connected: boolean; checked: boolean; listed: boolean }) {
  return useMemo(
    () => [...(connected ? [CONNECTIVITY] : []), ...(checked ? [CHECK] : []), ...(listed ? [INVENTORY] : [])],
    [connected, checked, listed],
  );
}
