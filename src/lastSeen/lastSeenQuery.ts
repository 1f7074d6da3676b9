import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { ApiError } from '#api/apiError.ts';
import { type Connection, createQueryKey } from '#api/connection.ts';
import { startQueryJoin } from '#api/list/ensureJoinedFields.ts';
import { FIELDS_FROM_DOCUMENTS, LAST_SEEN_FIELD, RECENT_DOCUMENTS_FIELD } from '#contract/device.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { FleetStore } from '#fleet/shown/fleetStore.ts';
import { importAndRunSliced } from '#lib/timeSlicer.ts';
import type { LastSeenData } from '#pipeline/run/fetchLastSeen.ts';
import type { LastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';
import type { LastSeenRequest } from './queryGroupedLastSeen.ts';

const GC_MS = 2_000;

/**
 * Options for the result of a user action and for a refusal. Kept until sign-out, because no list refresh repeats
 * them.
 */
const KEPT_OPTIONS = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
};

export function createInPageLastSeenQueryOptions(connection: Connection, source: DocumentSource | undefined) {
  return queryOptions<LastSeenData>({
    ...KEPT_OPTIONS,
    queryKey: createQueryKey(connection, 'lastSeenRead', source),
    queryFn: skipToken,
  });
}

export function createLastSeenRefusalQueryOptions(connection: Connection, source: DocumentSource | undefined) {
  return queryOptions<ApiError>({
    ...KEPT_OPTIONS,
    queryKey: createQueryKey(connection, 'lastSeenRefusal', source),
    queryFn: skipToken,
  });
}

/** Query for grouped documents, repeated with each list. After a refusal, the service is not asked again. */
export function createGroupedLastSeenQueryOptions(
  connection: Connection,
  spec: LastSeenSpec | undefined,
  request: LastSeenRequest,
) {
  return queryOptions({
    queryKey: createQueryKey(connection, 'lastSeen', spec?.source, request.asOf, request.withRecent),
    gcTime: GC_MS,
    structuralSharing: false,
    retry: false,
    queryFn: !spec
      ? skipToken
      : async ({ signal, client }): Promise<LastSeenData> => {
          const { queryGroupedLastSeen } = await import('./queryGroupedLastSeen.ts');
          try {
            return await queryGroupedLastSeen(connection, spec, request, signal);
          } catch (error) {
            if (error instanceof ApiError && error.kind === 'invalid') {
              setPermanentQueryData(client, createLastSeenRefusalQueryOptions(connection, spec.source).queryKey, error);
            }
            throw error;
          }
        },
  });
}

export function setPermanentQueryData(client: QueryClient, queryKey: readonly unknown[], data: unknown): void {
  // no observer may exist to keep the entry alive
  client.setQueryDefaults(queryKey, { gcTime: KEPT_OPTIONS.gcTime });
  client.setQueryData(queryKey, data);
}

export type JoinTarget = { fleet: Fleet; shown: FleetStore };

export function findJoinedDataSource({ fleet, shown }: JoinTarget, field: string): string | undefined {
  const joined = shown.getJoined(fleet, field);
  return joined && 'values' in joined ? joined.source : undefined;
}

export function clearOutdatedJoins(target: JoinTarget, dataId: string | undefined): void {
  for (const field of FIELDS_FROM_DOCUMENTS) {
    const known = findJoinedDataSource(target, field);
    if (known !== undefined && known !== dataId) target.shown.setJoined(field, undefined, target.fleet);
  }
}

/**
 * Joins data with a list in time slices.
 * @returns a function that stops it
 */
export function joinLastSeen({ fleet, shown }: JoinTarget, { id, lastSeen, recent, read }: LastSeenData): () => void {
  const missing = read?.isPartial ? Number.NaN : 0;
  return importAndRunSliced(
    () => import('#fleet/queries/joinNumbers.ts'),
    function* ({ joinNumbers }) {
      const parts = [
        [LAST_SEEN_FIELD, lastSeen],
        [RECENT_DOCUMENTS_FIELD, recent],
      ] as const;
      for (const [field, numbers] of parts) {
        if (!numbers) continue;
        shown.setJoined(field, yield* joinNumbers(fleet, { field, numbers, missing, source: id }), fleet);
      }
    },
  );
}

type LastSeenTarget = JoinTarget & { queryClient: QueryClient; connection: Connection };

/**
 * Requests and joins the fields outside React, such as for an export.
 * @returns a function that stops it
 */
export function startLastSeenRequest(
  target: LastSeenTarget,
  spec: LastSeenSpec,
  { withRecent, onError }: { withRecent: boolean; onError: (error: Error | undefined) => void },
): () => void {
  const { queryClient, connection, fleet } = target;
  const request = { asOf: fleet.fetchedAt, withRecent };
  const options = createGroupedLastSeenQueryOptions(connection, spec, request);
  return startQueryJoin(queryClient, options, onError, (data) => joinLastSeen(target, data));
}
