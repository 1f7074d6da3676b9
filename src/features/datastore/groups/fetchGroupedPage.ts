import { ApiError } from '#api/apiError.ts';
import { fetchPipeline, type PipelineResult } from '#api/fetchPipeline.ts';
import { createConnectionGuard, createRetryOptions } from '#features/datastore/results/createRetryOptions.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import type { TaskContext, TaskSpec } from '#lib/tasks/backgroundTask.ts';
import { retryUntilOnline } from '#lib/tasks/retryUntilOnline.ts';
import type { PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import { createPageRequest } from '#pipeline/run/createPageRequest.ts';
import { IN_PAGE_GROUPS_MAX } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import {
  type InPageGroupProgress,
  type InPageGroupResult,
  runGroupsInPage,
} from '#pipeline/run/inPage/runGroupsInPage.ts';
import { InPageStageError, splitPipeline } from '#pipeline/run/inPage/splitPipeline.ts';
import { formatGroupProgress } from './inPageGroupStore.ts';
import { type GroupReadMode, getInPageKey, type PageRequestContext } from './pageRequestContext.ts';

const DEFAULT_PAGE_SIZE = 20;

type GroupedPage = { query: PipelineQuery; page: number; pageSize: number | undefined; signal: AbortSignal };

/**
 * Forms the groups of a query in the page and returns one page of them.
 * @throws ApiError
 */
export async function fetchGroupedPage(
  source: PageRequestContext,
  { query, page, pageSize = DEFAULT_PAGE_SIZE, signal }: GroupedPage,
  extent: GroupReadMode,
): Promise<PipelineResult> {
  const began = performance.now();
  const result = await fetchGroups(source, query, signal, extent);
  const { results, documents, requests, isComplete, leftOut } = result;
  const start = (page - 1) * pageSize;
  return {
    documents: results.slice(start, start + pageSize),
    invalidCount: 0,
    total: extent === 'sample' ? undefined : results.length,
    fetchedAt: Date.now(),
    latency: performance.now() - began,
    bytes: 0,
    inPage: {
      ...{ documents, requests, isComplete, leftOut },
      run: extent === 'sample' ? undefined : source.groups.getRun(getInPageKey(source, query)),
    },
  };
}

async function fetchGroups(
  source: PageRequestContext,
  query: PipelineQuery,
  signal: AbortSignal,
  extent: GroupReadMode,
): Promise<InPageGroupResult> {
  const { groups } = source;
  const key = getInPageKey(source, query);
  const known = extent === 'again' ? undefined : groups.getResult(key);
  if (known) return known;
  const { sent, local } = splitStages(query);
  const documents = { ...query, pipeline: sent };
  const until = query.documentID === '' ? undefined : 1;
  if (extent === 'sample') {
    const fetchPage = (page: number, ended: AbortSignal) => fetchDocuments(source, documents, page, ended);
    return runGroupsInPage({ fetchPage, stages: local, until: 1, signal });
  }
  const getConnection = createConnectionGuard(source.session);
  const run = (context: TaskContext<InPageGroupProgress>) =>
    runGroupsInPage({
      fetchPage: (page, ended, pageSize) =>
        retryUntilOnline(
          context,
          async () =>
            fetchDocuments({ ...source, connection: await getConnection() }, documents, page, ended, pageSize),
          createRetryOptions(source.session),
        ),
      pageSize: source.bulkPageSize,
      stages: local,
      until,
      signal: context.signal,
      waitWhilePaused: context.waitWhilePaused,
      onProgress: context.reportProgress,
    });
  return groups.run(key, createGroupTask(query.collection, run), signal);
}

function splitStages({ pipeline }: PipelineQuery) {
  try {
    return splitPipeline(pipeline);
  } catch (error) {
    if (!(error instanceof InPageStageError)) throw error;
    throw new ApiError('invalid', error.message, { at: error.at, cause: error });
  }
}

async function fetchDocuments(
  { connection, firstPage }: PageRequestContext,
  query: PipelineQuery,
  page: number,
  signal: AbortSignal,
  pageSize?: number,
) {
  return (await fetchPipeline(connection, createPageRequest(query, firstPage + page - 1, pageSize), signal)).documents;
}

function createGroupTask(
  collection: string,
  run: TaskSpec<InPageGroupProgress, InPageGroupResult>['run'],
): TaskSpec<InPageGroupProgress, InPageGroupResult> {
  return {
    title: `Groups of ${collection}`,
    run,
    describeProgress: (progress) => ({ text: formatGroupProgress(progress) }),
    createReport: ({ groups, documents, isComplete, leftOut }) => ({
      text: [
        isComplete
          ? `${formatCountWithNoun(groups, 'group')} of ${formatCountWithNoun(documents, 'document')}.`
          : `Stopped. These are ${formatCountWithNoun(groups, 'group')} of the first ${formatCountWithNoun(documents, 'document')}.`,
        leftOut > 0 ? `The limit of ${formatCount(IN_PAGE_GROUPS_MAX)} groups was reached.` : '',
      ]
        .filter(Boolean)
        .join(' '),
      hasWarnings: !isComplete || leftOut > 0,
    }),
    describeError: ({ message }) => `Could not group the documents: ${message}`,
    pausable: true,
    // the groups of the documents read so far are kept
    finishesAfterCancel: true,
  };
}
