import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createQueryKey } from '#api/connection.ts';
import { createQueryClient } from '#api/queryClient.ts';
import { JOINED_CONNECTIVITY_FIELD } from '#contract/device.ts';
import type { FleetChanges, FleetWithConnectivity } from '#fleet/queries/compareFleets.ts';
import { type DeviceFieldChange, listFieldChanges } from '#fleet/queries/fieldChangeList.ts';
import { isJsonObject, type OrderedJsonValue, stringifyJson } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { useService } from '#services/ServicesProvider.tsx';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore, type SessionStore } from '#session/sessionStore.ts';

export type PendingChanges = { earlier: FleetWithConnectivity; later: FleetWithConnectivity; changes: FleetChanges };

/** Applied change. `at` is the time of its list, in ms since 1970. */
type LoggedChange = DeviceFieldChange & { at: number };

type ChangeLog = { since: number; changes: readonly LoggedChange[]; forgotten: number };

/** Maximum number of changes kept. A change holds only values, so that older lists do not stay in memory. */
const LOGGED_CHANGES_MAX = 10_000;

const STORAGE_KEY = 'changes';

const STORED_LENGTH_MAX = 400_000;

const getChangeLogKey = (id: string) => createQueryKey({ id }, 'changes');

/** Changes applied in this tab since the list was first opened. Kept in the query cache until sign-out. */
export class ChangeLogStore {
  readonly #session: SessionStore;
  readonly #queryClient: QueryClient;
  /** Changes that are not applied yet. A reload shows the newer list, so they are then stored as applied. */
  #unapplied: { connectionId: string; pending: PendingChanges } | undefined;

  constructor(session: SessionStore, queryClient: QueryClient) {
    this.#session = session;
    this.#queryClient = queryClient;
    session.onEnd(() => {
      this.#unapplied = undefined;
    });
    session.registerUnloadData(STORAGE_KEY, (savedId) => this.#serialize(savedId));
  }

  add(connectionId: string, pending: PendingChanges): void {
    const log = function* (this: ChangeLogStore): Generator<void> {
      const added = yield* createLogEntries(pending);
      if (!this.#isSignedIn(connectionId)) return;
      // gcTime Infinity: no observer keeps the entry alive until the dialog opens
      this.#queryClient.setQueryDefaults(getChangeLogKey(connectionId), { gcTime: Infinity });
      this.#queryClient.setQueryData<ChangeLog>(getChangeLogKey(connectionId), (before = this.restore()) =>
        addChanges(before, added),
      );
    };
    new TimeSlicer().run(log.call(this));
  }

  setUnapplied(connectionId: string, pending: PendingChanges | undefined): void {
    if (this.#isSignedIn(connectionId)) this.#unapplied = pending && { connectionId, pending };
  }

  #isSignedIn(connectionId: string): boolean {
    return this.#session.getSession().connection?.id === connectionId;
  }

  /** Returns the log stored by the previous page of this tab, or an empty one. */
  readonly restore = (): ChangeLog => {
    const stored = this.#session.restoreUnloadData(STORAGE_KEY);
    if (isJsonObject(stored)) {
      const { since, changes, forgotten } = stored;
      if (typeof since === 'number' && typeof forgotten === 'number' && Array.isArray(changes)) {
        return { since, forgotten, changes: changes.flatMap(parseStoredChange) };
      }
    }
    return { since: performance.timeOrigin, changes: [], forgotten: 0 };
  };

  #serialize(savedId: string): unknown {
    const { connection, savedId: current } = this.#session.getSession();
    if (!connection || current !== savedId) return undefined;
    const known = this.#queryClient.getQueryData<ChangeLog>(getChangeLogKey(connection.id));
    const unapplied = this.#unapplied?.connectionId === connection.id ? this.#unapplied : undefined;
    if (!known && !unapplied) return undefined;
    const log = known ?? this.restore();
    return toStoredLog(unapplied ? addChanges(log, runToEnd(createLogEntries(unapplied.pending))) : log);
  }
}

export function createChangeLogStore(services: ServiceContainer): ChangeLogStore {
  return new ChangeLogStore(services.get(createSessionStore), services.get(createQueryClient));
}

export function useChangeLog(connectionId: string): ChangeLog {
  const { restore } = useService(createChangeLogStore);
  return useQuery({
    queryKey: getChangeLogKey(connectionId),
    queryFn: restore,
    initialData: restore,
    enabled: false,
    gcTime: Infinity,
  }).data;
}

type AddedChanges = { changes: readonly LoggedChange[]; count: number };

function* createLogEntries({ earlier, later, changes }: PendingChanges): Generator<void, AddedChanges> {
  const at = later.fleet.fetchedAt;
  const list = yield* listFieldChanges(earlier, later, changes, JOINED_CONNECTIVITY_FIELD);
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
  return { ...before, changes: all.slice(0, LOGGED_CHANGES_MAX), forgotten };
}

/** Stored change. `was` and `is` are JSON text, which keeps every digit. They are absent if the device had no value. */
type StoredChange = { id?: string; kind: string; field: string; was?: string; is?: string; at: number };

function toStoredLog({ since, changes, forgotten }: ChangeLog): unknown {
  const stored: StoredChange[] = [];
  let length = 0;
  for (const { id, was, is, ...change } of changes) {
    const next = { ...change, ...stringifyValues({ id, was, is }) };
    length += JSON.stringify(next).length;
    if (length > STORED_LENGTH_MAX) break;
    stored.push(next);
  }
  return { since, changes: stored, forgotten: forgotten + changes.length - stored.length };
}

function runToEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function stringifyValues(values: Record<string, unknown>): Record<string, string> {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  // all values of a device list are JSON
  return Object.fromEntries(known.map(([name, value]) => [name, stringifyJson(value as OrderedJsonValue)]));
}

function parseStoredChange(stored: unknown): LoggedChange[] {
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
