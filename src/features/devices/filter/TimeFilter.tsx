import { useCallback, useState } from 'react';
import { useDeviceList } from '#features/devices/DevicesProvider.tsx';
import { computeTimeHistogram, computeTimeSummary, type TimeHistogram } from '#fleet/queries/timeHistogram.ts';
import { convertToLargestExactUnit, DURATION_UNITS, type DurationUnit, parseDuration } from '#lib/time/duration.ts';
import { useTimeSlicedResult } from '#ui/browser/useTimeSlicedResult.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { createTimeBins, formatBinLabel, type TimeBins } from '#ui/charts/timeBins.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { DateField } from '#ui/inputs/DateField.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { findBarsInRange, getRangeOfBars, type RangeState } from '#urls/rangeParams.ts';
import { formatIsoDay, parseDayBound } from './describeFilters.ts';
import classes from './FilterPanel.module.css';
import { type RangeUpdate, updateRange } from './updateRange.ts';

const NEVER_OPTIONS = [
  { value: 'not', label: 'exclude' },
  { value: 'too', label: 'include' },
  { value: 'only', label: 'show only these' },
] as const;

type Props = {
  field: string;
  range: RangeState | undefined;
  onRange: (range: RangeState) => void;
  onClear: () => void;
};

const MODE_OPTIONS = [
  { value: 'days', label: 'between two days' },
  { value: 'within', label: 'in the last …' },
  { value: 'before', label: 'more than … ago' },
] as const;

const DEFAULT_AGE_MS = 7 * DURATION_UNITS[0].ms;

export function TimeFilter({ field, range = {}, onRange, onClear }: Props) {
  const { within, before, missing } = range;
  const mode = within !== undefined ? 'within' : before !== undefined ? 'before' : 'days';
  const change = (next: RangeUpdate) => {
    const changed = updateRange(range, next);
    if (changed) onRange(changed);
    else onClear();
  };
  const onlyNever = missing === 'only';
  return (
    <div className={shared['column']}>
      <div className={`${classes['range']} ${shared['panel']}`}>
        <FilterHistogram field={field} range={range} onRange={onRange} onClear={onClear} />
        <FormField label="When">
          <Select
            unhighlightedValue="days"
            value={mode}
            options={MODE_OPTIONS}
            disabled={onlyNever}
            onValueChange={(pick) => change({ ...NO_TIME_LIMITS, ...(pick !== 'days' && { [pick]: DEFAULT_AGE_MS }) })}
          />
        </FormField>
        {mode === 'days' ? (
          <DayRangeFields field={field} range={range} onChange={change} />
        ) : (
          <AgeFields
            key={mode}
            ms={within ?? before ?? DEFAULT_AGE_MS}
            disabled={onlyNever}
            onChange={(ms) => change({ [mode]: ms })}
          />
        )}
        <FormField label="Devices with “never”">
          <Select
            unhighlightedValue="not"
            value={missing ?? 'not'}
            options={NEVER_OPTIONS}
            onValueChange={(pick) => change({ missing: pick === 'not' ? undefined : pick })}
          />
        </FormField>
      </div>
      <div className={`${classes['sum']} ${shared['row']} ${shared['small']}`}>
        <ZoneHint how={mode} />
        {Object.keys(range).length > 0 && (
          <Button variant="link" onClick={onClear}>
            {`Clear ${field}`}
          </Button>
        )}
      </div>
    </div>
  );
}

const NO_TIME_LIMITS: RangeUpdate = { from: undefined, to: undefined, within: undefined, before: undefined };

function ZoneHint({ how }: { how: (typeof MODE_OPTIONS)[number]['value'] }) {
  const mode = useTimeMode();
  if (how !== 'days') return 'Relative to when the list was loaded';
  return mode === 'utc' ? 'Days in UTC' : 'Days in this browser’s time zone';
}

type DayRangeFieldsProps = Pick<Props, 'field'> & { range: RangeState; onChange: (next: RangeUpdate) => void };

function DayRangeFields({ field, range: { from, to, missing }, onChange }: DayRangeFieldsProps) {
  const mode = useTimeMode();
  const isReversed = from !== undefined && to !== undefined && from > to;
  return (
    <>
      <DayField
        label={`${field} from`}
        disabled={missing === 'only'}
        value={from}
        onChange={(day) => onChange({ from: parseDayBound(day, false, mode) })}
      />
      <DayField
        label="to (inclusive)"
        error={isReversed ? 'The end is before the start, so no devices match.' : undefined}
        disabled={missing === 'only'}
        value={to}
        onChange={(day) => onChange({ to: parseDayBound(day, true, mode) })}
      />
    </>
  );
}

