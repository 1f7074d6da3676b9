import { useCallback, useState } from 'react';
import { useDeviceList } from '#features/devices/DevicesProvider.tsx';
import { useStableValue } from '#features/devices/useDevicesUrl.ts';
import { findFrequentValues } from '#fleet/queries/findFrequentValues.ts';
import { formatCount } from '#lib/formatNumber.ts';
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
import { devicesFilterMessages } from './messages.ts';

export function FrequentValuesFilter(props: ValueFilterProps) {
  const { field, chosen } = props;
  const [text, setText] = useState('');
  const found = useFrequentValues(field, text, chosen);
  const isCurrent = found?.text === text;
  const words = found && describeCounts(found);
  useAnnouncement(isCurrent && text.trim() !== '' ? words : undefined, 'values');
  if (!found) return <p className={classes['hint']}>{devicesFilterMessages.counting}</p>;
  const { values, chosen: others } = found;
  return (
    <div className={shared['column']}>
      <ValueSearchField field={field} placeholder={devicesFilterMessages.searchValues} text={text} onChange={setText} />
      <ValueCheckboxList {...props} counts={[...others, ...values]} />
      {values.length === 0 && <p className={classes['hint']}>{devicesFilterMessages.noMatchingValues}</p>}
      <ValueFilterFooter {...props}>{words}</ValueFilterFooter>
    </div>
  );
}

type FrequentValuesResult = NonNullable<ReturnType<typeof useFrequentValues>>;

function describeCounts({ values, different, rows }: FrequentValuesResult): string {
  const all = devicesFilterMessages.valuesInDevices(different, rows);
  return different > values.length ? devicesFilterMessages.mostFrequentOfAll(formatCount(values.length), all) : all;
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
