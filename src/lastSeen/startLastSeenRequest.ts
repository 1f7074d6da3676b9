import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Connection } from '#api/connection.ts';
import type { LastSeenData } from '#pipeline/run/fetchLastSeen.ts';
import type { LastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';
import { createGroupedLastSeenQueryOptions, type JoinTarget, joinLastSeen } from './lastSeenQuery.ts';

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
  const observer = new QueryObserver(queryClient, createGroupedLastSeenQueryOptions(connection, spec, request));
  let stopJoin: (() => void) | undefined;
  const follow = ({ data, error }: { data?: LastSeenData | undefined; error: Error | null }) => {
    onError(error ?? undefined);
    if (data) stopJoin ??= joinLastSeen(target, data);
  };
  const leave = observer.subscribe(follow);
  follow(observer.getCurrentResult());
  return () => {
    leave();
    stopJoin?.();
  };
}
