import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Y2000_MS } from '#lib/time/time.ts';
import 'virtual:series.css';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { PeriodBeforeButton } from '#features/datastore/groups/PeriodBeforeButton.tsx';
import { useGroupedFields } from '#features/datastore/groups/useGroupedFields.ts';
import { useResultGroups } from '#features/datastore/groups/useResultGroups.ts';
import {
  HideOldTimesButton,
  type TimeBounds,
  useTimeRangeFilter,
} from '#features/datastore/query/useTimeRangeFilter.tsx';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { ToolbarButton } from '#features/datastore/results/ToolbarButton.tsx';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { resolveBars } from '#pipeline/documents/chartBars.ts';
import {
  buildChartDataByGroup,
  buildChartFromAggregates,
  buildChartFromDocuments,
  type GroupSelection,
} from '#pipeline/documents/chartData.ts';
import { type ChartOptions, resolveChartOptions } from '#pipeline/documents/chartOptions.ts';
import { type ChartXAxisColumn, filterPlottableColumns } from '#pipeline/documents/chartSeries.ts';
import { getGroupedTimeUnit } from '#pipeline/documents/observedFields.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { FilterChip } from '#ui/controls/FilterChip.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { addPeriodBefore } from './addPeriodBefore.ts';
import { ChartDataTable } from './ChartDataTable.tsx';
import { ChartExportMenu } from './ChartExportMenu.tsx';
import { ChartPlot } from './ChartPlot.tsx';
import { ChartStatus } from './ChartStatus.tsx';
import { ChartToolbar } from './ChartToolbar.tsx';
import { type ChartRange, formatAxisValue } from './chartAxis.ts';
import classes from './ResultChart.module.css';
import { useChartData } from './useChartData.ts';

export function ResultChart() {
  const { state, show } = useDatastore();
  const { rows, arrangement, periodBefore } = useResults();
  const { comparison } = periodBefore;
  const [brush, setBrush] = useState<{ subject: string; range: ChartRange | undefined }>();
  const [seriesChoice, setSeriesChoice] = useState<GroupSelection>({
    selectedGroup: undefined,
    hiddenGroups: new Set(),
  });
  const { draw = [] } = state;
  const [showsTable, showsBars] = ['values', 'bars'].map((word) => draw.includes(word));
  const toggle = (word: string) =>
    show({ draw: draw.includes(word) ? draw.filter((one) => one !== word) : [...draw, word] }, true);
  const { allColumns } = arrangement;
  const groups = useResultGroups()?.groups;
  const chosen = useMemo(
    () => resolveChartOptions(allColumns, rows.documents, state, groups),
    [allColumns, rows.documents, state, groups],
  );
  const { plots, axis, maxGap } = chosen;
  const chartData = useChartData(chosen);
  const { shown, reading, isReading, paused, error } = chartData;
  const { retainedDocuments, aggregator, documentCount, subject } = shown;
  // a range of another query or axis is none of this chart
  const range = brush?.subject === subject ? brush.range : undefined;
  const setRange = (next: ChartRange | undefined) => setBrush({ subject, range: next });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sums change with each document
  const lines = useMemo(
    () =>
      retainedDocuments
        ? buildChartFromDocuments(retainedDocuments, axis, plots, maxGap)
        : buildChartFromAggregates(aggregator, plots, seriesChoice),
    [retainedDocuments, aggregator, aggregator.documentCount, documentCount, axis, plots, maxGap, seriesChoice],
  );
  const {
    canShow: canShowBars,
    isMerged,
    furtherKey,
    bars,
  } = useMemo(
    () =>
      resolveBars(lines, chosen, groups, {
        getBucketEnd: (at) => aggregator.buckets.getBucketEnd(at),
        isWanted: showsBars,
      }),
    [lines, chosen, groups, aggregator, showsBars],
  );
  const drawn = bars ?? lines;
  // times of unset clocks can be left out
  const hasRange = range !== undefined || (drawn.xs.length > 0 && drawn.extent[0] < Y2000_MS);
  const filterByAxis = useAxisFilter(chosen, hasRange);
  const hasMergedGroups = isMerged || furtherKey !== undefined;
  const isSplit = chosen.by !== undefined;
  const compared = useMemo(() => addPeriodBefore(drawn, comparison, chosen.by), [drawn, comparison, chosen.by]);
  const removeHidden = (id: string) => new Set([...seriesChoice.hiddenGroups].filter((one) => one !== id));
  const seriesActions = {
    select: (id: string) => setSeriesChoice({ selectedGroup: id, hiddenGroups: removeHidden(id) }),
    toggle: (id: string) =>
      setSeriesChoice({
        ...seriesChoice,
        hiddenGroups: seriesChoice.hiddenGroups.has(id)
          ? removeHidden(id)
          : new Set([...seriesChoice.hiddenGroups, id]),
      }),
  };
  return (
    <>
      <ChartToolbar
        options={chosen}
        range={
          range && (
            <RangeToolbar range={range} axis={axis} onFilter={filterByAxis} onClear={() => setRange(undefined)} />
          )
        }
      >
        {canShowBars && (
          <ToolbarButton
            label={isSplit ? 'Stacked bars' : 'Bars'}
            Icon={IconChartBar}
            aria-pressed={showsBars && !hasMergedGroups}
            disabled={hasMergedGroups}
            data-tip={
              furtherKey !== undefined
                ? `A bar would be a mean of several groups. Remove ${toVisibleText(furtherKey)} from the groups.`
                : isMerged
                  ? 'Too many groups for bars. Choose a longer unit of time.'
                  : isSplit
                    ? 'Stack counts and sums as bars'
                    : 'Show bars in place of lines'
            }
            onClick={() => toggle('bars')}
          />
        )}
        {groups && <PeriodBeforeButton />}
        <ToolbarButton
          label="Values"
          Icon={IconTable}
          aria-pressed={showsTable}
          data-tip="Show values beside the lines"
          onClick={() => toggle('values')}
        />
        {plots.length > 0 && (
          <ChartExportMenu
            drawn={compared}
            getAllSeries={() =>
              aggregator.spec.by
                ? buildChartDataByGroup(aggregator, plots, seriesChoice).map((one) =>
                    addPeriodBefore(one, comparison, chosen.by),
                  )
                : [compared]
            }
            collection={state.collection}
            documentCount={documentCount}
            isWhole={shown.isDone && shown !== reading.sample?.reading}
          />
        )}
      </ChartToolbar>
      {error && drawn.xs.length === 0 ? (
        <ErrorState
          title="The documents could not be loaded."
          detail={error.message}
          action={{ label: 'Try again', run: chartData.resume }}
        />
      ) : plots.length === 0 || drawn.xs.length === 0 ? (
        <EmptyState title={paused ? 'Paused' : isReading ? 'Loading' : 'Nothing to plot'} silent={isReading}>
          {filterPlottableColumns(allColumns).length === 0
            ? 'These documents have no numeric fields.'
            : plots.length === 0
              ? describeMissingPlot(state.plot)
              : isReading
                ? 'The chart appears as documents load.'
                : `None of these documents has a time in ${axis?.label}.`}
        </EmptyState>
      ) : (
        <div className={classes['body']}>
          <ChartPlot drawn={compared} range={range} onRange={setRange} seriesActions={seriesActions} />
          {showsTable && <ChartDataTable drawn={compared} onSelectSeries={seriesActions.select} />}
        </div>
      )}
      {plots.length > 0 && (
        <ChartStatus
          data={chartData}
          rankingLabel={plots[0]?.label}
          showsBars={drawn.getBarEnd !== undefined}
          hiddenCount={drawn.lines[0]?.legend?.rows.filter(({ off }) => off).length ?? 0}
        >
          {axis && <HideOldTimesButton extent={drawn.extent} onFilter={filterByAxis} />}
        </ChartStatus>
      )}
    </>
  );
}