type AgeFieldsProps = { ms: number; disabled: boolean; onChange: (ms: number) => void };

/** Input of a duration in minutes, hours or days. Invalid text stays in the input but is not applied. */
function AgeFields({ ms, disabled, onChange }: AgeFieldsProps) {
  const parts = convertToLargestExactUnit(ms);
  const [typed, setTyped] = useState(String(parts.count));
  const [unit, setUnit] = useState<DurationUnit>(parts.unit);
  const applyAge = (text: string, next: DurationUnit) => {
    setTyped(text);
    setUnit(next);
    const span = parseDuration(text.trim() + next.short);
    if (span !== undefined) onChange(span);
  };
  const isInvalid = parseDuration(typed.trim() + unit.short) === undefined;
  return (
    <>
      <FormField
        label="Age"
        error={isInvalid ? 'Enter a whole number of 1 or more. The previous number still applies.' : undefined}
      >
        <TextField
          inputMode="numeric"
          disabled={disabled}
          value={typed}
          onChange={({ currentTarget }) => applyAge(currentTarget.value, unit)}
        />
      </FormField>
      <FormField label="Unit">
        <Select
          disabled={disabled}
          options={DURATION_UNITS.map(({ unit: value }) => ({ value, label: `${value}s` }))}
          value={unit.unit}
          onValueChange={(name) => applyAge(typed, DURATION_UNITS.find((one) => one.unit === name) ?? unit)}
        />
      </FormField>
    </>
  );
}

function FilterHistogram({ field, range, onRange, onClear }: Props & { range: RangeState }) {
  const bars = useTimeHistogram(field);
  if (!bars) return null;
  const { scale, histogram } = bars;
  const kept = range.missing === 'too' && { missing: range.missing };
  return (
    <div className={classes['bars']}>
      <Histogram
        label={field}
        counts={histogram.counts}
        getBarLabel={(bar) => formatBinLabel(scale, bar)}
        brush={findBarsInRange(scale.edges, range)}
        onBrushChange={(brush) => {
          if (brush) onRange({ ...getRangeOfBars(scale.edges, brush), ...kept });
          else onClear();
        }}
      />
    </div>
  );
}

type DayFieldProps = {
  label: string;
  error?: string | undefined;
  disabled: boolean;
  /** Time in ms since 1970. */
  value: number | undefined;
  onChange: (day: string) => void;
};

function DayField({ label, error, disabled, value, onChange }: DayFieldProps) {
  const [isIncomplete, setIsIncomplete] = useState(false);
  const mode = useTimeMode();
  return (
    <FormField label={label} error={isIncomplete ? 'This date is incomplete and is ignored.' : error}>
      <DateField
        disabled={disabled}
        value={value === undefined ? '' : formatIsoDay(value, mode)}
        onValueChange={onChange}
        onIncompleteChange={setIsIncomplete}
      />
    </FormField>
  );
}

const BINS_MAX = 28;

type TimeHistogramBins = { scale: TimeBins; histogram: TimeHistogram };

function useTimeHistogram(field: string): TimeHistogramBins | undefined {
  const { view } = useDeviceList();
  const zone = useTimeMode() === 'utc' ? 'utc' : 'local';
  const count = useCallback(
    function* () {
      const { fleet, filters } = view;
      const passing = yield* filters.findRowsPassingOtherFilters(field);
      const list = Uint32Array.from(passing.values());
      const some = { count: list.length, at: (place: number) => list[place] ?? 0 };
      const numbers = { fleet, field, joined: view.getJoined(field), rows: some };
      const { earliest, latest } = yield* computeTimeSummary(numbers);
      if (earliest === undefined || latest === undefined) return undefined;
      const end = earliest <= fleet.fetchedAt ? Math.min(latest, fleet.fetchedAt || latest) : latest;
      const scale = createTimeBins(earliest, end, zone, BINS_MAX);
      return { scale, histogram: yield* computeTimeHistogram(numbers, scale.edges) };
    },
    [view, field, zone],
  );
  return useTimeSlicedResult(view.settled ? count : undefined);
}
