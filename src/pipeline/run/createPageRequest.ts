import type { PipelineRequest } from '#contract/pipeline.ts';
import type { PipelineQuery } from '#pipeline/draft/queryDraft.ts';

export function createPageRequest(
  { collection, documentID, pipeline }: PipelineQuery,
  nPage: number,
  pageSize?: number | undefined,
): PipelineRequest {
  const index = documentID ? { documentID } : {};
  return { collection, index, pipeline, nPage, ...(pageSize !== undefined && { pageSize }) };
}
