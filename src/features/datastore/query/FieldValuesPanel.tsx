import { useMemo, useState } from 'react';
import { useDatastore, useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { formatCount, formatCountWithNoun, formatPercent } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { stringifyJson } from '#lib/json/json.ts';
import type { TaskContext } from '#lib/tasks/backgroundTask.ts';
import { formatTruncatedJson } from '#lib/truncate.ts';
import { countFieldValues, type FieldValueCount } from '#pipeline/documents/countFieldValues.ts';
import {
  explainUnsupportedField,
  explainUnsupportedValue,
  formatFieldPath,
  toFieldKey,
} from '#pipeline/documents/fieldPath.ts';
import { describeFieldTypes, type ObservedField, toTimeMs } from '#pipeline/documents/observedFields.ts';
import { countDocumentsByValue, type ValueCounts } from '#pipeline/run/countDocumentsByValue.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { createTaskRegistryFactory, useBackgroundTask } from '#session/useBackgroundTask.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import { JsonValue } from '#ui/values/JsonValue.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Timestamp } from '#ui/values/Timestamp.tsx';
import classes from './FieldValuesPanel.module.css';
import { createObservedFieldsStore } from './observedFieldsStore.ts';
import { useAddValueCondition } from './useAddValueCondition.ts';
import { useQueryValueCounts } from './useQueryValueCounts.ts';
import { ValueHistogram } from './ValueHistogram.tsx';

const LISTED_VALUES_MAX = 8;
const LISTED_NUMBERS_MAX = 5;
/** Number of values up to which all counted ones are listed. */
const FEW_VALUES = 16;

type Props = { field: ObservedField; onClose: () => void };

export function FieldValuesPanel({ field, onClose }: Props) {
  const { seen } = useQueryEditorContext();
  const { path, time } = field;
  const fieldsStore = useService(createObservedFieldsStore);
  const found = useMemo(
    () => countFieldValues(fieldsStore.getDocuments(seen), path, time),
    [fieldsStore, seen, path, time],
  );
  const { numbers, values, documents, missing } = found;
  const hasSpread = numbers.length > 1 && numbers[0] !== numbers.at(-1);
  const query = useQueryValueCounts(field);
  const [opensAll, setOpensAll] = useState(false);
  const { counts } = query;
  // with all values distinct, the histogram is enough
  const isDistinct = hasSpread && (counts?.values ?? values)[0]?.count === 1;
  const listedMax = isDistinct ? 0 : hasSpread ? LISTED_NUMBERS_MAX : LISTED_VALUES_MAX;
  const shown = values.slice(0, listedMax);
  const counted =
    counts && !isDistinct
      ? counts.values.slice(0, opensAll || counts.distinct <= FEW_VALUES ? undefined : listedMax)
      : undefined;
  const others = counts ? counts.distinct - (counted?.length ?? 0) : values.length - shown.length;
  const disabledReason = explainUnsupportedField(path);
  const count = useValueCounts(field, disabledReason === undefined ? shown : []);
  const inCollection = count.result ?? count.progress;
  const openOthers = () => {
    if (opensAll) query.loadMore();
    setOpensAll(true);
  };
  return (
    <div className={`${classes['values']} ${shared['panel']}`}>
      <p>
        <b>
          <PlainText text={formatFieldPath(field.path)} />
        </b>{' '}
        <span className={shared['hint']}>
          {describeFieldTypes(field)}, in {formatCountWithNoun(documents - missing, 'document')}
          {missing > 0 && ` of ${formatCount(documents)}`} seen
        </span>
      </p>
      {disabledReason && <p className={shared['hint']}>{disabledReason}</p>}
      {hasSpread && (
        <ValueHistogram
          field={field}
          numbers={numbers}
          isFilterable={disabledReason === undefined && (!time || field.compared !== undefined)}
          onClose={onClose}
        />
      )}
      {shown.length > 0 && (
        <ul
          className={`${classes['list']} ${shared['subgrid']}`}
          data-opened={opensAll || undefined}
          aria-label={`Most frequent values of ${toVisibleText(formatFieldPath(field.path))}`}
        >
          {(counted ?? shown).map((value) => {
            const total = counts ? value.count : inCollection?.total ? inCollection.counts.get(value.key) : undefined;
            const all = counts?.documents ?? (total === undefined ? documents : inCollection?.total) ?? documents;
            return (
              <ValueRow
                key={value.key}
                field={field}
                value={value}
                totalCount={total}
                share={(total ?? value.count) / Math.max(1, all)}
                onClose={onClose}
              />
            );
          })}
        </ul>
      )}
      {others > 0 && (
        <p className={shared['hint']}>
          {shown.length === 0 ? (
            `${formatCount(others)} values, all different in ${counts ? 'all' : 'the'} ${formatCountWithNoun(counts?.documents ?? documents, 'document')} ${counts ? 'of the query' : 'seen'}`
          ) : counted ? (
            <Button variant="link" size="row" onClick={openOthers}>
              {formatCountWithNoun(others, 'other value')}
            </Button>
          ) : (
            formatCountWithNoun(others, 'other value')
          )}
        </p>
      )}
      {query.isSupported && shown.length > 0 && (
        <p className={shared['hint']}>
          {counts
            ? `Counted in all ${formatCountWithNoun(counts.documents, 'document')} of this query.`
            : 'Counting in all documents of this query'}
        </p>
      )}
      {!query.isSupported && disabledReason === undefined && shown.length > 0 && (
        <ValueCountStatus count={count} values={shown.length} />
      )}
    </div>
  );
}

type ValueRowProps = {
  field: ObservedField;
  value: FieldValueCount;
  /** Number of documents with the value in the query or the collection. Undefined if only the seen ones are counted. */
  totalCount: number | undefined;
  share: number;
  onClose: () => void;
};

function ValueRow({ field: { path, name, time, types }, value: { value }, totalCount, share, onClose }: ValueRowProps) {
  const filterByValue = useAddValueCondition('documents');
  const ms = time && time !== 'iso' ? toTimeMs(value, time) : undefined;
  const conditionText = `${toVisibleText(name)} is ${formatTruncatedJson(value, 60)}`;
  const isFilterable = explainUnsupportedField(path) === undefined && explainUnsupportedValue(value) === undefined;
  const filter = (not: boolean) => () => {
    onClose();
    filterByValue(path, value, not);
  };
  return (
    <li>
      <span className={shared['truncated']}>
        {typeof value === 'string' && types.has('number') ? (
          // 25 and "25" are different values
          <PlainText text={stringifyJson(value)} />
        ) : ms === undefined ? (
          <JsonValue value={value} />
        ) : (
          <Timestamp value={ms} />
        )}
      </span>
      <svg className={classes['bar']} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={100 * share} height="6" />
      </svg>
      <span className={`${classes['share']} ${shared['hint']}`}>
        {totalCount !== undefined && `${formatCount(totalCount)}, `}
        {formatPercent(share)}
      </span>
      {isFilterable && (
        <span className={shared['denseRow']}>
          <Button variant="link" size="row" aria-label={`Only where ${conditionText}`} onClick={filter(false)}>
            only
          </Button>
          ·
          <Button variant="link" size="row" aria-label={`Exclude where ${conditionText}`} onClick={filter(true)}>
            exclude
          </Button>
        </span>
      )}
    </li>
  );
}

type ValueCountTask = ReturnType<typeof useValueCounts>;

const createValueCountTasks = createTaskRegistryFactory<ValueCounts, ValueCounts>();

function useValueCounts({ name, path }: ObservedField, values: readonly FieldValueCount[]) {
  const { ask, savedId } = useDatastore();
  const collection = useQueryEditorContext().draft.collection.trim();
  const run = ({ signal, reportProgress }: TaskContext<ValueCounts>) =>
    countDocumentsByValue({
      fetchRowCount: async (query, page, ended) => {
        // bypasses the cache: cached pages would hide rows that were added or deleted in the meantime
        const { documents, invalidCount, total } = await ask(query, page, ended, { fresh: true });
        return { rows: documents.length + invalidCount, total };
      },
      collection,
      field: name,
      values: new Map(
        values
          .filter(({ value }) => explainUnsupportedValue(value) === undefined)
          .map(({ key, value }) => [key, value]),
      ),
      signal,
      onProgress: reportProgress,
    });
  return useBackgroundTask(createValueCountTasks, JSON.stringify([savedId, collection, toFieldKey(path)]), {
    title: `Values of ${formatFieldPath(path)}`,
    run,
    describeProgress: ({ counts, requests }) => ({
      text: `${counts.size} of ${values.length} values, ${formatCountWithNoun(requests, 'request')}`,
      share: counts.size / values.length,
    }),
    createReport: (result) => ({ text: describeValueCounts(result), hasWarnings: result.changed }),
    describeError: ({ message }) => `Could not count the values: ${message}`,
  });
}

function describeValueCounts({ total = 0, counts, requests, changed }: ValueCounts): string {
  const others = total - [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  const rest = others > 0 ? `; ${formatCount(others)} others` : '';
  return `Counted in all ${formatCountWithNoun(total, 'document')}, ${formatCountWithNoun(requests, 'request')}${rest}${changed ? '; some changed during the count' : ''}.`;
}

function ValueCountStatus({ count, values }: { count: ValueCountTask; values: number }) {
  const { running, progress, result, error, start, cancel } = count;
  return (
    <p className={`${classes['counting']} ${shared['hint']}`}>
      <span>
        {running
          ? `Counting: ${progress?.counts.size ?? 0} of ${values}, ${formatCountWithNoun(progress?.requests ?? 0, 'request')}`
          : result
            ? describeValueCounts(result)
            : error
              ? `Could not count the values: ${error.message}`
              : 'In the whole collection:'}
      </span>{' '}
      {running ? (
        <Button size="row" aria-label="Cancel counting values" onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <Button variant="link" size="row" onClick={start}>
          {result ? 'Count again' : `Count ${values === 1 ? 'this value' : `these ${values}`}`}
        </Button>
      )}
    </p>
  );
}
