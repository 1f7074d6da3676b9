import { useCallback, useState } from 'react';
import { useDeviceList } from '#features/devices/DevicesPlace.tsx';
import { type TimeHistogram, timeHistogram, timeSpan } from '#fleet/questions/times.ts';
import { DURATION_UNITS, type DurationUnit, parseDuration, splitDuration } from '#lib/time/duration.ts';
import { barsOfRange, type RangeState, rangeOfBars } from '#paths/ranges.ts';
import { useSlices } from '#ui/browser/useSlices.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { barName, type TimeScale, timeScale } from '#ui/charts/timeScale.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { DateField } from '#ui/inputs/DateField.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './FilterPanel.module.css';
import { dayOf, timeOfDay } from './filterWords.ts';
import { type RangeUpdate, updateRange } from './updateRange.ts';

const NEVER = [
  { value: 'not', label: 'leave out' },
  { value: 'too', label: 'show as well' },
  { value: 'only', label: 'show only these' },
] as const;

type Props = {
  field: string;
  range: RangeState | undefined;
  onRange: (range: RangeState) => void;
  onClear: () => void;
};

const HOW = [
  { value: 'days', label: 'from one day to another' },
  { value: 'within', label: 'in the last …' },
  { value: 'before', label: 'more than … ago' },
] as const;

const WEEK_MS = 7 * DURATION_UNITS[0].ms;

/** Filter of a time field: by days or by age, and the treatment of missing times. */
export function TimeRange({ field, range = {}, onRange, onClear }: Props) {
  const { within, before, missing } = range;
  const how = within !== undefined ? 'within' : before !== undefined ? 'before' : 'days';
  const change = (next: RangeUpdate) => {
    const changed = updateRange(range, next);
    if (changed) onRange(changed);
    else onClear();
  };
  const never = missing === 'only';
  return (
    <div className={shared['column']}>
      <div className={`${classes['range']} ${shared['panel']}`}>
        <Bars field={field} range={range} onRange={onRange} onClear={onClear} />
        <FormField label="When">
          <Pick
            standard="days"
            value={how}
            options={HOW}
            disabled={never}
            onPick={(pick) => change({ ...ANY_TIME, ...(pick !== 'days' && { [pick]: WEEK_MS }) })}
          />
        </FormField>
        {how === 'days' ? (
          <Days field={field} range={range} onChange={change} />
        ) : (
          <Ago key={how} ms={within ?? before ?? WEEK_MS} disabled={never} onMs={(ms) => change({ [how]: ms })} />
        )}
        <FormField label="Those that are never">
          <Pick
            standard="not"
            value={missing ?? 'not'}
            options={NEVER}
            onPick={(pick) => change({ missing: pick === 'not' ? undefined : pick })}
          />
        </FormField>
      </div>
      <div className={`${classes['sum']} ${shared['row']} ${shared['small']}`}>
        <ZoneWords how={how} />
        {Object.keys(range).length > 0 && (
          <Button look="link" onClick={onClear}>
            {`Clear ${field}`}
          </Button>
        )}
      </div>
    </div>
  );
}

const ANY_TIME: RangeUpdate = { from: undefined, to: undefined, within: undefined, before: undefined };

function ZoneWords({ how }: { how: (typeof HOW)[number]['value'] }) {
  const mode = useTimeMode();
  if (how !== 'days') return 'Counted from when the list was asked for';
  return mode === 'utc' ? 'Days in UTC' : 'Days in this browser’s zone';
}

type DaysProps = Pick<Props, 'field'> & { range: RangeState; onChange: (next: RangeUpdate) => void };

/** Inclusive range of whole days in the displayed zone. */
function Days({ field, range: { from, to, missing }, onChange }: DaysProps) {
  const mode = useTimeMode();
  const backwards = from !== undefined && to !== undefined && from > to;
  return (
    <>
      <Day
        label={`${field} from`}
        disabled={missing === 'only'}
        value={from}
        onDay={(day) => onChange({ from: timeOfDay(day, false, mode) })}
      />
      <Day
        label="to, this day included"
        complaint={backwards ? 'It ends before it begins, so nothing is shown.' : undefined}
        disabled={missing === 'only'}
        value={to}
        onDay={(day) => onChange({ to: timeOfDay(day, true, mode) })}
      />
    </>
  );
}

