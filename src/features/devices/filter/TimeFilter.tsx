import { useCallback, useState } from 'react';
import { computeTimeHistogram, computeTimeSummary, type FieldNumbers } from '#fleet/queries/timeHistogram.ts';
import { convertToLargestExactUnit, DURATION_UNITS, type DurationUnit, parseDuration } from '#lib/time/duration.ts';
import { type AxisTimeZone, createTimeBins, formatBinLabel, getAxisTimeZone } from '#ui/charts/timeBins.ts';
import { Select } from '#ui/controls/Select.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { RangeEditor } from '#ui/inputs/RangeEditor.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { getRangeOfBars } from '#urls/rangeParams.ts';
import { formatIsoDay, parseDayBound } from './describeFilters.ts';
import { NO_LIMITS, type RangeBars, RangeFilter, type RangeFilterProps, useRangeBars } from './RangeFilter.tsx';

const MODE_OPTIONS = [
  { value: 'days', label: 'between two days' },
  { value: 'within', label: 'in the last …' },
  { value: 'before', label: 'more than … ago' },
] as const;

const DEFAULT_AGE_MS = 7 * DURATION_UNITS[0].ms;

export function TimeFilter(filter: RangeFilterProps) {
  const { field, range: { within, before } = {} } = filter;
  const mode = within !== undefined ? 'within' : before !== undefined ? 'before' : 'days';
  const timeMode = useTimeMode();
  const zone = getAxisTimeZone(timeMode);
  const bars = useRangeBars(
    field,
    useCallback((numbers: FieldNumbers) => countTimes(numbers, zone), [zone]),
  );
  const daysHint = zone === 'utc' ? 'Days in UTC' : 'Days in this browser’s time zone';
  return (
    <div className={shared['column']}>
      <RangeFilter
        filter={filter}
        bars={bars}
        missingLabel="Devices with “never”"
        hint={mode === 'days' ? daysHint : 'Relative to when the list was loaded'}
        renderInputs={(range, change) => (
          <>
            <FormField label="When">
              <Select
                unhighlightedValue="days"
                value={mode}
                options={MODE_OPTIONS}
                disabled={range.missing === 'only'}
                onValueChange={(pick) => change({ ...NO_LIMITS, ...(pick !== 'days' && { [pick]: DEFAULT_AGE_MS }) })}
              />
            </FormField>
            {mode === 'days' ? (
              <RangeEditor
                range={range}
                labels={{ from: `${field} from`, to: 'to (inclusive)' }}
                dates={{
                  format: (time) => formatIsoDay(time, timeMode),
                  parse: (day, end) => parseDayBound(day, end === 'to', timeMode),
                }}
                disabled={range.missing === 'only'}
                onChange={change}
              />
            ) : (
              <AgeFields
                key={mode}
                ms={within ?? before ?? DEFAULT_AGE_MS}
                disabled={range.missing === 'only'}
                onChange={(ms) => change({ [mode]: ms })}
              />
            )}
          </>
        )}
      />
    </div>
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

const BINS_MAX = 28;

function* countTimes(numbers: FieldNumbers, zone: AxisTimeZone): Generator<void, RangeBars | undefined> {
  const { earliest, latest } = yield* computeTimeSummary(numbers);
  if (earliest === undefined || latest === undefined) return undefined;
  const { fetchedAt } = numbers.fleet;
  const end = earliest <= fetchedAt ? Math.min(latest, fetchedAt || latest) : latest;
  const bins = createTimeBins(earliest, end, zone, BINS_MAX);
  const { counts } = yield* computeTimeHistogram(numbers, bins.edges);
  return {
    counts,
    edges: bins.edges,
    getBarLabel: (bar) => formatBinLabel(bins, bar),
    getRange: (brush) => getRangeOfBars(bins.edges, brush),
  };
}
