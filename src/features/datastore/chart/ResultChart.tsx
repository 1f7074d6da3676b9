import { IconPlus, IconTable } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { DocumentColumns } from '#features/datastore/results/useDocumentColumns.ts';
import type { Rows } from '#features/datastore/results/useRows.ts';
import { formatCount } from '#lib/counts.ts';
import { namesTime } from '#lib/time/time.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { axes, type ChartAxis, chartPoints, chartSeries, plottable } from '#pipeline/chart/chartSeries.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { timeText } from '#pipeline/documents/fieldsSeen.ts';
import { type Draft, withRange } from '#pipeline/draft/draft.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import { EmptyState } from '#ui/states/EmptyState.tsx';
import { Chip } from '#ui/values/Chip.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { ChartPlot, type ChartRange } from './ChartPlot.tsx';
import { ChartSave } from './ChartSave.tsx';
import { ChartValues } from './ChartValues.tsx';
import { axisText } from './chartWords.ts';
import classes from './ResultChart.module.css';

type Props = {
  state: DatastoreState;
  rows: Rows;
  arrangement: DocumentColumns;
  draft: Draft;
  extensions: readonly string[];
  onShow: (change: Partial<DatastoreState>, replace?: boolean) => void;
  onRun: (draft: Draft) => void;
};

/** Drawn where nothing was chosen. */
const PLOTS = 3;

const INDEX = { value: '', label: 'index' };

/** The rows that are loaded as lines: fields of numbers, one below the other, over one of times or the index. */
export function ResultChart({ state, rows, arrangement, draft, extensions, onShow, onRun }: Props) {
  const { documents } = rows;
  const { met } = arrangement;
  const [range, setRange] = useState<ChartRange>();
  const [table, setTable] = useState(false);
  const { plots, others, axis, times } = useMemo(() => chosen(met, state), [met, state]);
  const points = useMemo(() => chartPoints(documents, axis), [documents, axis]);
  const series = useMemo(
    () => plots.map((column) => chartSeries(documents, points, column)),
    [documents, points, plots],
  );
  const match = () => {
    if (!range || !axis?.time) return;
    const [from, to] = [timeText(range.from, axis.time), timeText(range.to, axis.time)];
    setRange(undefined);
    onRun(withRange(draft, axis.label, from, to));
  };
  return (
    <>
      <ChartBar
        {...{ plots, others, axis, times, table, onShow }}
        onTable={setTable}
        save={series.length > 0 && <ChartSave series={series} points={points} axis={axis} name={state.collection} />}
      >
        {range && (
          <RangeBar range={range} axis={axis} onDrop={() => setRange(undefined)}>
            {axis && !extensions.includes('operators') && <span>This service matches single values alone.</span>}
            {axis && extensions.includes('operators') && <Button onClick={match}>Match this range</Button>}
          </RangeBar>
        )}
      </ChartBar>
      {series.length === 0 || points.xs.length === 0 ? (
        <EmptyState title="Nothing to draw">
          {plottable(met).length === 0
            ? 'No field of these documents holds numbers.'
            : points.xs.length === 0
              ? `None of these documents has a time in ${axis?.label}.`
              : 'Choose a field of numbers to plot.'}
        </EmptyState>
      ) : (
        <div className={classes['body']}>
          <ChartPlot {...{ series, points, axis, range }} onRange={setRange} />
          {table && <ChartValues {...{ series, points, axis, documents }} />}
        </div>
      )}
    </>
  );
}

type BarProps = Chosen & {
  /** The values stand beside the lines. */
  table: boolean;
  onTable: (table: boolean) => void;
  onShow: Props['onShow'];
  save: ReactNode;
  /** The stretch that was brushed. */
  children: ReactNode;
};

/** What is drawn over what, as a sentence whose parts can be chosen. */
function ChartBar({ plots, others, axis, times, table, onTable, onShow, save, children }: BarProps) {
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
      <span className={classes['tools']}>
        <Button
          look="plain"
          aria-pressed={table}
          aria-label="Values"
          data-tip="Values beside the lines"
          icon={<IconTable size={16} stroke={1.5} aria-hidden />}
          onClick={() => onTable(!table)}
        >
          <span className={classes['word']}>Values</span>
        </Button>
        {save}
      </span>
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

type Chosen = ReturnType<typeof chosen>;

/** What is drawn over what: as the link says, as far as there are such fields, else the first that fit. */
function chosen(met: readonly DocumentColumn[], { plot, over }: DatastoreState) {
  const numbers = plottable(met);
  const times = axes(met);
  const wanted = plot?.flatMap((key) => numbers.find((column) => column.key === key) ?? []);
  const plots = wanted ?? numbers.slice(0, PLOTS);
  const usual = times.find(({ label }) => label === 'time') ?? times.find(({ label }) => namesTime(label)) ?? times[0];
  const axis = over === undefined ? usual : times.find(({ key }) => key === over);
  return { plots, others: numbers.filter((column) => !plots.includes(column)), axis, times };
}
