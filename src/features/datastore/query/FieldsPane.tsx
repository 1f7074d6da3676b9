import { IconChevronDown, IconColumnInsertLeft, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { useColumnChoice } from '#features/datastore/results/useDocumentColumns.ts';
import { formatPercent, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { withField } from '#pipeline/documents/columnChoice.ts';
import { fieldKey, fieldLabel, whyUnaskable } from '#pipeline/documents/fieldPath.ts';
import { type SeenField, typeWords } from '#pipeline/documents/fieldsSeen.ts';
import { learnedValue } from '#pipeline/documents/lint.ts';
import { addCondition, withKeptField } from '#pipeline/draft/draft.ts';
import { newCondition } from '#pipeline/draft/stages/match.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import classes from './FieldsPane.module.css';

const FieldValues = loaded(async () => (await import('./FieldValues.tsx')).FieldValues, {
  waiting: () => <Waiting label="Loading the values" rows={6} />,
});

/** Preloads the popover's content: the popover is positioned by its height. */
const AHEAD = {
  onPointerOver: () => void FieldValues.ahead().catch(() => undefined),
  onFocus: () => void FieldValues.ahead().catch(() => undefined),
};

export function FieldsPane() {
  const { seen, draft } = useEditing();
  const collection = draft.collection.trim();
  const { add, showColumn } = useFieldActions(collection);
  const [opened, setOpened] = useState(true);
  const fields = [...seen.fields.values(), ...seen.unaskable.values()];
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
          <span className={`${classes['count']} ${shared['cut']} ${shared['hint']}`}>
            {fields.length} {seen.documents > 0 && `in ${pluralize(seen.documents, 'document')} `}of {collection}
          </span>
          <IconChevronDown className={classes['chevron']} size={16} stroke={1.5} aria-hidden />
        </button>
      </h2>
      {opened && (
        <ul className={`${classes['fields']} ${shared['lines']}`} aria-label="Fields seen">
          {fields.map((field) => (
            <li key={fieldKey(field.path)}>
              <Popover
                label={`Values of ${toPlainText(fieldLabel(field.path))}`}
                place={{ width: 340 }}
                opener={(control) => (
                  <Button
                    {...control}
                    {...AHEAD}
                    look="link"
                    size="row"
                    aria-label={`${toPlainText(fieldLabel(field.path))}: values`}
                    title={field.examples.length > 0 ? `for example ${field.examples.join(', ')}` : undefined}
                  >
                    <PlainText text={fieldLabel(field.path)} />
                  </Button>
                )}
              >
                {(close) => <FieldValues field={field} onClose={close} />}
              </Popover>
              <span className={`${classes['type']} ${shared['cut']} ${shared['hint']}`}>{typeWords(field)}</span>
              <Frequency share={seen.documents > 0 ? field.count / seen.documents : undefined} />
              <span className={shared['tight']}>
                <IconButton
                  size="row"
                  label={`Add a condition on ${toPlainText(fieldLabel(field.path))}`}
                  onClick={() => add(field)}
                >
                  <IconPlus size={14} stroke={1.5} aria-hidden />
                </IconButton>
                <IconButton
                  size="row"
                  label={`Show ${toPlainText(fieldLabel(field.path))} as a column`}
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
  const { savedId } = useDatastore();
  const { change } = useEditing();
  const { choose } = useColumnChoice(savedId, collection);
  return {
    add: (field: SeenField) => {
      const refusal = whyUnaskable(field.path);
      if (refusal) return showToast(refusal);
      const condition = newCondition(field.name, learnedValue(field));
      flushSync(() => change((draft) => addCondition(draft, condition)));
      document.querySelector<HTMLElement>(`[data-row="${condition.key}"] [aria-label^="Value"]`)?.focus();
    },
    /** Makes the field the first unpinned column, and adds it to a stage that keeps fields. */
    showColumn: ({ name, path }: SeenField) => {
      choose((choice) => withField(choice, fieldKey(path)));
      // such a field cannot be named in a stage
      if (whyUnaskable(path) === undefined) change((draft) => withKeptField(draft, name));
    },
  };
}

function Frequency({ share }: { share: number | undefined }) {
  if (share === undefined) return null;
  return (
    <>
      <svg className={classes['bar']} viewBox="0 0 70 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={70 * share} height="6" />
      </svg>
      <span className={`${classes['percent']} ${shared['hint']}`}>{formatPercent(share)}</span>
    </>
  );
}
