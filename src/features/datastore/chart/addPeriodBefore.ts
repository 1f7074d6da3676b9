import { max, mean, min } from 'd3-array';
import { formatChange, toBarLength } from '#features/datastore/groups/formatGroupValue.ts';
import type { PeriodBefore } from '#features/datastore/groups/usePeriodBefore.ts';
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
  { groups = [], timeName, toCurrent }: PeriodBefore,
  by: DocumentColumn | undefined,
): ChartData {
  const { xs, getBarEnd = (at: number) => at } = chart;
  if (chart.axis?.key !== timeName) return chart;
  const documents = groups.flatMap((document) => {
    const time = document[timeName];
    return typeof time === 'number' ? [{ at: toCurrent(time), document }] : [];
  });
  documents.sort((one, other) => one.at - other.at);
  const [first, last] = [documents[0]?.at, documents.at(-1)?.at];
  if (first === undefined || last === undefined) return chart;
  const lines = chart.lines.map((line): ChartLineData => {
    const { legend, stack, column, ys } = line;
    const chosen = legend?.rows[legend.chosen]?.id;
    const hidden = new Set(legend?.rows.filter(({ off }) => off).map(({ id }) => id));
    const values = new Map<number, number>();
    for (const { at, document } of documents) {
      const id = by && getSeriesId(getValueAtPath(document, by.path));
      const value = toBarLength(getValueAtPath(document, column.path));
      if (!Number.isFinite(value) || (stack ? id !== undefined && hidden.has(id) : id !== chosen)) continue;
      values.set(at, (values.get(at) ?? 0) + value);
    }
    if (values.size === 0) return line;
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
