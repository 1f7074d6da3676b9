import { isTimeFieldName } from '#lib/time/time.ts';
import type { FieldsSeen, SeenField } from '#pipeline/documents/fieldsSeen.ts';
import { type Draft, insertStage } from '#pipeline/draft/draft.ts';
import { newCard } from '#pipeline/draft/stages/card.ts';
import { newSortField } from '#pipeline/draft/stages/sort.ts';

/** The field that says when a document came about: of those that hold times, or such as can be compared, the one named so. */
export function timeField({ fields }: FieldsSeen, which: 'time' | 'compared' = 'time'): SeenField | undefined {
  const times = [...fields.values()].filter((field) => field[which]);
  return times.find(({ name }) => name === 'time') ?? times.find(({ name }) => isTimeFieldName(name)) ?? times[0];
}

/**
 * The draft with its documents newest first: sorted after its first matches, unless it is sorted already, the service
 * does not sort, or no field of times is known; then it stays as it is.
 */
export function newestFirst(draft: Draft, seen: FieldsSeen, extensions: readonly string[]): Draft {
  const field = timeField(seen);
  const sorted = draft.stages.some(({ kind, enabled }) => kind === 'sort' && enabled);
  if (!field || sorted || !extensions.includes('sort')) return draft;
  const other = draft.stages.findIndex(({ kind }) => kind !== 'match' && kind !== 'range');
  const at = other < 0 ? draft.stages.length : other;
  return insertStage(draft, at, { ...newCard(), kind: 'sort', fields: [newSortField(field.name, true)] });
}
