import { createUnitStepper, STEP_INTO_NEXT_UNIT_MS } from '#lib/group/dateTrunc.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { filterGroupableColumns, filterPlottableColumns, filterTimeColumns } from './chartSeries.ts';
import { type DocumentColumn, getValueAtPath } from './documentColumns.ts';
import { compareTimeFields } from './observedFields.ts';
import type { ResultGrouping } from './resultGrouping.ts';

export const DAY_MS = 86_400_000;

const DEFAULT_PLOT_COUNT = 3;

export const BUCKET_WIDTH_OPTIONS = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', DAY_MS],
] as const;

/** Parts of a Datastore link that choose what a chart shows. */
type ChartLink = {
  plot?: readonly string[] | undefined;
  over?: string | undefined;
  by?: string | undefined;
  per?: string | undefined;
};

export type ChartOptions = ReturnType<typeof resolveChartOptions>;

/**
 * Derives the chart's fields, axis and split field from the link. Missing or unknown ones default to the first that
 * fit.
 */
export function resolveChartOptions(
  columns: readonly DocumentColumn[],
  documents: readonly JsonObject[],
  { plot, over, by, per }: ChartLink,
  groups?: ResultGrouping,
) {
  const numbers = filterPlottableColumns(columns);
  const times = filterTimeColumns(columns);
  const requestedPlots = plot?.flatMap((key) => numbers.find((column) => column.key === key) ?? []);
  const findNamed = (from: readonly DocumentColumn[], names: readonly { name: string }[] = []) =>
    names.flatMap(({ name }) => from.find(({ path }) => path.length === 1 && path[0] === name) ?? []);
  const computed = findNamed(numbers, groups?.values);
  const plots = requestedPlots ?? (computed.length > 0 ? computed : numbers).slice(0, DEFAULT_PLOT_COUNT);
  const timeKey = groups?.keys.find((key) => key.kind === 'time');
  const [groupTime] = findNamed(times, timeKey && [timeKey]);
  // each series of groups over time is one value of their other key
  const [groupSplit] = groupTime
    ? findNamed(
        columns,
        groups?.keys.filter(({ kind }) => kind !== 'time'),
      )
    : [];
  const defaultAxis = groupTime ?? findTimeColumn(times, documents);
  const splitColumn = by === undefined ? groupSplit : columns.find(({ key }) => key === by);
  const parts = filterGroupableColumns(columns, documents);
  const axis = over === undefined ? defaultAxis : times.find(({ key }) => key === over);
  const unit = axis === groupTime ? timeKey?.per : undefined;
  const step = axis?.time && BUCKET_WIDTH_OPTIONS.find(([name]) => name === per)?.[1];
  return {
    plots,
    others: numbers.filter((column) => !plots.includes(column)),
    axis,
    step,
    /** Returns the end of the group that begins at a time, in ms. Undefined if the axis is not a time of groups. */
    getGroupEnd: unit && timeKey && createUnitStepper(unit, timeKey.zone),
    groupUnit: unit,
    maxGap: step ? 1.5 * step : unit && STEP_INTO_NEXT_UNIT_MS[unit],
    times,
    by: splitColumn,
    parts: splitColumn && !parts.includes(splitColumn) ? [...parts, splitColumn] : parts,
  };
}

function findTimeColumn(
  columns: readonly DocumentColumn[],
  documents: readonly JsonObject[],
): DocumentColumn | undefined {
  const candidates = columns.map((column) => {
    const times = documents.filter((document) => getValueAtPath(document, column.path) != null).length;
    return { name: column.label, time: column.time, times, column };
  });
  return candidates.sort(compareTimeFields)[0]?.column;
}
