import { useState } from 'react';
import { barsOfRange, rangeOfBars } from '#paths/barRanges.ts';
import type { RangeState } from '#paths/ranges.ts';
import { Histogram } from '#ui/charts/Histogram.tsx';
import { barName } from '#ui/charts/timeScale.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { DateField } from '#ui/inputs/DateField.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import classes from './FilterPanel.module.css';
import { dayOf, timeOfDay } from './filterWords.ts';
import { useTimeBars } from './useTimeBars.ts';

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
    <div className={classes['side']}>
      <div className={classes['range']}>
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
          {(control) => (
            <Pick
              {...control}
              standard="not"
              value={missing ?? 'not'}
              options={NEVER}
              onPick={(pick) => change({ missing: pick === 'not' ? undefined : pick })}
            />
          )}
        </FormField>
      </div>
      <div className={classes['sum']}>
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
      {(control) => (
        <DateField
          {...control}
          disabled={disabled}
          value={value === undefined ? '' : dayOf(value)}
          onDate={onDay}
          onTorn={setTorn}
        />
      )}
    </FormField>
  );
}
