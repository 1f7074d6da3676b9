import { useMemo } from 'react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { formatCount, formatPercent, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import type { TaskContext } from '#lib/tasks/backgroundTask.ts';
import { truncateJson } from '#lib/truncate.ts';
import { countValues, type ValueCounts } from '#pipeline/ask/countValues.ts';
import { fieldKey, fieldLabel, whyUnaskable, whyValueUnaskable } from '#pipeline/documents/fieldPath.ts';
import { type SeenField, timeOf, typeWords } from '#pipeline/documents/fieldsSeen.ts';
import { type FieldValue, fieldValues } from '#pipeline/documents/fieldValues.ts';
import { KeptWorks, useKeptWork } from '#session/useKeptWork.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Time } from '#ui/values/Time.tsx';
import { Value } from '#ui/values/Value.tsx';
import classes from './FieldValues.module.css';
import { documentsSeen } from './fieldsStore.ts';
import { useOnly } from './useOnly.ts';
import { ValueSpread } from './ValueSpread.tsx';

/** Maximum number of values listed; fewer if a histogram already shows the distribution. */
const VALUES_MAX = 8;
const NUMBERS_MAX = 5;

type Props = { field: SeenField; onClose: () => void };

export function FieldValues({ field, onClose }: Props) {
  const { seen } = useEditing();
  const { path, time } = field;
  const found = useMemo(() => fieldValues(documentsSeen(seen), path, time), [seen, path, time]);
  const { numbers, values, documents, missing } = found;
  const spread = numbers.length > 1 && numbers[0] !== numbers.at(-1);
  // with all values distinct, the histogram is enough
  const single = spread && values[0]?.count === 1;
  const shown = single ? [] : values.slice(0, spread ? NUMBERS_MAX : VALUES_MAX);
  const others = values.length - shown.length;
  const refusal = whyUnaskable(path);
  const count = useValueCounts(field, refusal === undefined ? shown : []);
  return (
    <div className={`${classes['values']} ${shared['panel']}`}>
      <p>
        <b>
          <PlainText text={fieldLabel(field.path)} />
        </b>{' '}
        <span className={shared['hint']}>
          {typeWords(field)}, in {pluralize(documents - missing, 'document')}
          {missing > 0 && ` of ${formatCount(documents)}`} seen
        </span>
      </p>
      {refusal && <p className={shared['hint']}>{refusal}</p>}
      {spread && (
        <ValueSpread
          field={field}
          numbers={numbers}
          askable={refusal === undefined && (!time || field.compared !== undefined)}
          onClose={onClose}
        />
      )}
      {shown.length > 0 && (
        <ul
          className={`${classes['list']} ${shared['lines']}`}
          aria-label={`Most frequent values of ${toPlainText(fieldLabel(field.path))}`}
        >
          {shown.map((value) => (
            <ValueRow
              key={value.key}
              field={field}
              value={value}
              documents={documents}
              counts={count.result ?? count.progress}
              onClose={onClose}
            />
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className={shared['hint']}>
          {shown.length > 0 ? pluralize(others, 'other value') : `${formatCount(others)} values, no two alike`}
        </p>
      )}
      {refusal === undefined && shown.length > 0 && <Counting count={count} values={shown.length} />}
    </div>
  );
}

type RowProps = {
  field: SeenField;
  value: FieldValue;
  documents: number;
  counts: ValueCounts | undefined;
  onClose: () => void;
};

/** One value with its share of the documents seen, or of the whole collection once counted, and its filter buttons. */
function ValueRow({ field: { path, name, time }, value: { key, value, count }, documents, counts, onClose }: RowProps) {
  const only = useOnly();
  const ms = time && time !== 'iso' ? timeOf(value, time) : undefined;
  const whole = counts?.total ? counts.counts.get(key) : undefined;
  const share = whole === undefined ? count / documents : whole / (counts?.total ?? 1);
  const words = `${toPlainText(name)} is ${truncateJson(value, 60)}`;
  const isAskable = whyUnaskable(path) === undefined && whyValueUnaskable(value) === undefined;
  const ask = (not: boolean) => () => {
    onClose();
    only(path, value, not);
  };
  return (
    <li>
      <span className={shared['cut']}>{ms === undefined ? <Value value={value} /> : <Time value={ms} />}</span>
      <svg className={classes['bar']} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={100 * share} height="6" />
      </svg>
      <span className={`${classes['share']} ${shared['hint']}`}>
        {whole !== undefined && `${formatCount(whole)}, `}
        {formatPercent(share)}
      </span>
      {isAskable && (
        <span className={shared['tight']}>
          <Button look="link" size="row" aria-label={`Only where ${words}`} onClick={ask(false)}>
            only
          </Button>
          ·
          <Button look="link" size="row" aria-label={`Not where ${words}`} onClick={ask(true)}>
            not
          </Button>
        </span>
      )}
    </li>
  );
}

type Count = ReturnType<typeof useValueCounts>;

const countings = new KeptWorks<ValueCounts, ValueCounts>();

function useValueCounts({ name, path }: SeenField, values: readonly FieldValue[]) {
  const { ask, savedId } = useDatastore();
  const collection = useEditing().draft.collection.trim();
  const count = ({ signal, reportProgress: tell }: TaskContext<ValueCounts>) =>
    countValues({
      ask: async (query, page, ended) => {
        // bypasses the cache: cached pages would hide rows that were added or deleted meanwhile
        const { documents, damaged, total } = await ask(query, page, ended, { fresh: true });
        return { rows: documents.length + damaged, total };
      },
      collection,
      field: name,
      values: new Map(
        values.filter(({ value }) => whyValueUnaskable(value) === undefined).map(({ key, value }) => [key, value]),
      ),
      signal,
      onProgress: tell,
    });
  return useKeptWork(countings, JSON.stringify([savedId, collection, fieldKey(path)]), {
    title: `Values of ${fieldLabel(path)}`,
    run: count,
    describeProgress: ({ counts, requests }) => ({
      text: `${counts.size} of ${values.length} values, ${pluralize(requests, 'request')}`,
      share: counts.size / values.length,
    }),
    createReport: (result) => ({ text: countWords(result), hasWarnings: result.changed }),
    describeError: ({ message }) => `Not counted: ${message}`,
  });
}

function countWords({ total = 0, counts, requests, changed }: ValueCounts): string {
  const others = total - [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  const rest = others > 0 ? `; ${formatCount(others)} others` : '';
  return `Of all ${pluralize(total, 'document')}, ${pluralize(requests, 'request')}${rest}${changed ? '; some came or went meanwhile' : ''}.`;
}

function Counting({ count, values }: { count: Count; values: number }) {
  const { running, progress, result, error, start, cancel } = count;
  return (
    <p className={`${classes['counting']} ${shared['hint']}`}>
      <span>
        {running
          ? `Counting: ${progress?.counts.size ?? 0} of ${values}, ${pluralize(progress?.requests ?? 0, 'request')}`
          : result
            ? countWords(result)
            : error
              ? `Not counted: ${error.message}`
              : 'Of the whole collection:'}
      </span>{' '}
      {running ? (
        <Button size="row" aria-label="Cancel counting values" onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <Button look="link" size="row" onClick={start}>
          {result ? 'Again' : `count ${values === 1 ? 'this one' : `these ${values}`}`}
        </Button>
      )}
    </p>
  );
}
