import { useChange } from '#features/datastore/DatastorePlace.tsx';
import { type FieldPath, whyUnaskable, whyValueUnaskable } from '#pipeline/documents/fieldPath.ts';
import { addValueCondition } from '#pipeline/draft/draft.ts';
import { newCondition } from '#pipeline/draft/stages/match.ts';
import { valueDraft } from '#pipeline/draft/value.ts';
import { showToast } from '#ui/notices/toast.ts';

/** Returns a function that adds a condition for or against one value; a toast explains values that cannot be filtered. */
export function useOnly() {
  const change = useChange();
  return (path: FieldPath, value: unknown, not: boolean) => {
    const refusal = whyUnaskable(path) ?? whyValueUnaskable(value);
    if (refusal) return showToast(refusal);
    const condition = newCondition(path.join('.'), valueDraft(value));
    change((draft) => addValueCondition(draft, not ? { ...condition, operator: 'isNot' } : condition));
  };
}
