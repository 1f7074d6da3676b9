import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#api/queryClient.ts';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { type FieldChange, listChanges } from '#fleet/questions/changeList.ts';
import type { Changes, Listed } from '#fleet/questions/changes.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';

/** What a list that waits would change in the one that is shown. */
export type Pending = { earlier: Listed; later: Listed; changes: Changes };

/** A change that was applied, with when the list that had it came, in ms since 1970. */
type LoggedChange = FieldChange & { at: number };

/** The changes since then, the newest first; of the oldest, so many are no longer kept. */
type ChangeLog = { since: number; changes: readonly LoggedChange[]; forgotten: number };

/** Changes that are kept: values alone, so that no earlier list stays in memory for them. */
const KEPT_MAX = 10_000;

const keyOf = (connectionId: string) => [connectionId, 'changes'];

/** What was applied in this tab since the list was opened first, kept beside what was fetched and gone with the session. */
export function useChangeLog(connectionId: string): ChangeLog {
  return useQuery({
    queryKey: keyOf(connectionId),
    queryFn: nothingYet,
    initialData: nothingYet,
    enabled: false,
    gcTime: Infinity,
  }).data;
}

/** Adds what is applied. */
export function logChanges(connectionId: string, { earlier, later, changes }: Pending): void {
  const at = later.fleet.fetchedAt;
  function* log(): Generator<void> {
    const list = yield* listChanges(earlier, later, changes, CONNECTIVITY_FIELD);
    const added: LoggedChange[] = [];
    for (let place = 0; place < Math.min(list.count, KEPT_MAX); place++) {
      added.push({ ...list.at(place), at });
      if ((place & 255) === 255) yield;
    }
    queryClient.setQueryData<ChangeLog>(keyOf(connectionId), (before = nothingYet()) => {
      const all = [...added, ...before.changes];
      const forgotten = before.forgotten + list.count + before.changes.length - Math.min(all.length, KEPT_MAX);
      return { ...before, changes: all.slice(0, KEPT_MAX), forgotten };
    });
  }
  new TimeSlicer().run(log());
}

function nothingYet(): ChangeLog {
  return { since: performance.timeOrigin, changes: [], forgotten: 0 };
}
