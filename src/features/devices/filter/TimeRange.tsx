import { useCallback, useState } from 'react';
import { useDeviceList } from '#features/devices/DevicesPlace.tsx';
import { type TimeHistogram, timeHistogram, timeSpan } from '#fleet/questions/times.ts';
import { barsOfRange, type RangeState, rangeOfBars } from '#paths/ranges.ts';
import { useSlices } from '#ui/browser/useSlices.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { barName, type TimeScale, timeScale } from '#ui/charts/timeScale.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { DateField } from '#ui/inputs/DateField.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './FilterPanel.module.css';
import { dayOf, timeOfDay } from './filterWords.ts';

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

/** Whole days, in the browser's zone, between which a time must lie, and what becomes of those without one. */
export function TimeRange({ field, range = {}, onRange, onClear }: Props) {
  const change = (next: { from?: number | undefined; to?: number | undefined; missing?: RangeState['missing'] }) => {
    const { from, to, missing } = { ...range, ...next };
    if (from === undefined && to === undefined && missing === undefined) onClear();
    else onRange({ ...(from !== undefined && { from }), ...(to !== undefined && { to }), ...(missing && { missing }) });
  };
  const { from, to, missing } = range;
  const backwards = from !== undefined && to !== undefined && from > to;
  return (
    <div className={shared['column']}>
      <div className={`${classes['range']} ${shared['panel']}`}>
        <Bars field={field} range={range} onRange={onRange} onClear={onClear} />
        <Day
          label={`${field} from`}
          disabled={missing === 'only'}
          value={from}
          onDay={(day) => change({ from: timeOfDay(day, false) })}
        />
        <Day
          label="to, this day included"
          complaint={backwards ? 'It ends before it begins, so nothing is shown.' : undefined}
          disabled={missing === 'only'}
          value={to}
          onDay={(day) => change({ to: timeOfDay(day, true) })}
        />
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
        Days in this browser’s zone
        {Object.keys(range).length > 0 && (
          <Button look="link" onClick={onClear}>
            {`Clear ${field}`}
          </Button>
        )}
      </div>
    </div>
  );
}

/** How many there are over time, from which a part can be taken. */
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
  /** ms since 1970. */
  value: number | undefined;
  onDay: (day: string) => void;
};

function Day({ label, complaint, disabled, value, onDay }: DayProps) {
  const [torn, setTorn] = useState(false);
  return (
    <FormField label={label} complaint={torn ? 'This is no whole date, so it is left out.' : complaint}>
      <DateField disabled={disabled} value={value === undefined ? '' : dayOf(value)} onDate={onDay} onTorn={setTorn} />
    </FormField>
  );
}

/** As many bars as there is room for beside the fields. */
const BARS_MOST = 28;

type TimeBars = { scale: TimeScale; histogram: TimeHistogram };

/** When something happened to the devices that all other filters let through. */
function useTimeBars(field: string): TimeBars | undefined {
  const { view } = useDeviceList();
  const count = useCallback(
    function* () {
      const { fleet, filters } = view;
      const passing = yield* filters.passing(field);
      const list = Uint32Array.from(passing.rows());
      const some = { count: list.length, at: (place: number) => list[place] ?? 0 };
      const { earliest, latest } = yield* timeSpan(fleet, field, some);
      if (earliest === undefined || latest === undefined) return undefined;
      const end = earliest <= fleet.fetchedAt ? Math.min(latest, fleet.fetchedAt || latest) : latest;
      const scale = timeScale(earliest, end, 'local', BARS_MOST);
      return { scale, histogram: yield* timeHistogram(fleet, field, scale.edges, some) };
    },
    [view, field],
  );
  return useSlices(view.settled ? count : undefined);
}
