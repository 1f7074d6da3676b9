import { useChangeDraft, useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { explainUnsupportedField, explainUnsupportedValue, type FieldPath } from '#pipeline/documents/fieldPath.ts';
import { addResultCondition } from '#pipeline/draft/addResultCondition.ts';
import { addOrReplaceValueCondition } from '#pipeline/draft/queryDraft.ts';
import { createMatchCondition } from '#pipeline/draft/stages/match.ts';
import { toValueDraft } from '#pipeline/draft/valueDraft.ts';
import { showToast } from '#ui/notices/toast.ts';

/**
 * Returns a function that adds a condition for or against a value of the documents or of the result, or a missing one.
 * For values that cannot be filtered, a toast explains the reason.
 */
export function useAddValueCondition(source: 'documents' | 'result') {
  const change = useChangeDraft();
  const { observedFields } = useDatastore();
  return (path: FieldPath, value: unknown, isExcluded: boolean) => {
    const disabledReason = explainUnsupportedField(path) ?? explainUnsupportedValue(value);
    if (disabledReason) return showToast(disabledReason);
    const isMissing = value === undefined;
    const equal = createMatchCondition(path.join('.'), toValueDraft(isMissing ? isExcluded : value));
    const condition = { ...equal, operator: isMissing ? 'exists' : isExcluded ? 'isNot' : 'is' } as const;
    change((draft) =>
      source === 'documents'
        ? addOrReplaceValueCondition(draft, condition)
        : addResultCondition(draft, condition, (field) => observedFields.fields.get(field)?.compared),
    );
  };
}
