import type { JsonObject } from '#lib/json/json.ts';
import { isTimeFieldName } from '#lib/time/time.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { axes, plottable, splittable } from '#pipeline/documents/chartSeries.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';

export const DAY_MS = 86_400_000;

/** Number of fields plotted by default. */
const PLOTS = 3;

/** Bucket widths that a chart over time offers, in ms. */
export const STEPS = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', DAY_MS],
] as const;

export type Chosen = ReturnType<typeof choiceOf>;

/** Derives the chart's fields, axis and split field from the link; missing or unknown ones default to the first that fit. */
export function choiceOf(
  columns: readonly DocumentColumn[],
  documents: readonly JsonObject[],
  { plot, over, by, per }: DatastoreState,
) {
  const numbers = plottable(columns);
  const times = axes(columns);
  const wanted = plot?.flatMap((key) => numbers.find((column) => column.key === key) ?? []);
  const plots = wanted ?? numbers.slice(0, PLOTS);
  const usual =
    times.find(({ label }) => label === 'time') ?? times.find(({ label }) => isTimeFieldName(label)) ?? times[0];
  const chosen = columns.find(({ key }) => key === by);
  const parts = splittable(columns, documents);
  const axis = over === undefined ? usual : times.find(({ key }) => key === over);
  return {
    plots,
    others: numbers.filter((column) => !plots.includes(column)),
    axis,
    step: axis?.time && STEPS.find(([name]) => name === per)?.[1],
    times,
    by: chosen,
    parts: chosen && !parts.includes(chosen) ? [...parts, chosen] : parts,
  };
}
