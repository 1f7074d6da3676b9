import { IconPhotoDown, IconPlus, IconTable } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import results from '#features/datastore/results/Results.module.css';
import { useResults } from '#features/datastore/results/ResultsPlace.tsx';
import { ToolButton } from '#features/datastore/results/ToolButton.tsx';
import { formatCount } from '#lib/counts.ts';
import { download } from '#lib/fileTarget.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { namesTime } from '#lib/time/time.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { axes, type ChartAxis, chartPoints, chartSeries, plottable } from '#pipeline/documents/chartSeries.ts';
import { type DocumentColumn, valueAt } from '#pipeline/documents/documentColumns.ts';
import { whyUnaskable } from '#pipeline/documents/fieldPath.ts';
import { withTimeRange } from '#pipeline/draft/timeRange.ts';
import { ChartPicture } from '#ui/charts/ChartPicture.tsx';
import { chartLayout } from '#ui/charts/chartLayout.ts';
import { pngOf, svgText } from '#ui/charts/savePicture.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Chip } from '#ui/controls/Chip.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { axisText, axisTicks, ChartPlot, type ChartRange, type Drawn } from './ChartPlot.tsx';
import classes from './ResultChart.module.css';

/** Drawn where nothing was chosen. */
const PLOTS = 3;

const INDEX = { value: '', label: 'index' };

/** The rows that are loaded as lines: fields of numbers, one below the other, over one of times or the index. */
export function ResultChart() {
  const { state } = useDatastore();
  const { rows, arrangement } = useResults();
  const { documents } = rows;
  const { met: columns } = arrangement;
  const [range, setRange] = useState<ChartRange>();
  const [table, setTable] = useState(false);
  const chosen = useMemo(() => choiceOf(columns, state), [columns, state]);
  const { plots, axis } = chosen;
  const drawn = useMemo(() => {
    const points = chartPoints(documents, axis);
    return { ...points, axis, lines: plots.map((column) => chartSeries(documents, points, column)) };
  }, [documents, axis, plots]);
  return (
    <>
      <ChartBar chosen={chosen}>
        {range && <RangeBar range={range} axis={axis} onDrop={() => setRange(undefined)} />}
        <span className={classes['tools']}>
          <ToolButton
            word="Values"
            Icon={IconTable}
            aria-pressed={table}
            data-tip="Values beside the lines"
            onClick={() => setTable(!table)}
          />
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

/** What is drawn over what, as a sentence whose parts can be chosen. */
function ChartBar({ chosen: { plots, others, axis, times }, children }: { chosen: Chosen; children: ReactNode }) {
  const { show } = useDatastore();
  const keys = plots.map(({ key }) => key);
  const plot = (next: readonly string[]) => show({ plot: next }, true);
  return (
    <div className={`${results['bar']} ${shared['wrap']} ${classes['bar']}`}>
      <span className={`${classes['plots']} ${shared['wrap']}`}>
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
          <Button {...control} look="link" disabled={others.length === 0}>
            <IconPlus size={14} aria-hidden />
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
        onPick={(over) => show({ over }, true)}
      />
      {children}
    </div>
  );
}

type RangeProps = { range: ChartRange; axis: ChartAxis; onDrop: () => void };

/** The stretch that was brushed, and the way to ask for what is between its times. */
function RangeBar({ range, axis, onDrop }: RangeProps) {
  const { extensions } = useDatastore();
  const { draft, apply } = useEditing();
  const mode = useTimeMode();
  const match = () => {
    if (!axis?.time) return;
    const refusal = whyUnaskable(axis.path);
    if (refusal) return showToast(refusal);
    onDrop();
    const span = { zone: mode === 'utc' ? 'utc' : 'local', from: range.from, to: range.to } as const;
    apply(withTimeRange(draft, { field: axis.path.join('.'), unit: axis.time, span }));
  };
  const possible = extensions.includes('operators');
  return (
    <span className={`${classes['range']} ${shared['wrap']}`}>
      <Chip
        field={axis?.label ?? 'index'}
        operator="from"
        value={`${axisText(range.from, axis, mode)} to ${axisText(range.to, axis, mode)}`}
        dropLabel="Drop the range"
        onDrop={onDrop}
      />
      <span className={classes['held']}>{formatCount(range.count)} documents</span>
      {axis && possible && <Button onClick={match}>Match this range</Button>}
      {axis && !possible && <span>This service matches single values alone.</span>}
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

const INDEX_COLUMN: GridColumn = { key: '#', label: 'index', type: 'number', sortable: false };

/** What is drawn, as numbers, in the order of the axis. */
function ChartValues({ drawn, documents }: { drawn: Drawn; documents: readonly JsonObject[] }) {
  const { rows } = drawn;
  const byKey = useMemo(() => {
    const fields = [drawn.axis, ...drawn.lines.map(({ column }) => column)];
    return new Map(fields.map((column) => [column?.key ?? INDEX_COLUMN.key, column]));
  }, [drawn]);
  const columns = useMemo(() => [...byKey.values()].map((column) => (column ? plain(column) : INDEX_COLUMN)), [byKey]);
  const cell = useCallback(
    (row: number, { key }: GridColumn) => {
      const column = byKey.get(key);
      const document = documents[rows[row] ?? -1];
      return column ? document && valueAt(document, column.path) : row + 1;
    },
    [byKey, documents, rows],
  );
  return (
    <div className={classes['values']}>
      <DataGrid
        label="Values of the chart"
        columns={{ all: columns }}
        rows={{ count: rows.length, cell, version: cell, compact: true }}
      />
    </div>
  );
}

function plain({ pinned: _, heading: __, ...column }: DocumentColumn): GridColumn {
  return { ...column, sortable: false };
}

/** Of the saved picture, px. */
const SIZE = { width: 1200, panelHeight: 220 };

/** The chart as a picture of its own, in the theme's colours. */
function ChartSave({ drawn, name }: { drawn: Drawn; name: string }) {
  const mode = useTimeMode();
  const file = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'chart';
  const save = async (extension: string, fileOf: (svg: string) => Promise<Blob> | Blob) => {
    const layout = chartLayout({ ...drawn, ...SIZE, ticks: axisTicks(drawn, SIZE.width, mode) });
    try {
      download(`${file}.${extension}`, await fileOf(svgText(<ChartPicture layout={layout} />)));
    } catch (error) {
      showToast(`Not saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <Menu
      label="Save the chart"
      align="end"
      rows={[
        { label: 'As PNG', run: () => void save('png', pngOf) },
        { label: 'As SVG', run: () => void save('svg', (svg) => new Blob([svg], { type: 'image/svg+xml' })) },
      ]}
      opener={(control) => <ToolButton {...control} word="Save" Icon={IconPhotoDown} data-tip="Save the chart" />}
    />
  );
}
