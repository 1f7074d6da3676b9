import { useChangeDraft } from '#features/datastore/DatastoreProvider.tsx';
import { explainUnsupportedField, explainUnsupportedValue, type FieldPath } from '#pipeline/documents/fieldPath.ts';
import { addValueCondition } from '#pipeline/draft/draft.ts';
import { createCondition } from '#pipeline/draft/stages/match.ts';
import { toValueDraft } from '#pipeline/draft/valueDraft.ts';
import { showToast } from '#ui/notices/toast.ts';

/** Returns a function that adds a condition for or against one value; a toast explains values that cannot be filtered. */
export function useValueFilters() {
  const change = useChangeDraft();
  return (path: FieldPath, value: unknown, isExcluded: boolean) => {
    const disabledReason = explainUnsupportedField(path) ?? explainUnsupportedValue(value);
    if (disabledReason) return showToast(disabledReason);
    const condition = createCondition(path.join('.'), toValueDraft(value));
    change((draft) => addValueCondition(draft, isExcluded ? { ...condition, operator: 'isNot' } : condition));
  };
}
