import type { Connection } from '#api/connection.ts';
import { fetchPipeline } from '#api/fetchPipeline.ts';
import { getServiceClockOffset } from '#lib/time/serviceClock.ts';
import { createSourceReader } from '#pipeline/run/createSourceReader.ts';
import { fetchGroupedLastSeen, type LastSeenData, RECENT_MS } from '#pipeline/run/fetchLastSeen.ts';
import type { LastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';

/** Number of attempts per page. A page of groups may cost seconds. */
const ATTEMPTS_MAX = 2;

export type LastSeenRequest = {
  /** Time of the list in ms, which ages are relative to. */
  asOf: number;
  withRecent: boolean;
};

/** Requests the newest documents from a service that groups them. */
export function queryGroupedLastSeen(
  connection: Connection,
  spec: LastSeenSpec,
  { asOf, withRecent }: LastSeenRequest,
  signal: AbortSignal,
): Promise<LastSeenData> {
  const since = withRecent ? asOf + getServiceClockOffset() - RECENT_MS : undefined;
  const pages = createSourceReader(spec, {
    fetchPage: (request, stop) => fetchPipeline(connection, request, stop),
    signal,
    attemptsMax: ATTEMPTS_MAX,
  });
  return fetchGroupedLastSeen(spec.source, pages, since);
}
