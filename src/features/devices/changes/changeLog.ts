import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#api/queryClient.ts';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { type FieldChange, listChanges } from '#fleet/questions/changeList.ts';
import type { Changes, Listed } from '#fleet/questions/changes.ts';
import { isJsonObject, type OrderedJson, stringifyJson } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { keepWork } from '#session/keptWork.ts';
import { currentSession, workLeft } from '#session/session.ts';

export type Pending = { earlier: Listed; later: Listed; changes: Changes };

/** An applied change; `at` is the time of its list, in ms since 1970. */
type LoggedChange = FieldChange & { at: number };

/** Applied changes since the time `since`, newest first; `forgotten` counts older ones that were dropped. */
type ChangeLog = { since: number; changes: readonly LoggedChange[]; forgotten: number };

/** Maximum number of changes kept. They hold only values, so that no older list stays in memory. */
const KEPT_MAX = 10_000;

const keyOf = (connectionId: string) => [connectionId, 'changes'];

/** Returns the changes applied in this tab since the list was first opened; kept in the query cache until sign-out. */
export function useChangeLog(connectionId: string): ChangeLog {
  return useQuery({
    queryKey: keyOf(connectionId),
    queryFn: restoreLog,
    initialData: restoreLog,
    enabled: false,
    gcTime: Infinity,
  }).data;
}

export function logChanges(connectionId: string, pending: Pending): void {
  function* log(): Generator<void> {
    const added = yield* readChanges(pending);
    // gcTime Infinity: no observer keeps the entry alive until the dialog opens
    queryClient.setQueryDefaults(keyOf(connectionId), { gcTime: Infinity });
    queryClient.setQueryData<ChangeLog>(keyOf(connectionId), (before = restoreLog()) => withChanges(before, added));
  }
  new TimeSlicer().run(log());
}

type Added = { changes: readonly LoggedChange[]; count: number };

function* readChanges({ earlier, later, changes }: Pending): Generator<void, Added> {
  const at = later.fleet.fetchedAt;
  const list = yield* listChanges(earlier, later, changes, CONNECTIVITY_FIELD);
  const added: LoggedChange[] = [];
  for (let place = 0; place < Math.min(list.count, KEPT_MAX); place++) {
    added.push({ ...list.at(place), at });
    if ((place & 255) === 255) yield;
  }
  return { changes: added, count: list.count };
}

function withChanges(before: ChangeLog, added: Added): ChangeLog {
  const all = [...added.changes, ...before.changes];
  const forgotten = before.forgotten + added.count + before.changes.length - Math.min(all.length, KEPT_MAX);
  return { ...before, changes: all.slice(0, KEPT_MAX), forgotten };
}

const NAME = 'changes';

/** Maximum size of the changes stored over a reload, in characters; leaves room for other stored data. */
const STORED_MAX = 400_000;

/** Changes that are not applied yet; stored as applied, because a reload shows the newer list. */
let waiting: { connectionId: string; pending: Pending } | undefined;

export function setWaitingChanges(connectionId: string, pending: Pending | undefined): void {
  waiting = pending && { connectionId, pending };
}

/** A stored change. `was` and `is` are JSON text, which keeps every digit, and absent if there was no value. */
type StoredChange = { id?: string; kind: string; field: string; was?: string; is?: string; at: number };

keepWork(NAME, (savedId) => {
  const { connection, savedId: current } = currentSession();
  if (!connection || current !== savedId) return undefined;
  const known = queryClient.getQueryData<ChangeLog>(keyOf(connection.id));
  const isWaiting = waiting?.connectionId === connection.id;
  if (!known && !isWaiting) return undefined;
  const log = known ?? restoreLog();
  const { since, changes, forgotten } =
    waiting && isWaiting ? withChanges(log, finish(readChanges(waiting.pending))) : log;
  const stored: StoredChange[] = [];
  let length = 0;
  for (const { id, was, is, ...change } of changes) {
    const next = { ...change, ...writeValues({ id, was, is }) };
    length += JSON.stringify(next).length;
    if (length > STORED_MAX) break;
    stored.push(next);
  }
  return { since, changes: stored, forgotten: forgotten + changes.length - stored.length };
});

function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function writeValues(values: Record<string, unknown>): Record<string, string> {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  // all values of a device list are JSON
  return Object.fromEntries(known.map(([name, value]) => [name, stringifyJson(value as OrderedJson)]));
}

function restoreLog(): ChangeLog {
  const stored = workLeft(NAME);
  if (isJsonObject(stored)) {
    const { since, changes, forgotten } = stored;
    if (typeof since === 'number' && typeof forgotten === 'number' && Array.isArray(changes)) {
      return { since, forgotten, changes: changes.flatMap(readChange) };
    }
  }
  return { since: performance.timeOrigin, changes: [], forgotten: 0 };
}

function readChange(stored: unknown): LoggedChange[] {
  if (!isJsonObject(stored)) return [];
  const { kind, field, at } = stored;
  const isKind = kind === 'new' || kind === 'gone' || kind === 'changed';
  if (!isKind || typeof field !== 'string' || typeof at !== 'number') return [];
  const readValue = (name: string) => {
    const text = stored[name];
    return typeof text === 'string' ? parseJson(text) : undefined;
  };
  return [{ kind, field, at, id: readValue('id'), was: readValue('was'), is: readValue('is') }];
}
