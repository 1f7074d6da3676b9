import type { PageFetcher } from '#features/datastore/results/useResultPage.ts';
import type { PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import type { GroupsFetcher } from '#pipeline/run/fetchChartGroups.ts';

/** Creates a fetcher of groups that only the service forms, anew and without retries. */
export function createGroupsFetcher(fetchPage: PageFetcher, query: PipelineQuery): GroupsFetcher {
  return async (pipeline, page, signal, pageSize) => {
    const options = { fresh: true, once: true, isServiceOnly: true, pageSize };
    return (await fetchPage({ ...query, pipeline }, page, signal, options)).documents;
  };
}
