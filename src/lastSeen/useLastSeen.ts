import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Connection } from '#api/connection.ts';
import { useRetryKeepingError } from '#api/useRetryKeepingError.ts';
import { FIELDS_FROM_DOCUMENTS, RECENT_DOCUMENTS_FIELD } from '#contract/device.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { FleetStore } from '#fleet/shown/fleetStore.ts';
import type { LastSeenData } from '#pipeline/run/fetchLastSeen.ts';
import { getDocumentSourceId, type LastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';
import { useLastSeenSpec } from './documentSource.ts';
import {
  clearOutdatedJoins,
  createGroupedLastSeenQueryOptions,
  createInPageLastSeenQueryOptions,
  createLastSeenRefusalQueryOptions,
  findJoinedDataSource,
  joinLastSeen,
} from './lastSeenQuery.ts';

export type LastSeenState = {
  /** Undefined if the collection is not chosen. */
  spec: LastSeenSpec | undefined;
  isWanted: boolean;
  dataId: string | undefined;
  /** True if the fields are joined or will be without an action of the user. */
  isAvailable: boolean;
  isLoading: boolean;
  error: Error | null;
  /**
   * Repeats the request after an error. The error stays until the response.
   * @returns the new error, if any
   */
  retry: () => Promise<Error | null>;
  /** Error of a service that lists the group stage and refuses it. */
  refusal: Error | undefined;
  read: LastSeenData['read'];
};

/** Adds the fields computed from documents of `source` to a complete list, if `needed` lists one of them. */
export function useLastSeen(
  connection: Connection,
  fleet: Fleet | undefined,
  needed: readonly string[],
  shown: FleetStore,
  source: DocumentSource | undefined,
): LastSeenState {
  const spec = useLastSeenSpec(source);
  const fields = FIELDS_FROM_DOCUMENTS.filter((field) => needed.includes(field));
  const withRecent = needed.includes(RECENT_DOCUMENTS_FIELD);
  const isWanted = fields.length > 0;
  const whole = fleet?.state === 'complete' ? fleet : undefined;
  const { data: refusal } = useQuery(createLastSeenRefusalQueryOptions(connection, spec?.source));
  const { data: read } = useQuery(createInPageLastSeenQueryOptions(connection, spec?.source));
  const groups = spec?.canGroup === true && refusal === undefined;
  const dataId = groups ? getDocumentSourceId(spec.source) : read?.id;
  const isKnown =
    whole !== undefined && fields.every((field) => findJoinedDataSource({ fleet: whole, shown }, field) === dataId);
  const request = { asOf: whole?.fetchedAt ?? 0, withRecent };
  const options = createGroupedLastSeenQueryOptions(connection, spec, request);
  const enabled = isWanted && groups && whole !== undefined && whole.count > 0 && !isKnown;
  const query = useQuery({ ...options, enabled });
  const { data: grouped, isFetching } = query;
  const data = groups ? grouped : read;
  // the join runs in time slices outside React
  useEffect(() => {
    if (!whole) return;
    const target = { fleet: whole, shown };
    clearOutdatedJoins(target, dataId);
    if (isWanted && data && !isKnown) return joinLastSeen(target, data);
  }, [whole, shown, dataId, isWanted, data, isKnown]);
  const { error, retry } = useRetryKeepingError(query);
  return useMemo(() => {
    return {
      spec,
      isWanted,
      dataId,
      isAvailable: groups ? error === null : read !== undefined,
      isLoading: isFetching,
      error: groups ? error : null,
      retry,
      refusal,
      read: groups ? undefined : read?.read,
    };
  }, [spec, isWanted, dataId, groups, error, retry, isFetching, refusal, read]);
}
