import type { ChartData, ChartLineData } from '#pipeline/documents/chartData.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { isAdditiveGroupValue, type ResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { createSeriesStack } from '#ui/charts/createSeriesStack.ts';

/** True for a value of groups whose bars can be stacked: a count or a sum. */
export function isStackable({ path: [name] }: DocumentColumn, groups: ResultGrouping | undefined): boolean {
  const value = groups?.values.find((each) => each.name === name);
  return value !== undefined && isAdditiveGroupValue(value);
}

/** Replaces the lines of counts and sums by stacked bars of the visible series. */
export function createStackedChart(chart: ChartData, groups: ResultGrouping | undefined): ChartData {
  const lines = chart.lines.map((line) =>
    isStackable(line.column, groups) ? { ...line, stack: createSeriesStack(listVisibleSeries(chart, line)) } : line,
  );
  const half = Math.max(0, ...lines.map(({ stack }) => (stack?.width ?? 0) / 2));
  const [from, to] = chart.extent;
  return { ...chart, lines, extent: [from - half, to + half] };
}

function listVisibleSeries({ xs }: ChartData, { legend, others, ys }: ChartLineData) {
  return (legend?.rows ?? []).flatMap(({ id, off }, row) => {
    if (row === legend?.chosen) return [{ id, xs, ys }];
    const other = others.find((each) => each.id === id);
    return off || !other ? [] : [other];
  });
}
