import { useCallback, useState } from 'react';
import { useDeviceList } from '#features/devices/DevicesProvider.tsx';
import { collectRowIndices } from '#fleet/queries/findFrequentValues.ts';
import { computeNumberHistogram, type NumberSummary, summarizeNumbers } from '#fleet/queries/summarizeNumbers.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { useTimeSlicedResult } from '#ui/browser/useTimeSlicedResult.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import { findBarsInRange, type RangeState } from '#urls/rangeParams.ts';
import { ValueFilterFooter, type ValueFilterProps } from './FacetFilter.tsx';
import classes from './FilterPanel.module.css';
import { FrequentValuesFilter } from './FrequentValuesFilter.tsx';
import { createNumberBins, formatNumberBin, formatNumberBinEdge, toNumberRangeState } from './numberBins.ts';
import { type RangeUpdate, updateRange } from './updateRange.ts';
import { useDebouncedUrlText } from './useDebouncedUrlText.ts';

type Props = ValueFilterProps & { range: RangeState | undefined; onRange: (range: RangeState) => void };

const MODE_OPTIONS = [
  { value: 'range', label: 'Range' },
  { value: 'values', label: 'Values' },
] as const;

export function NumberFilter({ range, onRange, ...chosen }: Props) {
  const bars = useNumberHistogram(chosen.field);
  const [picked, setPicked] = useState<(typeof MODE_OPTIONS)[number]['value']>();
  const isMixed = bars !== undefined && bars.span.others > bars.span.numbers;
  const mode = picked ?? (!range && (chosen.chosen.length > 0 || isMixed) ? 'values' : 'range');
  return (
    <div className={shared['column']}>
      <div className={classes['mode']}>
        <SegmentedControl
          label={`Filter ${toVisibleText(chosen.field)} by`}
          options={MODE_OPTIONS}
          value={mode}
          onValueChange={setPicked}
        />
      </div>
      {mode === 'values' ? (
        <FrequentValuesFilter {...chosen} />
      ) : (
        <NumberRangeFields {...chosen} range={range} onRange={onRange} bars={bars} />
      )}
    </div>
  );
}

const MISSING_OPTIONS = [
  { value: 'not', label: 'exclude' },
  { value: 'too', label: 'include' },
  { value: 'only', label: 'show only these' },
] as const;

type NumberHistogram = NonNullable<ReturnType<typeof useNumberHistogram>>;

function NumberRangeFields({
  field,
  range = {},
  chosen,
  onRange,
  onClear,
  bars,
}: Props & { bars: NumberHistogram | undefined }) {
  const { from, to, missing } = range;
  const isDisabled = missing === 'only';
  const change = (next: RangeUpdate) => {
    const changed = updateRange(range, next);
    if (changed) onRange(changed);
    else onClear();
  };
  const isReversed = from !== undefined && to !== undefined && from > to;
  const { min, max } = bars?.span ?? {};
  return (
    <>
      <div className={`${classes['range']} ${shared['panel']}`}>
        {bars && bars.counts.length > 0 && (
          <div className={classes['bars']}>
            <Histogram
              label={field}
              counts={bars.counts}
              getBarLabel={(bar) => formatNumberBin(bars.scale, bar)}
              getTickLabel={(bar) => formatNumberBinEdge(bars.scale, bar)}
              brush={findBarsInRange(bars.scale.edges, range)}
              onBrushChange={(brush) => {
                const next = brush && {
                  ...toNumberRangeState(bars.scale, brush),
                  ...(missing === 'too' && { missing }),
                };
                if (next && Object.keys(next).length > 0) onRange(next);
                else onClear();
              }}
            />
          </div>
        )}
        <NumberField
          label={`${field} from`}
          value={from}
          placeholder={min}
          disabled={isDisabled}
          onChange={(next) => change({ from: next })}
        />
        <NumberField
          label="to (inclusive)"
          value={to}
          placeholder={max}
          disabled={isDisabled}
          error={isReversed ? 'The end is below the start, so no devices match.' : undefined}
          onChange={(next) => change({ to: next })}
        />
        <FormField label="Devices without a value">
          <Select
            unhighlightedValue="not"
            value={missing ?? 'not'}
            options={MISSING_OPTIONS}
            onValueChange={(pick) => change({ missing: pick === 'not' ? undefined : pick })}
          />
        </FormField>
      </div>
      <ValueFilterFooter field={field} chosen={Object.keys(range).length > 0 ? ['range'] : chosen} onClear={onClear}>
        {bars ? describeSpan(bars.span) : 'Counting…'}
      </ValueFilterFooter>
    </>
  );
}

function describeSpan({ numbers, missing, others }: NumberSummary): string {
  const parts = [
    formatCountWithNoun(numbers, 'number'),
    ...(missing > 0 ? [`${formatCount(missing)} without a value`] : []),
    ...(others > 0 ? [`${formatCount(others)} of another type`] : []),
  ];
  return parts.join(', ');
}

type NumberFieldProps = {
  label: string;
  value: number | undefined;
  placeholder: number | undefined;
  disabled: boolean;
  error?: string | undefined;
  onChange: (value: number | undefined) => void;
};

function NumberField({ label, value, placeholder, disabled, error, onChange }: NumberFieldProps) {
  const [text, setText, settle] = useDebouncedUrlText(
    value === undefined ? '' : String(value),
    (written) => onChange(written === '' ? undefined : Number(written)),
    NUMBER_INPUT_OPTIONS,
  );
  const isWrong = text.trim() !== '' && normalizeNumber(text) === '';
  return (
    <FormField label={label} error={isWrong ? 'This is not a number. Enter one such as 20 or 36.5.' : error}>
      <TextField
        inputMode="decimal"
        disabled={disabled}
        value={text}
        placeholder={placeholder === undefined ? undefined : String(placeholder)}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
      />
    </FormField>
  );
}

const NUMBER_INPUT_OPTIONS = { normalize: normalizeNumber };

function normalizeNumber(text: string): string {
  const number = Number(text.trim() || Number.NaN);
  return Number.isFinite(number) ? String(number) : '';
}

function useNumberHistogram(field: string) {
  const { view } = useDeviceList();
  const count = useCallback(
    function* () {
      const { fleet, filters } = view;
      const rows = yield* collectRowIndices(yield* filters.findRowsPassingOtherFilters(field));
      const numbers = { fleet, field, joined: view.getJoined(field), rows };
      const span = yield* summarizeNumbers(numbers);
      const scale = createNumberBins(span) ?? { edges: [], decimals: 0 };
      return { span, scale, counts: yield* computeNumberHistogram(numbers, scale.edges) };
    },
    [view, field],
  );
  return useTimeSlicedResult(view.settled ? count : undefined);
}