type AgoProps = { ms: number; disabled: boolean; onMs: (ms: number) => void };

/** Duration input in minutes, hours or days; invalid text stays but does not apply. */
function Ago({ ms, disabled, onMs }: AgoProps) {
  const parts = splitDuration(ms);
  const [typed, setTyped] = useState(String(parts.count));
  const [unit, setUnit] = useState<DurationUnit>(parts.unit);
  const take = (text: string, next: DurationUnit) => {
    setTyped(text);
    setUnit(next);
    const span = parseDuration(text.trim() + next.short);
    if (span !== undefined) onMs(span);
  };
  const odd = parseDuration(typed.trim() + unit.short) === undefined;
  return (
    <>
      <FormField
        label="How long"
        complaint={odd ? 'This is no whole number from 1 on: the last one counts.' : undefined}
      >
        <TextField
          inputMode="numeric"
          disabled={disabled}
          value={typed}
          onChange={({ currentTarget }) => take(currentTarget.value, unit)}
        />
      </FormField>
      <FormField label="Counted in">
        <Pick
          disabled={disabled}
          options={DURATION_UNITS.map(({ unit: value }) => ({ value, label: `${value}s` }))}
          value={unit.unit}
          onPick={(name) => take(typed, DURATION_UNITS.find((one) => one.unit === name) ?? unit)}
        />
      </FormField>
    </>
  );
}

function Bars({ field, range, onRange, onClear }: Props & { range: RangeState }) {
  const bars = useTimeBars(field);
  if (!bars) return null;
  const { scale, histogram } = bars;
  const kept = range.missing === 'too' && { missing: range.missing };
  return (
    <div className={classes['bars']}>
      <Histogram
        label={field}
        counts={histogram.counts}
        nameOf={(bar) => barName(scale, bar)}
        brush={barsOfRange(scale.edges, range)}
        onBrush={(brush) => {
          if (brush) onRange({ ...rangeOfBars(scale.edges, brush), ...kept });
          else onClear();
        }}
      />
    </div>
  );
}

type DayProps = {
  label: string;
  complaint?: string | undefined;
  disabled: boolean;
  /** In ms since 1970. */
  value: number | undefined;
  onDay: (day: string) => void;
};

function Day({ label, complaint, disabled, value, onDay }: DayProps) {
  const [torn, setTorn] = useState(false);
  const mode = useTimeMode();
  return (
    <FormField label={label} complaint={torn ? 'This is no whole date, so it is left out.' : complaint}>
      <DateField
        disabled={disabled}
        value={value === undefined ? '' : dayOf(value, mode)}
        onDate={onDay}
        onTorn={setTorn}
      />
    </FormField>
  );
}

const BARS_MOST = 28;

type TimeBars = { scale: TimeScale; histogram: TimeHistogram };

function useTimeBars(field: string): TimeBars | undefined {
  const { view } = useDeviceList();
  const zone = useTimeMode() === 'utc' ? 'utc' : 'local';
  const count = useCallback(
    function* () {
      const { fleet, filters } = view;
      const passing = yield* filters.passing(field);
      const list = Uint32Array.from(passing.rows());
      const some = { count: list.length, at: (place: number) => list[place] ?? 0 };
      const { earliest, latest } = yield* timeSpan(fleet, field, some);
      if (earliest === undefined || latest === undefined) return undefined;
      const end = earliest <= fleet.fetchedAt ? Math.min(latest, fleet.fetchedAt || latest) : latest;
      const scale = timeScale(earliest, end, zone, BARS_MOST);
      return { scale, histogram: yield* timeHistogram(fleet, field, scale.edges, some) };
    },
    [view, field, zone],
  );
  return useSlices(view.settled ? count : undefined);
}
