import { type ReactNode, useCallback } from 'react';
import { useDeviceList } from '#features/devices/DevicesProvider.tsx';
import { collectRowIndices } from '#fleet/queries/findFrequentValues.ts';
import type { RowNumbers } from '#fleet/queries/timeHistogram.ts';
import { useTimeSlicedResult } from '#ui/browser/useTimeSlicedResult.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import shared from '#ui/theme/shared.module.css';
import { type FieldRange, findBarsInRange } from '#urls/rangeParams.ts';
import { ValueFilterFooter, type ValueFilterProps } from './FacetFilter.tsx';
import classes from './FilterPanel.module.css';

export type RangeFilterProps = Omit<ValueFilterProps, 'onChoose'> & {
  range: FieldRange | undefined;
  onRange: (range: FieldRange) => void;
};

type RangeUpdate = { [Part in keyof FieldRange]?: FieldRange[Part] | undefined };

/** Bars of a histogram, and the range of those from the first to the last one that is selected. */
export type RangeBars = {
  counts: ArrayLike<number>;
  edges: readonly number[];
  getBarLabel: (bar: number) => string;
  getTickLabel?: (bar: number) => string;
  getRange: (bars: readonly [first: number, last: number]) => FieldRange;
};

type Props = {
  filter: RangeFilterProps;
  bars: RangeBars | undefined;
  missingLabel: string;
  hint: ReactNode;
  /** Renders the inputs. A part that changes to undefined is removed from the range. */
  renderInputs: (range: FieldRange, change: (update: RangeUpdate) => void) => ReactNode;
};

const MISSING_OPTIONS = [
  { value: 'not', label: 'exclude' },
  { value: 'too', label: 'include' },
  { value: 'only', label: 'show only these' },
] as const;

/** Filter by a range: a histogram to select it, inputs, and a choice of what happens to devices without a value. */
export function RangeFilter({ filter, bars, missingLabel, hint, renderInputs }: Props) {
  const { field, range = {}, chosen, onRange, onClear } = filter;
  const { missing } = range;
  const change = (update: RangeUpdate) => {
    const parts = Object.entries({ ...range, ...update }).filter(([, part]) => part !== undefined);
    if (parts.length > 0) onRange(Object.fromEntries(parts));
    else onClear();
  };
  return (
    <>
      <div className={`${classes['range']} ${shared['panel']}`}>
        {bars && bars.counts.length > 0 && (
          <div className={classes['bars']}>
            <Histogram
              label={field}
              counts={bars.counts}
              getBarLabel={bars.getBarLabel}
              getTickLabel={bars.getTickLabel}
              brush={findBarsInRange(bars.edges, range)}
              onBrushChange={(brush) => {
                if (!brush) return onClear();
                change({
                  ...NO_LIMITS,
                  missing: missing === 'too' ? missing : undefined,
                  ...bars.getRange(brush),
                });
              }}
            />
          </div>
        )}
        {renderInputs(range, change)}
        <FormField label={missingLabel}>
          <Select
            unhighlightedValue="not"
            value={missing ?? 'not'}
            options={MISSING_OPTIONS}
            onValueChange={(pick) => change({ missing: pick === 'not' ? undefined : pick })}
          />
        </FormField>
      </div>
      <ValueFilterFooter field={field} chosen={Object.keys(range).length > 0 ? ['range'] : chosen} onClear={onClear}>
        {hint}
      </ValueFilterFooter>
    </>
  );
}

export const NO_LIMITS: RangeUpdate = { from: undefined, to: undefined, within: undefined, before: undefined };

/** Computes the bars of a field in time slices, from the devices that pass all filters of other fields. */
export function useRangeBars<Bars>(
  field: string,
  count: (numbers: RowNumbers) => Generator<void, Bars>,
): Bars | undefined {
  const { view } = useDeviceList();
  const compute = useCallback(
    function* () {
      const { fleet, filters } = view;
      const rows = yield* collectRowIndices(yield* filters.findRowsPassingOtherFilters(field));
      return yield* count({ fleet, field, joined: view.getJoined(field), rows });
    },
    [view, field, count],
  );
  return useTimeSlicedResult(view.settled ? compute : undefined);
}
