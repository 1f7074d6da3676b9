import { useMemo, useState } from 'react';
import { useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { formatCount, formatCountWithNoun, formatPercent } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { formatTruncatedJson } from '#lib/truncate.ts';
import { countFieldValues, type FieldValueCount } from '#pipeline/documents/countFieldValues.ts';
import { explainUnsupportedField, explainUnsupportedValue, formatFieldPath } from '#pipeline/documents/fieldPath.ts';
import { describeFieldTypes, type ObservedField, toTimeMs } from '#pipeline/documents/observedFields.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { getAxisTimeZone } from '#ui/charts/timeBins.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import { JsonValue } from '#ui/values/JsonValue.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Timestamp } from '#ui/values/Timestamp.tsx';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import classes from './FieldValuesPanel.module.css';
import { createObservedFieldsStore } from './observedFieldsStore.ts';
import { useAddValueCondition } from './useAddValueCondition.ts';
import { useQueryValueCounts } from './useQueryValueCounts.ts';
import { ValueHistogram } from './ValueHistogram.tsx';
import { createSeenBins } from './valueBins.ts';

const LISTED_VALUES_MAX = 8;
const LISTED_NUMBERS_MAX = 5;
/** Number of values up to which all counted ones are listed. */
const FEW_VALUES = 16;

export function FieldValuesPanel({ field, onClose }: { field: ObservedField; onClose: () => void }) {
  const { observedFields } = useQueryEditorContext();
  const { path, time } = field;
  const fieldsStore = useService(createObservedFieldsStore);
  const zone = getAxisTimeZone(useTimeMode());
  const found = useMemo(() => {
    const counts = countFieldValues(fieldsStore.getDocuments(observedFields), path, time);
    return { ...counts, bins: createSeenBins(counts.numbers, time !== undefined, zone) };
  }, [fieldsStore, observedFields, path, time, zone]);
  const { documents, missing, numbers } = found;
  const query = useQueryValueCounts(field, numbers.length > 0);
  const [opensAll, setOpensAll] = useState(false);
  const { all } = query;
  const bins = all ? all.bins : found.bins;
  const { values, missing: without } = all ?? found;
  // with all values distinct, the histogram is enough
  const isDistinct = bins !== undefined && values[0]?.count === 1;
  const listedMax = isDistinct ? 0 : bins ? LISTED_NUMBERS_MAX : LISTED_VALUES_MAX;
  const listsAll = all && !isDistinct && (opensAll || all.distinct <= FEW_VALUES);
  const listed: readonly FieldValueCount[] = values.slice(0, listsAll ? undefined : listedMax);
  const others = (all ? all.distinct : values.length) - listed.length;
  const rows = without > 0 ? [...listed, { key: 'missing', value: undefined, count: without }] : listed;
  const disabledReason = explainUnsupportedField(path);
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
      {bins && (
        <ValueHistogram
          field={field}
          bins={bins}
          isWhole={bins.scale !== undefined || numbers.every(Number.isInteger)}
          isFilterable={disabledReason === undefined && (!time || field.compared !== undefined)}
          onClose={onClose}
        />
      )}
      {rows.length > 0 && (
        <ul
          className={`${classes['list']} ${shared['subgrid']}`}
          data-opened={opensAll || undefined}
          aria-label={`Most frequent values of ${toVisibleText(formatFieldPath(field.path))}`}
        >
          {rows.map((value) => (
            <ValueRow
              key={value.key}
              field={field}
              value={value}
              share={value.count / Math.max(1, (all ?? found).documents)}
              onClose={onClose}
            />
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className={shared['hint']}>
          {isDistinct ? (
            `${formatCountWithNoun(others, 'value')}, all different`
          ) : all ? (
            <Button variant="link" size="row" onClick={openOthers}>
              {formatCountWithNoun(others, 'other value')}
            </Button>
          ) : (
            formatCountWithNoun(others, 'other value')
          )}
        </p>
      )}
      <p className={shared['hint']}>
        {all
          ? `Counted in all ${formatCountWithNoun(all.documents, 'document')} of this query.`
          : `Counted in the ${formatCountWithNoun(documents, 'document')} seen.${query.isLoading ? ' Counting in all documents of this query' : ''}`}
      </p>
    </div>
  );
}

type ValueRowProps = { field: ObservedField; value: FieldValueCount; share: number; onClose: () => void };

function ValueRow({ field: { path, name, time, types }, value: { value, count }, share, onClose }: ValueRowProps) {
  const filterByValue = useAddValueCondition('documents');
  const ms = time && time !== 'iso' ? toTimeMs(value, time) : undefined;
  const conditionText = `${toVisibleText(name)} is ${value === undefined ? 'missing' : formatTruncatedJson(value, 60)}`;
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
        {formatCount(count)}, {formatPercent(share)}
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
