import { findTimeField, type ObservedFields } from '#pipeline/documents/observedFields.ts';
import { insertStage, type QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { createSortField } from '#pipeline/draft/stages/sort.ts';
import { createStageBase } from '#pipeline/draft/stages/stageBase.ts';

/**
 * Sorts a draft by time, newest first, after its leading match stages. The draft is unchanged if it is already sorted,
 * the service does not sort, or no time field is known.
 */
export function addNewestFirstSort(
  draft: QueryDraft,
  observed: ObservedFields,
  extensions: readonly string[],
): QueryDraft {
  const field = findTimeField(observed);
  const sorted = draft.stages.some(({ kind, enabled }) => kind === 'sort' && enabled);
  if (!field || sorted || !extensions.includes('sort')) return draft;
  const other = draft.stages.findIndex(({ kind }) => kind !== 'match' && kind !== 'range');
  const at = other < 0 ? draft.stages.length : other;
  return insertStage(draft, at, { ...createStageBase(), kind: 'sort', fields: [createSortField(field.name, true)] });
}