/** Returns a function that filters the documents by the times of the axis. Undefined if that is impossible. */
function useAxisFilter({ axis, getGroupEnd }: ChartOptions, isOffered: boolean) {
  const result = useResultGroups();
  const fields = useGroupedFields(result, isOffered);
  const filterByTimeRange = useTimeRangeFilter(fields);
  const timeKey = getGroupEnd && result?.groups.keys.find(({ kind }) => kind === 'time')?.field;
  const grouped = timeKey === undefined ? undefined : fields.get(timeKey);
  const field = result ? grouped && { path: grouped.path, time: getGroupedTimeUnit(grouped) } : axis;
  if (!field || !filterByTimeRange) return undefined;
  return ({ from, to }: TimeBounds) =>
    filterByTimeRange(field, { from, to: to !== undefined && getGroupEnd ? getGroupEnd(to) - 1 : to });
}

type RangeToolbarProps = {
  range: ChartRange;
  axis: ChartXAxisColumn;
  onFilter: ReturnType<typeof useAxisFilter>;
  onClear: () => void;
};

function RangeToolbar({ range, axis, onFilter, onClear }: RangeToolbarProps) {
  const { extensions } = useQueryService();
  const isGrouped = useResultGroups() !== undefined;
  const mode = useTimeMode();
  const filter = () => {
    onClear();
    onFilter?.(range);
  };
  const span = `${formatAxisValue(range.from, axis, mode)} to ${formatAxisValue(range.to, axis, mode)}`;
  const count = formatCountWithNoun(range.count, isGrouped ? 'group' : 'document');
  useAnnouncement(`${span}: ${count}`, 'chart range');
  return (
    <>
      <FilterChip
        field={axis?.label ?? 'index'}
        operator="from"
        value={span}
        removeLabel="Clear the range"
        onRemove={onClear}
      />
      <span className={classes['rangeCount']}>{count}</span>
      {onFilter && <Button onClick={filter}>Filter by this range</Button>}
      {axis && !extensions.includes('operators') && <span>This service can only match exact values, not ranges.</span>}
    </>
  );
}

function describeMissingPlot(plot: readonly string[] = []): string {
  if (plot.length === 0) return 'Choose a numeric field to plot.';
  return `This link plots ${plot.join(', ')}, but no document here has numbers in it. Choose another field.`;
}
