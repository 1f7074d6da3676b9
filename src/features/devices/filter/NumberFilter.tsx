import { useCallback, useState } from 'react';
import { useDeviceList } from '#features/devices/DevicesPlace.tsx';
import { listRows } from '#fleet/questions/frequentValues.ts';
import { countNumbers, getNumberSpan, type NumberSpan } from '#fleet/questions/numbers.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { barsOfRange, type RangeState } from '#paths/ranges.ts';
import { useSlices } from '#ui/browser/useSlices.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import { type ChosenValuesProps, ValuesFooter } from './FacetValues.tsx';
import classes from './FilterPanel.module.css';
import { FrequentValues } from './FrequentValues.tsx';
import { createNumberScale, nameBar, nameEdge, toRange } from './numberBars.ts';
import { type RangeUpdate, updateRange } from './updateRange.ts';
import { useTypedText } from './useTypedText.ts';

type Props = ChosenValuesProps & { range: RangeState | undefined; onRange: (range: RangeState) => void };

const WAYS = [
  { value: 'range', label: 'Range' },
  { value: 'values', label: 'Values' },
] as const;

export function NumberFilter({ range, onRange, ...chosen }: Props) {
  const bars = useNumberBars(chosen.field);
  const [picked, setPicked] = useState<(typeof WAYS)[number]['value']>();
  const isMixed = bars !== undefined && bars.span.others > bars.span.numbers;
  const way = picked ?? (!range && (chosen.chosen.length > 0 || isMixed) ? 'values' : 'range');
  return (
    <div className={shared['column']}>
      <div className={classes['way']}>
        <Segmented label={`Filter ${toPlainText(chosen.field)} by`} options={WAYS} value={way} onPick={setPicked} />
      </div>
      {way === 'values' ? (
        <FrequentValues {...chosen} />
      ) : (
        <NumberRange {...chosen} range={range} onRange={onRange} bars={bars} />
      )}
    </div>
  );
}

const MISSING = [
  { value: 'not', label: 'leave out' },
  { value: 'too', label: 'show as well' },
  { value: 'only', label: 'show only these' },
] as const;

type Bars = NonNullable<ReturnType<typeof useNumberBars>>;

function NumberRange({ field, range = {}, chosen, onRange, onClear, bars }: Props & { bars: Bars | undefined }) {
  const { from, to, missing } = range;
  const isOff = missing === 'only';
  const change = (next: RangeUpdate) => {
    const changed = updateRange(range, next);
    if (changed) onRange(changed);
    else onClear();
  };
  const isBackwards = from !== undefined && to !== undefined && from > to;
  const { least, greatest } = bars?.span ?? {};
  return (
    <>
      <div className={`${classes['range']} ${shared['panel']}`}>
        {bars && bars.counts.length > 0 && (
          <div className={classes['bars']}>
            <Histogram
              label={field}
              counts={bars.counts}
              nameOf={(bar) => nameBar(bars.scale, bar)}
              tickOf={(bar) => nameEdge(bars.scale, bar)}
              brush={barsOfRange(bars.scale.edges, range)}
              onBrush={(brush) => {
                const next = brush && { ...toRange(bars.scale, brush), ...(missing === 'too' && { missing }) };
                if (next && Object.keys(next).length > 0) onRange(next);
                else onClear();
              }}
            />
          </div>
        )}
        <NumberField
          label={`${field} from`}
          value={from}
          placeholder={least}
          disabled={isOff}
          onNumber={(next) => change({ from: next })}
        />
        <NumberField
          label="to, this number included"
          value={to}
          placeholder={greatest}
          disabled={isOff}
          complaint={isBackwards ? 'It ends before it begins, so nothing is shown.' : undefined}
          onNumber={(next) => change({ to: next })}
        />
        <FormField label="Devices without a value">
          <Pick
            standard="not"
            value={missing ?? 'not'}
            options={MISSING}
            onPick={(pick) => change({ missing: pick === 'not' ? undefined : pick })}
          />
        </FormField>
      </div>
      <ValuesFooter field={field} chosen={Object.keys(range).length > 0 ? ['range'] : chosen} onClear={onClear}>
        {bars ? describeSpan(bars.span) : 'Counting…'}
      </ValuesFooter>
    </>
  );
}

function describeSpan({ numbers, missing, others }: NumberSpan): string {
  const parts = [
    pluralize(numbers, 'number'),
    ...(missing > 0 ? [`${formatCount(missing)} without a value`] : []),
    ...(others > 0 ? [`${formatCount(others)} of another type`] : []),
  ];
  return parts.join(', ');
}

type FieldProps = {
  label: string;
  value: number | undefined;
  placeholder: number | undefined;
  disabled: boolean;
  complaint?: string | undefined;
  onNumber: (value: number | undefined) => void;
};

function NumberField({ label, value, placeholder, disabled, complaint, onNumber }: FieldProps) {
  const [text, setText, settle] = useTypedText(
    value === undefined ? '' : String(value),
    (written) => onNumber(written === '' ? undefined : Number(written)),
    NUMBER_TYPING,
  );
  const isWrong = text.trim() !== '' && normalizeNumber(text) === '';
  return (
    <FormField label={label} complaint={isWrong ? 'This is not a number. Enter one such as 20 or 36.5.' : complaint}>
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

const NUMBER_TYPING = { normalize: normalizeNumber };

/** Formats the number as in a link; '' if it is invalid. */
function normalizeNumber(text: string): string {
  const number = Number(text.trim() || Number.NaN);
  return Number.isFinite(number) ? String(number) : '';
}

function useNumberBars(field: string) {
  const { view } = useDeviceList();
  const count = useCallback(
    function* () {
      const { fleet, filters } = view;
      const rows = yield* listRows(yield* filters.passing(field));
      const span = yield* getNumberSpan(fleet, field, rows);
      const scale = createNumberScale(span) ?? { edges: [], decimals: 0 };
      return { span, scale, counts: yield* countNumbers(fleet, field, scale.edges, rows) };
    },
    [view, field],
  );
  return useSlices(view.settled ? count : undefined);
}
