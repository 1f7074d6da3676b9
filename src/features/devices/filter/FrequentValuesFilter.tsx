import { useCallback, useState } from 'react';
import { useDeviceList } from '#features/devices/DevicesProvider.tsx';
import { useStableValue } from '#features/devices/useDevicesUrl.ts';
import { findFrequentValues } from '#fleet/queries/findFrequentValues.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { foldText } from '#lib/text/foldText.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useTimeSlicedResult } from '#ui/browser/useTimeSlicedResult.ts';
import shared from '#ui/theme/shared.module.css';
import {
  LISTED_VALUES_MAX,
  ValueCheckboxList,
  ValueFilterFooter,
  type ValueFilterProps,
  ValueSearchField,
} from './FacetFilter.tsx';
import classes from './FilterPanel.module.css';

export function FrequentValuesFilter(props: ValueFilterProps) {
  const { field, chosen } = props;
  const [text, setText] = useState('');
  const found = useFrequentValues(field, text, chosen);
  const isCurrent = found?.text === text;
  const words = found && describeCounts(found);
  useAnnouncement(isCurrent && text.trim() !== '' ? words : undefined, 'values');
  if (!found) return <p className={classes['hint']}>Counting…</p>;
  const { values, chosen: others } = found;
  return (
    <div className={shared['column']}>
      <ValueSearchField field={field} placeholder="Search values" text={text} onChange={setText} />
      <ValueCheckboxList {...props} counts={[...others, ...values]} />
      {values.length === 0 && <p className={classes['hint']}>No matching values.</p>}
      <ValueFilterFooter {...props}>{words}</ValueFilterFooter>
    </div>
  );
}

type FrequentValuesResult = NonNullable<ReturnType<typeof useFrequentValues>>;

function describeCounts({ values, different, rows }: FrequentValuesResult): string {
  const all = `${formatCountWithNoun(different, 'value')} in ${formatCountWithNoun(rows, 'device')}`;
  return different > values.length ? `${formatCount(values.length)} most frequent of ${all}` : all;
}

function useFrequentValues(field: string, text: string, chosen: readonly string[]) {
  const { view } = useDeviceList();
  const kept = useStableValue(chosen);
  const count = useCallback(
    function* () {
      const { fleet, filters } = view;
      const rows = yield* filters.findRowsPassingOtherFilters(field);
      const request = {
        field,
        joined: view.getJoined(field),
        rows,
        searchText: foldText(text.trim()),
        chosen: kept,
        limit: LISTED_VALUES_MAX,
      };
      const found = yield* findFrequentValues(fleet, request);
      return found && { ...found, text };
    },
    [view, field, text, kept],
  );
  return useTimeSlicedResult(view.settled ? count : undefined);
}
