import { useQuery } from '@tanstack/react-query';
import { createQueryKey } from '#api/connection.ts';
import { createQueryClient } from '#api/queryClient.ts';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import type { FleetChanges, FleetWithConnectivity } from '#fleet/queries/compareFleets.ts';
import { type DeviceFieldChange, listFieldChanges } from '#fleet/queries/fieldChangeList.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore } from '#session/sessionStore.ts';

export type PendingChanges = { earlier: FleetWithConnectivity; later: FleetWithConnectivity; changes: FleetChanges };

/** Applied change. `at` is the time of its list, in ms since 1970. */
type LoggedChange = DeviceFieldChange & { at: number };

type ChangeLog = { changes: readonly LoggedChange[]; forgotten: number };

/** Maximum number of changes kept. A change holds only values, so that older lists do not stay in memory. */
const LOGGED_CHANGES_MAX = 10_000;

const NO_CHANGES: ChangeLog = { changes: [], forgotten: 0 };

const getChangeLogKey = (id: string) => createQueryKey({ id }, 'changes');

/** Adds applied changes to the log, which is kept in the query cache until sign-out or reload. */
export function logChanges(services: ServiceContainer, connectionId: string, pending: PendingChanges): void {
  const session = services.get(createSessionStore);
  const queryClient = services.get(createQueryClient);
  function* log(): Generator<void> {
    const added = yield* createLogEntries(pending);
    if (session.getSession().connection?.id !== connectionId) return;
    // gcTime Infinity: no observer keeps the entry alive until the dialog opens
    queryClient.setQueryDefaults(getChangeLogKey(connectionId), { gcTime: Infinity });
    queryClient.setQueryData<ChangeLog>(getChangeLogKey(connectionId), (before = NO_CHANGES) =>
      addChanges(before, added),
    );
  }
  new TimeSlicer().run(log());
}

export function useChangeLog(connectionId: string): ChangeLog {
  return useQuery({
    queryKey: getChangeLogKey(connectionId),
    queryFn: () => NO_CHANGES,
    initialData: NO_CHANGES,
    enabled: false,
    gcTime: Infinity,
  }).data;
}

type AddedChanges = { changes: readonly LoggedChange[]; count: number };

function* createLogEntries({ earlier, later, changes }: PendingChanges): Generator<void, AddedChanges> {
  const at = later.fleet.fetchedAt;
  const list = yield* listFieldChanges(earlier, later, changes, CONNECTIVITY_FIELD);
  const added: LoggedChange[] = [];
  for (let place = 0; place < Math.min(list.count, LOGGED_CHANGES_MAX); place++) {
    added.push({ ...list.at(place), at });
    if ((place & 255) === 255) yield;
  }
  return { changes: added, count: list.count };
}

function addChanges(before: ChangeLog, added: AddedChanges): ChangeLog {
  const all = [...added.changes, ...before.changes];
  const forgotten = before.forgotten + added.count + before.changes.length - Math.min(all.length, LOGGED_CHANGES_MAX);
  return { changes: all.slice(0, LOGGED_CHANGES_MAX), forgotten };
}
