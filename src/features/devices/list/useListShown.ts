import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useChecks } from '#api/checks.ts';
import type { Connection } from '#api/connection.ts';
import { devicesQuery } from '#api/list/devices.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { useConnectivity } from '#api/list/useConnectivity.ts';
import { CONNECTIVITY, type DevicesRequest } from '#contract/device.ts';
import { useChanges } from '#features/devices/changes/useChanges.ts';
import { useTwoLines } from '#features/devices/columns/gridSettings.ts';
import { useInventory } from '#features/devices/inventory/useInventory.ts';
import { CHECK, INVENTORY, JOINED } from '#fleet/model/joined.ts';
import type { ListRequest } from '#fleet/shown/listSide.ts';
import { ShownFleet } from '#fleet/shown/shownFleet.ts';
import { isAwaited } from '#ui/states/QueryState.tsx';

type Asked = Omit<ListRequest, 'needs'> & {
  request: DevicesRequest;
  columns: readonly string[] | undefined;
  facet: string | undefined;
};

/** Larger lists are asked a second time only when connectivity is looked at. */
const ASK_UNASKED_MAX = 250_000;

const NO_FIELDS: readonly string[] = [];

const NOTHING_YET = new ShownFleet().snapshot;

/** The list of a request as it is shown, with what is known of its devices' connectivity; the same until something changes. */
export function useListShown(connection: Connection, asked: Asked) {
  const query = useDevicesQuery(connection, asked.request);
  const latest = query.isPlaceholderData ? undefined : query.data;
  const shown = shownFleetOf(connection.id);
  const { wanted, checked } = useLookedAt(asked, latest?.count ?? 0);
  const connectivity = useConnectivity(connection, asked.request, latest, wanted, shown);
  const connected = wanted && connectivity.error === null;
  useChecks(shown, latest, checked, connected);
  const needs = useNeeds({ connected, checked, listed: INVENTORY in asked.facets });
  const snapshot = useShown(shown, query, { ...asked, needs });
  const pasted = useInventory(connection.id, shown, latest);
  const pending = useChanges(connection.id, shown, connected);
  return useMemo(() => {
    const { data, error, isFetching, isPlaceholderData } = query;
    const { fleet, view, selection, coming, kept, request } = snapshot;
    // what has come is shown in the same frame, in the grid that waits for it
    const answered = data !== undefined && snapshot !== NOTHING_YET;
    // filtered by what is not known yet, nothing is shown, which does not mean that nothing matches
    const unknown = JOINED.filter((name) => name in request.facets && !view.joinedAs(name));
    const known = unknown.every((name) => name === CONNECTIVITY && connectivity.error !== null);
    return {
      query,
      connectivity,
      fleet,
      view,
      asked: request,
      selection,
      pasted,
      pending,
      awaited: !fleet && (answered || isAwaited(query)),
      refreshing: isFetching || (coming !== undefined && !kept),
      busy: isPlaceholderData || isFetching,
      stale: Boolean(error && fleet) && fleet?.state !== 'incomplete',
      nothing: fleet !== undefined && fleet.state !== 'reading' && view.settled && view.rows.count === 0 && known,
    };
  }, [query, connectivity, snapshot, pasted, pending]);
}

function useDevicesQuery(connection: Connection, request: DevicesRequest) {
  const query = useQuery({ ...devicesQuery(connection, request), placeholderData: keepPreviousData });
  const { data, error, failureCount, failureReason, fetchStatus, isFetching, isPlaceholderData, refetch } = query;
  return useMemo(
    () => ({ data, error, failureCount, failureReason, fetchStatus, isFetching, isPlaceholderData, refetch }),
    [data, error, failureCount, failureReason, fetchStatus, isFetching, isPlaceholderData, refetch],
  );
}

/** What is looked at of that which no record says: the service is asked for connectivity only then, checks are only then made. */
function useLookedAt({ columns, facets, facet }: Asked, count: number) {
  const twoLines = useTwoLines();
  const checked = CHECK in facets || facet === CHECK;
  const looked = [...(columns ?? []), ...Object.keys(facets), facet];
  const chosen = checked || looked.includes(CONNECTIVITY) || (twoLines && columns !== undefined);
  return { wanted: chosen || (!columns && count <= ASK_UNASKED_MAX), checked };
}

/** What must be joined before the list can be shown as it is asked for. */
function useNeeds({ connected, checked, listed }: { connected: boolean; checked: boolean; listed: boolean }) {
  return useMemo(
    () => [...(connected ? [CONNECTIVITY] : []), ...(checked ? [CHECK] : []), ...(listed ? [INVENTORY] : [])],
    [connected, checked, listed],
  );
}

/** What is shown of the newest list. Told before painting: no frame has rows that were not asked for. */
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
