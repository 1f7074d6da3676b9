import { ApiError } from '#api/apiError.ts';
import type { Ask } from '#features/datastore/results/usePages.ts';
import { pluralize } from '#lib/formatNumber.ts';
import type { TaskSpec } from '#lib/tasks/backgroundTask.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { type FailingStage, failingStage } from '#pipeline/ask/failingStage.ts';
import type { Draft, Query } from '#pipeline/draft/draft.ts';
import { KeptWorks } from '#session/useKeptWork.ts';

export type Rejection = {
  /** Location of the rejected part: `collection`, `documentID`, or a stage's key. */
  at: string;
  /** Name of that part in a sentence, such as `stage 2`, by its current position. */
  name: string;
  message: string;
  /** Result of the stage search, if the service did not name the stage. */
  failing?: Failing | undefined;
};

export type Failing = FailingStage & { error: Error };

/** The query that was run; `sent` holds the draft keys of its stages in order. */
type Ran = { collection: string; documentID: string; sent: readonly string[] };

/** True if the service rejected the query as invalid; false for authentication errors, service failures and lost connections. */
export function isRefusal(error: unknown): error is ApiError {
  return mayBeAStage(error) && (error.status ?? 0) < 500;
}

/** True if a part of the query may cause the error: the service rejected it or failed on it. A retry decides which. */
export function mayBeAStage(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.kind === 'invalid' || error.kind === 'serviceFailed');
}

/**
 * Assigns an error to the part of the draft that caused it, while that part is unchanged since the run: `collection` and
 * `index.documentID` to their inputs, `pipeline[N]` to the stage sent as number N, wherever it is now. An error that names no
 * part belongs to the stage found as `failing`.
 */
export function rejectionOf(error: Error | null, ran: Ran, draft: Draft, failing?: Failing): Rejection | undefined {
  if (!mayBeAStage(error)) return undefined;
  const { message } = error;
  const place = placeOf(error);
  if (place === 'collection' || place === 'documentID') {
    return draft[place].trim() === ran[place] ? { at: place, name: `the ${place}`, message } : undefined;
  }
  const searched = place === undefined && failing?.error.message === message ? failing : undefined;
  const key = ran.sent[place ?? searched?.at ?? -1];
  const position = draft.stages.findIndex((stage) => stage.key === key);
  if (key === undefined || position < 0) return undefined;
  return { at: key, name: `stage ${position + 1}`, message, failing: searched };
}

/** True if the error may be caused by a stage, but does not name it. */
export function isUnplaced(error: Error | null): error is ApiError {
  return mayBeAStage(error) && placeOf(error) === undefined && !isOfWhole(error);
}

/**
 * Finds the stage on which the service rejects or fails the query.
 * @throws ApiError if the search fails
 */
export function findFailing(
  ask: Ask,
  query: Query,
  page: number,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (requests: number) => void },
): Promise<FailingStage> {
  const { pipeline } = query;
  const refuses = async (first: number) => {
    try {
      await ask({ ...query, pipeline: pipeline.slice(0, first) }, page, signal);
      return false;
    } catch (error) {
      if (mayBeAStage(error)) return true;
      throw error;
    }
  };
  return failingStage({ stages: pipeline.length, refuses, signal, onProgress });
}

export const failings = new KeptWorks<number, Failing>();

export function createFailureSearch(ask: Ask, query: DatastoreState, error: Error): TaskSpec<number, Failing> {
  return {
    title: `Failing stage of ${query.collection}`,
    run: async ({ signal, reportProgress: tell }) => ({
      ...(await findFailing(ask, query, query.page, { signal, onProgress: tell })),
      error,
    }),
    describeProgress: (requests) => ({ text: pluralize(requests, 'request') }),
    createReport: ({ at, requests }) => ({
      text: `${at < 0 ? 'It fails without its stages too.' : 'Datastore shows it.'} Found with ${pluralize(requests, 'request')}.`,
    }),
    describeError: ({ message }) => `It could not be found out: ${message}`,
  };
}

/** True for a rejection of the number of stages or of the page number, which no single stage causes. */
function isOfWhole(error: ApiError): boolean {
  return isRefusal(error) && /^(pipeline(?!\[)|nPage)\b/.test(error.message);
}

/** Parses the part of the query that a rejection's message begins with: an input, or the index of a stage. */
function placeOf(error: ApiError): 'collection' | 'documentID' | number | undefined {
  if (!isRefusal(error)) return undefined;
  const { message } = error;
  if (/^collection\b/i.test(message)) return 'collection';
  if (/^index\b/.test(message)) return 'documentID';
  const position = /^pipeline\[(\d+)\]/.exec(message)?.[1];
  return position === undefined ? undefined : Number(position);
}
