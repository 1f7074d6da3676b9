import { useCallback } from 'react';
import { computeTimeHistogram, computeTimeSummary, type FieldNumbers } from '#fleet/queries/timeHistogram.ts';
import { convertToLargestExactUnit, DURATION_UNITS, type DurationUnit, parseDuration } from '#lib/time/duration.ts';
import { useDerivedState } from '#ui/browser/useDerivedState.ts';
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

/** Text and unit of the input. `seen` is the age of the filter, which may also be changed elsewhere. */
type AgeInput = { typed: string; unit: DurationUnit; seen: number };

function createAgeInput(ms: number): AgeInput {
  const { count, unit } = convertToLargestExactUnit(ms);
  return { typed: String(count), unit, seen: ms };
}

function parseAge({ typed, unit }: AgeInput): number | undefined {
  return parseDuration(typed.trim() + unit.short);
}

/** Input of a duration in minutes, hours or days. Invalid text stays in the input but is not applied. */
function AgeFields({ ms, disabled, onChange }: { ms: number; disabled: boolean; onChange: (ms: number) => void }) {
  const [age, update] = useDerivedState(
    () => createAgeInput(ms),
    (known) => {
      if (known.seen === ms) return known;
      return parseAge(known) === ms ? { ...known, seen: ms } : createAgeInput(ms);
    },
  );
  const { typed, unit } = age;
  const applyAge = (part: Partial<AgeInput>) => {
    const next = { ...age, ...part };
    update(() => next);
    const span = parseAge(next);
    if (span !== undefined) onChange(span);
  };
  return (
    <>
      <FormField
        label="Age"
        error={
          parseAge(age) === undefined
            ? 'Enter a whole number of 1 or more. The previous number still applies.'
            : undefined
        }
      >
        <TextField
          inputMode="numeric"
          disabled={disabled}
          value={typed}
          onChange={({ currentTarget }) => applyAge({ typed: currentTarget.value })}
        />
      </FormField>
      <FormField label="Unit">
        <Select
          disabled={disabled}
          options={DURATION_UNITS.map(({ unit: value }) => ({ value, label: `${value}s` }))}
          value={unit.unit}
          onValueChange={(name) => applyAge({ unit: DURATION_UNITS.find((one) => one.unit === name) ?? unit })}
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
