import { ApiError } from '#api/apiError.ts';
import type { PageFetcher } from '#features/datastore/results/useResultPages.ts';
import { pluralize } from '#lib/formatNumber.ts';
import type { TaskSpec } from '#lib/tasks/backgroundTask.ts';
import type { PipelineQuery, QueryDraft } from '#pipeline/draft/draft.ts';
import { type FailingStage, failingStage } from '#pipeline/run/failingStage.ts';
import { createTaskRegistryFactory } from '#session/useBackgroundTask.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import { datastoreEmptyResultMessages } from './messages.ts';

export type QueryPartError = {
  part: string;
  label: string;
  message: string;
  failing?: FailingStageResult | undefined;
};

export type FailingStageResult = FailingStage & { error: Error };

type SentQuery = { collection: string; documentID: string; stageKeys: readonly string[] };

/**
 * True if the service rejected the query as invalid. False for authentication errors, service failures and lost
 * connections.
 */
export function isQueryRejection(error: unknown): error is ApiError {
  return isPossibleStageError(error) && (error.status ?? 0) < 500;
}

export function isPossibleStageError(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.kind === 'invalid' || error.kind === 'serviceFailed');
}

/**
 * Finds the part of the draft that caused an error: an input, or a stage, which the error names by its number in the
 * request. Parts that changed since the run are never returned. An error without a location belongs to the `failing`
 * stage.
 */
export function locateQueryError(
  error: Error | null,
  sentQuery: SentQuery,
  draft: QueryDraft,
  failing?: FailingStageResult,
): QueryPartError | undefined {
  if (!isPossibleStageError(error)) return undefined;
  const { message } = error;
  const location = parseErrorLocation(error);
  if (location === 'collection' || location === 'documentID') {
    return draft[location].trim() === sentQuery[location]
      ? { part: location, label: datastoreEmptyResultMessages.requestPart(location), message }
      : undefined;
  }
  const foundStage = location === undefined && failing?.error.message === message ? failing : undefined;
  const key = sentQuery.stageKeys[location ?? foundStage?.at ?? -1];
  const position = draft.stages.findIndex((stage) => stage.key === key);
  if (key === undefined || position < 0) return undefined;
  return { part: key, label: datastoreEmptyResultMessages.stagePosition(position + 1), message, failing: foundStage };
}

export function isUnlocatedStageError(error: Error | null): error is ApiError {
  return isPossibleStageError(error) && parseErrorLocation(error) === undefined && !isWholeQueryError(error);
}

/**
 * Finds the stage for which the service rejects or fails the query.
 * @throws ApiError if the search fails
 */
export function findFailingStage(
  ask: PageFetcher,
  query: PipelineQuery,
  page: number,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (requests: number) => void },
): Promise<FailingStage> {
  const { pipeline } = query;
  const isRejected = async (first: number) => {
    try {
      await ask({ ...query, pipeline: pipeline.slice(0, first) }, page, signal);
      return false;
    } catch (error) {
      if (isPossibleStageError(error)) return true;
      throw error;
    }
  };
  return failingStage({ stages: pipeline.length, isRejected, signal, onProgress });
}

export const createFailingStageTasks = createTaskRegistryFactory<number, FailingStageResult>();

export function createFailingStageTask(
  ask: PageFetcher,
  query: DatastoreState,
  error: Error,
): TaskSpec<number, FailingStageResult> {
  return {
    title: datastoreEmptyResultMessages.failingStageTask(query.collection),
    run: async ({ signal, reportProgress }) => ({
      ...(await findFailingStage(ask, query, query.page, { signal, onProgress: reportProgress })),
      error,
    }),
    describeProgress: (requests) => ({ text: pluralize(requests, 'request') }),
    createReport: ({ at, requests }) => ({
      text: `${at < 0 ? datastoreEmptyResultMessages.failsWithoutStages : datastoreEmptyResultMessages.failingStageTaskHint} Checked with ${pluralize(requests, 'request')}.`,
    }),
    describeError: ({ message }) => datastoreEmptyResultMessages.failingStageNotFound(message),
  };
}

/** True for errors about the number of stages or the page number, which no single stage causes. */
function isWholeQueryError(error: ApiError): boolean {
  return isQueryRejection(error) && /^(pipeline(?!\[)|nPage)\b/.test(error.message);
}

function parseErrorLocation(error: ApiError): 'collection' | 'documentID' | number | undefined {
  if (!isQueryRejection(error)) return undefined;
  const { message } = error;
  if (/^collection\b/i.test(message)) return 'collection';
  if (/^index\b/.test(message)) return 'documentID';
  const position = /^pipeline\[(\d+)\]/.exec(message)?.[1];
  return position === undefined ? undefined : Number(position);
}
