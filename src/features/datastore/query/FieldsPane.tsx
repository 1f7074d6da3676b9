import { IconChevronDown, IconColumnInsertLeft, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useDatastore, useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { useDocumentColumnChoice } from '#features/datastore/results/useDocumentColumns.ts';
import { formatCountWithNoun, formatPercent } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { addFieldColumn } from '#pipeline/documents/columnChoice.ts';
import { explainUnsupportedField, formatFieldPath, toFieldKey } from '#pipeline/documents/fieldPath.ts';
import { createValueDraftForField } from '#pipeline/documents/lintCondition.ts';
import { describeFieldTypes, type ObservedField } from '#pipeline/documents/observedFields.ts';
import { addCondition, keepFieldInProjectStages } from '#pipeline/draft/queryDraft.ts';
import { createMatchCondition } from '#pipeline/draft/stages/match.ts';
import { focusAfter } from '#ui/browser/focus/focusAfter.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import classes from './FieldsPane.module.css';

const FieldValues = lazyComponent(async () => (await import('./FieldValuesPanel.tsx')).FieldValuesPanel, {
  fallback: () => <Skeleton label="Loading the values" rows={6} />,
});

/** Handlers that load the popover's content early, because its height determines the position. */
const PRELOAD_HANDLERS = {
  onPointerOver: () => void FieldValues.preload().catch(() => undefined),
  onFocus: () => void FieldValues.preload().catch(() => undefined),
};

export function FieldsPane() {
  const { observedFields, draft } = useQueryEditorContext();
  const collection = draft.collection.trim();
  const { addFieldCondition, showColumn } = useFieldActions(collection);
  const [opened, setOpened] = useState(true);
  const fields = [...observedFields.fields.values(), ...observedFields.unaskable.values()];
  if (fields.length === 0) return null;
  return (
    <section className={classes['pane']} aria-labelledby="fields-seen">
      <h2>
        <button
          id="fields-seen"
          type="button"
          className={classes['toggle']}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <b>Fields seen</b>
          <span className={`${classes['count']} ${shared['truncated']} ${shared['hint']}`}>
            {fields.length}{' '}
            {observedFields.documents > 0 && `in ${formatCountWithNoun(observedFields.documents, 'document')} `}of{' '}
            {collection}
          </span>
          <IconChevronDown className={classes['chevron']} size={16} stroke={1.5} aria-hidden />
        </button>
      </h2>
      {opened && (
        <ul className={`${classes['fields']} ${shared['subgrid']}`} aria-label="Fields seen">
          {fields.map((field) => (
            <li key={toFieldKey(field.path)}>
              <Popover
                label={`Values of ${toVisibleText(formatFieldPath(field.path))}`}
                placement={{ width: 340 }}
                renderTrigger={(control) => (
                  <Button
                    {...control}
                    {...PRELOAD_HANDLERS}
                    variant="link"
                    size="row"
                    aria-label={`${toVisibleText(formatFieldPath(field.path))}: values`}
                    title={field.examples.length > 0 ? `for example ${field.examples.join(', ')}` : undefined}
                  >
                    <PlainText text={formatFieldPath(field.path)} />
                  </Button>
                )}
              >
                {(close) => <FieldValues field={field} onClose={close} />}
              </Popover>
              <span className={`${classes['type']} ${shared['truncated']} ${shared['hint']}`}>
                {describeFieldTypes(field)}
              </span>
              {observedFields.documents > 0 && <FieldFrequency share={field.count / observedFields.documents} />}
              <span className={shared['denseRow']}>
                <IconButton
                  size="row"
                  label={`Add a condition on ${toVisibleText(formatFieldPath(field.path))}`}
                  onClick={() => addFieldCondition(field)}
                >
                  <IconPlus size={14} stroke={1.5} aria-hidden />
                </IconButton>
                <IconButton
                  size="row"
                  label={`Show ${toVisibleText(formatFieldPath(field.path))} as a column`}
                  onClick={() => showColumn(field)}
                >
                  <IconColumnInsertLeft size={14} stroke={1.5} aria-hidden />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function useFieldActions(collection: string) {
  const { savedConnectionId } = useDatastore();
  const { change } = useQueryEditorContext();
  const { changeChoice } = useDocumentColumnChoice(savedConnectionId, collection);
  return {
    addFieldCondition: (field: ObservedField) => {
      const refusal = explainUnsupportedField(field.path);
      if (refusal) return showToast(refusal);
      const condition = createMatchCondition(field.name, createValueDraftForField(field));
      focusAfter(() => change((draft) => addCondition(draft, condition)), `[data-row="${condition.key}"] [data-value]`);
    },
    showColumn: ({ name, path }: ObservedField) => {
      changeChoice((choice) => addFieldColumn(choice, toFieldKey(path)));
      // such a field cannot be named in a stage
      if (explainUnsupportedField(path) === undefined) change((draft) => keepFieldInProjectStages(draft, name));
    },
  };
}

function FieldFrequency({ share }: { share: number }) {
  return (
    <>
      <svg className={classes['bar']} viewBox="0 0 70 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={70 * share} height="6" />
      </svg>
      <span className={`${classes['percent']} ${shared['hint']}`} translate="no">
        {formatPercent(share)}
      </span>
    </>
  );
}
