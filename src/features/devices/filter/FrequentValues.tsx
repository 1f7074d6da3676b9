import { useCallback, useState } from 'react';
import { useDeviceList } from '#features/devices/DevicesPlace.tsx';
import { useSame } from '#features/devices/useDevicesUrl.ts';
import { findFrequentValues } from '#fleet/questions/frequentValues.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { foldText } from '#lib/text/foldText.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useSlices } from '#ui/browser/useSlices.ts';
import shared from '#ui/theme/shared.module.css';
import { type ChosenValuesProps, FindValues, LISTED_MAX, ValueList, ValuesFooter } from './FacetValues.tsx';
import classes from './FilterPanel.module.css';

export function FrequentValues(props: ChosenValuesProps) {
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
      <FindValues field={field} placeholder="Find a value" text={text} onType={setText} />
      <ValueList {...props} counts={[...others, ...values]} />
      {values.length === 0 && <p className={classes['hint']}>No value.</p>}
      <ValuesFooter {...props}>{words}</ValuesFooter>
    </div>
  );
}

type Found = NonNullable<ReturnType<typeof useFrequentValues>>;

function describeCounts({ values, different, rows }: Found): string {
  const all = `${pluralize(different, 'value')} in ${pluralize(rows, 'device')}`;
  return different > values.length ? `${formatCount(values.length)} most frequent of ${all}` : all;
}

/** Counts values among the rows that pass all other filters; undefined until the view is settled. */
function useFrequentValues(field: string, text: string, chosen: readonly string[]) {
  const { view } = useDeviceList();
  const kept = useSame(chosen);
  const count = useCallback(
    function* () {
      const { fleet, filters } = view;
      const rows = yield* filters.passing(field);
      const request = { field, rows, text: foldText(text.trim()), chosen: kept, most: LISTED_MAX };
      const found = yield* findFrequentValues(fleet, request);
      return found && { ...found, text };
    },
    [view, field, text, kept],
  );
  return useSlices(view.settled ? count : undefined);
}
