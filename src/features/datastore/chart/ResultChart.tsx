import { IconPlus, IconTable } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { formatCount } from '#lib/counts.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { namesTime } from '#lib/time/time.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { axes, type ChartAxis, chartPoints, chartSeries, plottable } from '#pipeline/documents/chartSeries.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { timeText } from '#pipeline/documents/fieldsSeen.ts';
import type { ValueDraft } from '#pipeline/draft/value.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { Chip } from '#ui/values/Chip.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { ChartPlot } from './ChartPlot.tsx';
import { ChartSave } from './ChartSave.tsx';
import { ChartValues } from './ChartValues.tsx';
import { axisText, type ChartRange } from './drawn.ts';
import classes from './ResultChart.module.css';

type Props = {
  documents: readonly JsonObject[];
  /** All their fields. */
  columns: readonly DocumentColumn[];
  state: DatastoreState;
  onShow: (change: Partial<DatastoreState>, replace?: boolean) => void;
  /** Asks for what is between two values of a field; nothing where the service cannot be asked that. */
  onMatch: ((field: string, from: ValueDraft, to: ValueDraft) => void) | undefined;
};

/** Drawn where nothing was chosen. */
const PLOTS = 3;

const INDEX = { value: '', label: 'index' };

/** The rows that are loaded as lines: fields of numbers, one below the other, over one of times or the index. */
export function ResultChart({ documents, columns, state, onShow, onMatch }: Props) {
  const [range, setRange] = useState<ChartRange>();
  const [table, setTable] = useState(false);
  const chosen = useMemo(() => choiceOf(columns, state), [columns, state]);
  const { plots, axis } = chosen;
  const drawn = useMemo(() => {
    const points = chartPoints(documents, axis);
    return { ...points, axis, lines: plots.map((column) => chartSeries(documents, points, column)) };
  }, [documents, axis, plots]);
  const match = () => {
    if (!range || !axis?.time) return;
    setRange(undefined);
    onMatch?.(axis.label, timeText(range.from, axis.time), timeText(range.to, axis.time));
  };
  return (
    <>
      <ChartBar chosen={chosen} onShow={onShow}>
        {range && (
          <RangeBar range={range} axis={axis} onDrop={() => setRange(undefined)}>
            {axis && !onMatch && <span>This service matches single values alone.</span>}
            {axis && onMatch && <Button onClick={match}>Match this range</Button>}
          </RangeBar>
        )}
        <span className={classes['tools']}>
          <Button
            look="plain"
            aria-pressed={table}
            aria-label="Values"
            data-tip="Values beside the lines"
            icon={<IconTable size={16} stroke={1.5} aria-hidden />}
            onClick={() => setTable(!table)}
          >
            <span className={classes['word']}>Values</span>
          </Button>
          {plots.length > 0 && <ChartSave drawn={drawn} name={state.collection} />}
        </span>
      </ChartBar>
      {plots.length === 0 || drawn.xs.length === 0 ? (
        <EmptyState title="Nothing to draw">
          {plottable(columns).length === 0
            ? 'No field of these documents holds numbers.'
            : drawn.xs.length === 0
              ? `None of these documents has a time in ${axis?.label}.`
              : 'Choose a field of numbers to plot.'}
        </EmptyState>
      ) : (
        <div className={classes['body']}>
          <ChartPlot drawn={drawn} range={range} onRange={setRange} />
          {table && <ChartValues drawn={drawn} documents={documents} />}
        </div>
      )}
    </>
  );
}

type BarProps = { chosen: Chosen; onShow: Props['onShow']; children: ReactNode };

/** What is drawn over what, as a sentence whose parts can be chosen. */
function ChartBar({ chosen: { plots, others, axis, times }, onShow, children }: BarProps) {
  const keys = plots.map(({ key }) => key);
  const plot = (next: readonly string[]) => onShow({ plot: next }, true);
  return (
    <div className={classes['bar']}>
      <span className={classes['plots']}>
        Plot
        {plots.map(({ key, label }) => (
          <Chip
            key={key}
            field={label}
            operator=""
            value=""
            dropLabel={`Plot ${label} no more`}
            onDrop={() => plot(keys.filter((one) => one !== key))}
          />
        ))}
      </span>
      <Menu
        label="Fields to plot"
        rows={others.map(({ key, label }) => ({ label, run: () => plot([...keys, key]) }))}
        opener={(control) => (
          <Button {...control} look="link" disabled={others.length === 0} icon={<IconPlus size={14} aria-hidden />}>
            Field
          </Button>
        )}
      />
      over
      <Pick
        aria-label="Plot over"
        standard=""
        options={[...times.map(({ key, label }) => ({ value: key, label })), INDEX]}
        value={axis?.key ?? ''}
        onPick={(over) => onShow({ over }, true)}
      />
      {children}
    </div>
  );
}

type RangeProps = { range: ChartRange; axis: ChartAxis; onDrop: () => void; children: ReactNode };

/** The stretch that was brushed, and what can be done with it. */
function RangeBar({ range, axis, onDrop, children }: RangeProps) {
  const mode = useTimeMode();
  return (
    <span className={classes['range']}>
      <Chip
        field={axis?.label ?? 'index'}
        operator="from"
        value={`${axisText(range.from, axis, mode)} to ${axisText(range.to, axis, mode)}`}
        dropLabel="Drop the range"
        onDrop={onDrop}
      />
      <span className={classes['held']}>{formatCount(range.count)} documents</span>
      {children}
    </span>
  );
}

type Chosen = ReturnType<typeof choiceOf>;

/** What is drawn over what: as the link says, as far as there are such fields, else the first that fit. */
function choiceOf(columns: readonly DocumentColumn[], { plot, over }: DatastoreState) {
  const numbers = plottable(columns);
  const times = axes(columns);
  const wanted = plot?.flatMap((key) => numbers.find((column) => column.key === key) ?? []);
  const plots = wanted ?? numbers.slice(0, PLOTS);
  const usual = times.find(({ label }) => label === 'time') ?? times.find(({ label }) => namesTime(label)) ?? times[0];
  const axis = over === undefined ? usual : times.find(({ key }) => key === over);
  return { plots, others: numbers.filter((column) => !plots.includes(column)), axis, times };
}
