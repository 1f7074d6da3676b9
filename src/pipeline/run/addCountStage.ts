import { STAGES_MAX } from '#contract/pipeline.ts';
import { OrderedJsonObject } from '#lib/json/json.ts';
import type { PipelineQuery } from '#pipeline/draft/queryDraft.ts';

/** Adds a stage that counts the rows. Undefined if the query has as many stages as a request may have. */
export function addCountStage({ pipeline, ...query }: PipelineQuery): PipelineQuery | undefined {
  if (pipeline.length >= STAGES_MAX) return undefined;
  const fields = new OrderedJsonObject([['count', new OrderedJsonObject([['$count', new OrderedJsonObject([])]])]]);
  const stage = new OrderedJsonObject([
    ['type', 'group'],
    ['condition', new OrderedJsonObject([])],
    ['fields', fields],
  ]);
  return { ...query, pipeline: [...pipeline, stage] };
}
