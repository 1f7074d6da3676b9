import { Grouper } from '#lib/group/grouper.ts';
import type { JsonObject } from '#lib/json/json.ts';
import type { PlainStage } from '#pipeline/draft/stages/stageBase.ts';
import { runStages } from '#pipeline/draft/stages/stageRegistry.ts';
import { checkDuplicateAndAddId } from '#pipeline/run/exportPages.ts';
import { type DocumentsFetcher, fetchPagesInOrder } from '#pipeline/run/fetchPagesInOrder.ts';
import { IN_PAGE_GROUPS_MAX } from './findGroupStageIndex.ts';

const ATTEMPTS_MAX = 5;
const RETRY_MS = 1000;

export type InPageGroupProgress = { documents: number; requests: number; groups: number };

export type InPageGroupResult = InPageGroupProgress & {
  results: readonly JsonObject[];
  isComplete: boolean;
  /** Documents of further groups, left out because the maximum number of groups was reached. */
  leftOut: number;
  /** True if documents moved while they were read. */
  hasDuplicates: boolean;
};

type InPageGroupOptions = {
  fetchPage: DocumentsFetcher;
  pageSize?: number | undefined;
  /** Stages from the first group stage on. */
  stages: readonly PlainStage[];
  until?: number | undefined;
  groupsMax?: number;
  signal: AbortSignal;
  waitWhilePaused?: () => Promise<void>;
  onProgress?: (progress: InPageGroupProgress) => void;
};

/**
 * Groups documents in the page, for services without group stages. Reads every page; after a cancellation, it returns
 * the groups of the documents read so far.
 * @throws the final error of the request function
 */
export async function runGroupsInPage({
  fetchPage,
  pageSize,
  stages,
  until,
  groupsMax = IN_PAGE_GROUPS_MAX,
  signal,
  waitWhilePaused,
  onProgress,
}: InPageGroupOptions): Promise<InPageGroupResult> {
  const [group, ...further] = stages;
  if (!group) throw new Error('there is no group stage');
  const grouper = new Grouper(group, groupsMax);
  const ids = new Set<string>();
  let [documents, requests, leftOut, hasDuplicates, isComplete] = [0, 0, 0, false, true];
  try {
    const pages = fetchPagesInOrder({
      fetchPage,
      pageSize,
      from: 1,
      ...(until !== undefined && { until: () => until }),
      signal,
      waitWhilePaused,
      attemptsMax: ATTEMPTS_MAX,
      retryMs: RETRY_MS,
    });
    for await (const page of pages) {
      requests = page.requests;
      for (const document of page.documents) {
        if (checkDuplicateAndAddId(document, ids)) {
          hasDuplicates = true;
          continue;
        }
        documents++;
        if (!grouper.add(document)) leftOut++;
      }
      onProgress?.({ documents, requests, groups: grouper.size });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    isComplete = false;
  }
  const results = runStages(grouper.getResults(), further);
  return { results, documents, requests, groups: grouper.size, isComplete, leftOut, hasDuplicates };
}
