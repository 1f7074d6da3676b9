import { IconTable } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import 'virtual:series.css';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { useResults } from '#features/datastore/results/ResultsPlace.tsx';
import { ToolButton } from '#features/datastore/results/ToolButton.tsx';
import { pluralize } from '#lib/formatNumber.ts';
import { eachPart, fewDrawn, type PartsChoice, sumsDrawn } from '#pipeline/documents/chartLines.ts';
import { type ChartAxis, plottable } from '#pipeline/documents/chartSeries.ts';
import { whyUnaskable } from '#pipeline/documents/fieldPath.ts';
import { timeRangeIn, withTimeRange } from '#pipeline/draft/timeRange.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Chip } from '#ui/controls/Chip.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { EmptyState } from '#ui/states/States.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { ChartBar } from './ChartBar.tsx';
import { ChartPlot } from './ChartPlot.tsx';
import { ChartSave } from './ChartSave.tsx';
import { ChartStatus } from './ChartStatus.tsx';
import { ChartValues } from './ChartValues.tsx';
import { axisText, type ChartRange } from './chartAxis.ts';
import { choiceOf } from './chartChoice.ts';
import classes from './ResultChart.module.css';
import { useChartReading } from './useChartReading.ts';

export function ResultChart() {
  const { state } = useDatastore();
  const { rows, arrangement } = useResults();
  const [range, setRange] = useState<ChartRange>();
  const [choice, choose] = useState<PartsChoice>({ chosen: undefined, off: new Set() });
  const [table, setTable] = useState(false);
  const { met } = arrangement;
  const chosen = useMemo(() => choiceOf(met, rows.documents, state), [met, rows.documents, state]);
  const { plots, axis } = chosen;
  const read = useChartReading(chosen);
  const { shown } = read;
  const { few, sums, documents } = shown;
  // reading starts shortly after the first render
  const isReading = read.running || (!read.error && read.reading.pages === 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sums are other ones with each document
  const drawn = useMemo(
    () => (few ? fewDrawn(few, axis, plots) : sumsDrawn(sums, plots, choice)),
    [few, sums, documents, axis, plots, choice],
  );
  const without = (id: string) => new Set([...choice.off].filter((one) => one !== id));
  const parts = {
    look: (id: string) => choose({ chosen: id, off: without(id) }),
    toggle: (id: string) => choose({ ...choice, off: choice.off.has(id) ? without(id) : new Set([...choice.off, id]) }),
  };
  return (
    <>
      <ChartBar
        chosen={chosen}
        range={range && <RangeBar range={range} axis={axis} onDrop={() => setRange(undefined)} />}
      >
        <ToolButton
          word="Values"
          Icon={IconTable}
          aria-pressed={table}
          data-tip="Values beside the lines"
          onClick={() => setTable(!table)}
        />
        {plots.length > 0 && (
          <ChartSave
            drawn={drawn}
            all={() => (sums.wish.by ? eachPart(sums, plots, choice) : [drawn])}
            of={state.collection}
            documents={documents}
          />
        )}
      </ChartBar>
      {plots.length === 0 || drawn.xs.length === 0 ? (
        <EmptyState title={isReading ? 'Reading' : 'Nothing to draw'} quiet={isReading}>
          {plottable(met).length === 0
            ? 'No field of these documents holds numbers.'
            : plots.length === 0
              ? unknownPlot(state.plot)
              : isReading
                ? 'The chart is drawn as documents come.'
                : `None of these documents has a time in ${axis?.label}.`}
        </EmptyState>
      ) : (
        <div className={classes['body']}>
          <ChartPlot drawn={drawn} range={range} onRange={setRange} parts={parts} />
          {table && <ChartValues drawn={drawn} onSeries={parts.look} />}
        </div>
      )}
      {plots.length > 0 && (
        <ChartStatus
          of={read}
          ranking={plots[0]?.label}
          off={drawn.lines[0]?.legend?.rows.filter(({ off }) => off).length ?? 0}
        />
      )}
    </>
  );
}

type RangeProps = { range: ChartRange; axis: ChartAxis; onDrop: () => void };

const NO_ZONE = 'has times without a zone. Choose under “whole time” how they are read.';

const NOT_COMPARED =
  'has texts that are not in UTC, as 2026-01-31T12:00:00Z is, so that no range of them can be asked for.';

function unknownPlot(plot: readonly string[] = []): string {
  if (plot.length === 0) return 'Choose a field of numbers to plot.';
  return `This link plots ${plot.join(', ')}, and no document here has numbers there. Choose another field.`;
}

function RangeBar({ range, axis, onDrop }: RangeProps) {
  const { extensions } = useDatastore();
  const { draft, apply, seen } = useEditing();
  const mode = useTimeMode();
  const match = () => {
    if (!axis?.time) return;
    const isText = axis.time === 'iso';
    const field = seen.fields.get(axis.path.join('.'));
    const held = timeRangeIn(draft);
    const zoneless = held?.field === field?.name ? held?.zoneless : undefined;
    if (isText && field?.zoneless && !zoneless) return showToast(`${axis.label} ${NO_ZONE}`);
    if (isText && !field?.compared && !zoneless) return showToast(`${axis.label} ${NOT_COMPARED}`);
    const refusal = whyUnaskable(axis.path);
    if (refusal) return showToast(refusal);
    onDrop();
    const span = { zone: mode === 'utc' ? 'utc' : 'local', from: range.from, to: range.to } as const;
    apply(withTimeRange(draft, { field: axis.path.join('.'), unit: axis.time, span, zoneless }));
  };
  const possible = extensions.includes('operators');
  const span = `${axisText(range.from, axis, mode)} to ${axisText(range.to, axis, mode)}`;
  useAnnouncement(`${span}: ${pluralize(range.count, 'document')}`, 'chart range');
  return (
    <>
      <Chip field={axis?.label ?? 'index'} operator="from" value={span} dropLabel="Drop the range" onDrop={onDrop} />
      <span className={classes['held']}>{pluralize(range.count, 'document')}</span>
      {axis && possible && <Button onClick={match}>Match this range</Button>}
      {axis && !possible && <span>This service matches single values alone.</span>}
    </>
  );
}
