import { STAGES_MAX } from '#contract/pipeline.ts';
import type { JsonObject } from '#lib/json/json.ts';
import type { PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import { COUNT_OPERATOR, createGroupStage } from '#pipeline/draft/stages/createGroupStage.ts';

/** Returns the number of rows. Undefined if the response does not tell. No group is formed of no rows. */
export function parseCount(documents: readonly JsonObject[]): number | undefined {
  if (documents.length === 0) return 0;
  const count = documents[0]?.['count'];
  return documents.length === 1 && typeof count === 'number' ? count : undefined;
}

/** Adds a stage that counts the rows. Undefined if the query has as many stages as a request may have. */
export function addCountStage({ pipeline, ...query }: PipelineQuery): PipelineQuery | undefined {
  if (pipeline.length >= STAGES_MAX) return undefined;
  return { ...query, pipeline: [...pipeline, createGroupStage([], [['count', COUNT_OPERATOR]])] };
}
