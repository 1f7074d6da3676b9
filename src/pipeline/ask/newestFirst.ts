import { isTimeFieldName } from '#lib/time/time.ts';
import type { FieldsSeen, SeenField } from '#pipeline/documents/fieldsSeen.ts';
import { type Draft, insertStage } from '#pipeline/draft/draft.ts';
import { newCard } from '#pipeline/draft/stages/card.ts';
import { newSortField } from '#pipeline/draft/stages/sort.ts';

/** The field with a document's time, preferring typical names; `which` selects fields with times, or with comparable times. */
export function timeField({ fields }: FieldsSeen, which: 'time' | 'compared' = 'time'): SeenField | undefined {
  const times = [...fields.values()].filter((field) => field[which]);
  return times.find(({ name }) => name === 'time') ?? times.find(({ name }) => isTimeFieldName(name)) ?? times[0];
}

/**
 * Sorts a draft by time, newest first, after its leading matches. Unchanged if it is already sorted, the service does not sort,
 * or no time field is known.
 */
export function newestFirst(draft: Draft, seen: FieldsSeen, extensions: readonly string[]): Draft {
  const field = timeField(seen);
  const sorted = draft.stages.some(({ kind, enabled }) => kind === 'sort' && enabled);
  if (!field || sorted || !extensions.includes('sort')) return draft;
  const other = draft.stages.findIndex(({ kind }) => kind !== 'match' && kind !== 'range');
  const at = other < 0 ? draft.stages.length : other;
  return insertStage(draft, at, { ...newCard(), kind: 'sort', fields: [newSortField(field.name, true)] });
}
