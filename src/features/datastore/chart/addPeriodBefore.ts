import { flatRollup, max, mean, min, rollup, sum } from 'd3-array';
import type { GroupComparison } from '#features/datastore/groups/compareGroups.ts';
import { formatChange, toBarLength } from '#features/datastore/groups/formatGroupValue.ts';
import { formatMean } from '#lib/formatNumber.ts';
import { getSeriesId } from '#pipeline/documents/chartAggregator.ts';
import type { ChartData, ChartLineData } from '#pipeline/documents/chartData.ts';
import { type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';

/**
 * Adds the values of the period before to each line of a chart, at the times that they are compared with: those of the
 * selected series, or the totals of the stacked ones. Without groups over the chart's times, nothing is added.
 */
export function addPeriodBefore(
  chart: ChartData,
  { groups = [], timeName = '' }: Partial<GroupComparison> = {},
  by?: DocumentColumn,
): ChartData {
  const { xs, getBarEnd = (at: number) => at } = chart;
  if (chart.axis?.key !== timeName) return chart;
  const timed = groups.flatMap((group) => {
    const at = group[timeName];
    return typeof at === 'number' ? [{ at, group, id: by && getSeriesId(getValueAtPath(group, by.path)) }] : [];
  });
  timed.sort((one, other) => one.at - other.at);
  const [first, last] = [timed[0]?.at, timed.at(-1)?.at];
  if (first === undefined || last === undefined) return chart;
  const lines = chart.lines.map((line): ChartLineData => {
    const { legend, stack, column, ys } = line;
    const chosen = legend?.rows[legend.chosen]?.id;
    const hidden = new Set<string | undefined>(legend?.rows.filter(({ off }) => off).map(({ id }) => id));
    const points = timed.flatMap(({ at, group, id }) => {
      const value = toBarLength(getValueAtPath(group, column.path));
      return Number.isFinite(value) && (stack ? !hidden.has(id) : id === chosen) ? [{ at, id, value }] : [];
    });
    if (points.length === 0) return line;
    // as the chart itself, the mean of the groups of a time and series, and the sum of stacked series
    const means = flatRollup(
      points,
      (same) => mean(same, ({ value }) => value) ?? 0,
      ({ at }) => at,
      ({ id }) => id,
    );
    const values = rollup(
      means,
      (stacked) => sum(stacked, ([, , value]) => value),
      ([at]) => at,
    );
    const current = Array.from(xs, (at, stop) => (stack ? (stack.totals.get(at) ?? 0) : ys[stop]));
    const compared = Array.from(xs, (at) => values.get(at));
    const past = [...values.values()];
    return {
      ...line,
      before: {
        xs: [...values.keys()].map((at) => (at + getBarEnd(at)) / 2),
        ys: past,
        min: min(past) ?? 0,
        max: max(past) ?? 0,
        mean: mean(past) ?? 0,
        current,
        compared,
      },
      formatValueAt: (stop) => {
        const [now, then] = [current[stop], compared[stop]];
        const text = line.formatValueAt(stop);
        if (now === undefined || then === undefined) return text;
        return `${legend ? text : formatMean(now)} · before ${formatMean(then)}, ${formatChange(now, then)}`;
      },
    };
  });
  const [from, to] = chart.extent;
  return { ...chart, lines, extent: [Math.min(from, first), Math.max(to, getBarEnd(last))] };
}
