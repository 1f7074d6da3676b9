import { toVisibleText } from '#lib/invisible.ts';
import { createDraftFromQuery } from './compileDraft.ts';
import type { PipelineQuery } from './queryDraft.ts';
import { formatBounds, resolvePeriodBounds, type TimeRange } from './stages/range.ts';
import { describeStage } from './stages/stageRegistry.ts';

/**
 * Describes a query for readers who do not see the page: its collection and stages, with the times of a run at `at` in
 * place of relative ones (ms).
 */
export function describeQuerySource(query: PipelineQuery, at: number): string[] {
  const { collection, documentID, stages } = createDraftFromQuery(query);
  return [
    `Collection ${collection}`,
    ...(documentID ? [`documentID ${documentID}`] : []),
    ...stages.map((stage) => (stage.kind === 'range' ? describeBounds(stage, at) : describeStage(stage))),
  ].map(toVisibleText);
}

function describeBounds({ field, span }: TimeRange, at: number): string {
  const { from, below, to = 'last' in span ? at : undefined } = resolvePeriodBounds(span, at);
  return `${field} ${formatBounds({ from, below, to }, span.zone)}`.trimEnd();
}
