import type { ApiError } from '#api/apiError.ts';
import type { PageFetcher } from '#features/datastore/results/useResultPage.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { TaskSpec } from '#lib/tasks/backgroundTask.ts';
import type { PipelineQuery, QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { getGroupResultNames } from '#pipeline/draft/stages/group.ts';
import type { StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { type FailingStageSearchResult, findFailingStage } from '#pipeline/run/findFailingStage.ts';
import { createTaskRegistryFactory } from '#session/useBackgroundTask.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import { isInvalidQueryError, isPossibleStageError, parseErrorLocation } from './parseErrorLocation.ts';

export type QueryPartError = {
  part: string;
  row?: string | undefined;
  label: string;
  message: string;
  failing?: FailingStageWithError | undefined;
};

export type FailingStageWithError = FailingStageSearchResult & { error: Error };

type SentQuery = { collection: string; documentID: string; stageKeys: readonly string[] };

/**
 * Finds the part of the draft that caused an error: an input, or a stage, which the error names by its number in the
 * request. Parts that changed since the run are never returned. An error without a location belongs to the `failing`
 * stage.
 */
export function locateQueryError(
  error: Error | null,
  sentQuery: SentQuery,
  draft: QueryDraft,
  failing?: FailingStageWithError,
): QueryPartError | undefined {
  if (!isPossibleStageError(error)) return undefined;
  const { message } = error;
  const { part: location, path } = parseErrorLocation(error);
  if (location === 'collection' || location === 'documentID') {
    return draft[location].trim() === sentQuery[location]
      ? { part: location, label: `the ${location}`, message }
      : undefined;
  }
  const foundStage = location === undefined && failing?.error.message === message ? failing : undefined;
  const key = sentQuery.stageKeys[location ?? foundStage?.at ?? -1];
  const position = draft.stages.findIndex((stage) => stage.key === key);
  if (key === undefined || position < 0) return undefined;
  const stage = draft.stages[position];
  return {
    part: key,
    row: stage && findErrorRow(stage, path),
    label: `stage ${position + 1}`,
    message,
    failing: foundStage,
  };
}

export function isUnlocatedStageError(error: Error | null): error is ApiError {
  return isPossibleStageError(error) && parseErrorLocation(error).part === undefined && !isWholeQueryError(error);
}

/**
 * Finds the stage for which the service rejects or fails the query.
 * @throws ApiError if the search fails
 */
export function bisectFailingStage(
  fetchPage: PageFetcher,
  query: PipelineQuery,
  page: number,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (requests: number) => void },
): Promise<FailingStageSearchResult> {
  const { pipeline } = query;
  const isRejected = async (first: number) => {
    try {
      await fetchPage({ ...query, pipeline: pipeline.slice(0, first) }, page, signal);
      return false;
    } catch (error) {
      if (isPossibleStageError(error)) return true;
      throw error;
    }
  };
  return findFailingStage({ stages: pipeline.length, isRejected, signal, onProgress });
}

export const createFailingStageTaskRegistry = createTaskRegistryFactory<number, FailingStageWithError>();

export function createFailingStageTaskSpec(
  fetchPage: PageFetcher,
  query: DatastoreState,
  error: Error,
): TaskSpec<number, FailingStageWithError> {
  return {
    title: `Failing stage in ${query.collection}`,
    run: async ({ signal, reportProgress }) => ({
      ...(await bisectFailingStage(fetchPage, query, query.page, { signal, onProgress: reportProgress })),
      error,
    }),
    describeProgress: (requests) => ({ text: formatCountWithNoun(requests, 'request') }),
    createReport: ({ at, requests }) => ({
      text: `${at < 0 ? 'The query fails even without stages.' : 'Open Datastore to see it.'} Checked with ${formatCountWithNoun(requests, 'request')}.`,
    }),
    describeError: ({ message }) => `Could not find the failing stage: ${message}`,
  };
}

/** True for errors about the number of stages or the page number, which no single stage causes. */
function isWholeQueryError(error: ApiError): boolean {
  return isInvalidQueryError(error) && /^(pipeline(?!\[)|nPage)\b/.test(error.message);
}

/** Finds the row of a card that a path such as `fields/mean/$avg` leads to. */
function findErrorRow(stage: StageDraft, [member, name]: readonly string[]): string | undefined {
  if (name === undefined) return undefined;
  if (stage.kind === 'group') {
    const names = getGroupResultNames(stage);
    const rows: readonly { key: string }[] = member === 'condition' ? stage.by : stage.values;
    return rows.find(({ key }) => names.get(key) === name)?.key;
  }
  if (stage.kind === 'match') return stage.conditions.find(({ field }) => field.trim() === name)?.key;
  return stage.kind === 'sort' ? stage.fields.find(({ field }) => field.trim() === name)?.key : undefined;
}
