import { extent, mean, rollup } from 'd3-array';
import { getFieldKind } from '#fields/deviceField.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { formatTimeOfDay, type TimeMode } from '#lib/time/time.ts';
import { describeSeries } from '#ui/charts/ChartTextAlternative.tsx';
import { LineChart } from '#ui/charts/LineChart.tsx';
import { createTimeTicks, getAxisTimeZone, type Tick } from '#ui/charts/timeBins.ts';
import { createValueTicks } from '#ui/charts/valueTicks.ts';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import type { FieldResult, FieldSample, FieldWatch } from './fieldWatch.ts';
import { formatFieldResult } from './fieldWatch.ts';

const STEP_LEVELS_MAX = 6;
const TICK_COUNT = 4;

/** Chart of a watched field: a line for numbers, steps for booleans and text. Pauses and failed requests are gaps. */
export function WatchChart({ watch, path }: { watch: FieldWatch; path: string }) {
  const mode = useTimeMode();
  const { samples } = watch;
  const scale = createNumericScale(samples, path) ?? createLevelScale(samples, path, mode);
  if (samples.length === 0 || !scale) return null;
  const { isStepChart, rows } = scale;
  const line = createLine(samples, scale);
  const [from, to] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0];
  return (
    <LineChart
      label={`${path} over time: ${describeSamples(samples, path, mode)}`}
      line={line}
      yTicks={rows}
      xTicks={createTimeTicks(from, to, TICK_COUNT, getAxisTimeZone(mode))}
      height={isStepChart ? Math.max(32, 24 * (rows.length - 1)) : 64}
      formatReadout={(point) => {
        const value = line.ys[point];
        return `${formatTimeOfDay(line.xs[point] ?? 0, mode)} · ${rows.find(({ at }) => at === value)?.label ?? value}`;
      }}
    />
  );
}

function describeSamples(samples: readonly FieldSample[], path: string, mode: TimeMode): string {
  const values = numericValues(samples);
  const isNumeric = createNumericScale(samples, path) !== undefined;
  if (isNumeric) {
    const [min = 0, max = 0] = extent(values);
    return describeSeries({ label: path, min, mean: mean(values) ?? 0, max, values: values.length });
  }
  const counts = rollup(
    samples,
    ({ length }) => length,
    ({ result }) => formatFieldResult(path, result, mode),
  );
  return [...counts].map(([words, count]) => `${words} ${formatCountWithNoun(count, 'time')}`).join(', ');
}

function numericValues(samples: readonly FieldSample[]): number[] {
  return samples.flatMap(({ result }) =>
    result.kind === 'value' && typeof result.value === 'number' ? [result.value] : [],
  );
}

type WatchChartScale = {
  isStepChart: boolean;
  rows: readonly Tick[];
  getY: (outcome: FieldResult) => number | undefined;
};

function createLine(samples: readonly FieldSample[], { isStepChart, getY }: WatchChartScale) {
  const [xs, ys]: [number[], number[]] = [[], []];
  const add = (x: number, y: number) => {
    xs.push(x);
    ys.push(y);
  };
  for (const { at, result, afterPause } of samples) {
    const value = getY(result) ?? Number.NaN;
    const before = ys.at(-1) ?? Number.NaN;
    const opens = afterPause || Number.isNaN(value);
    if (opens && isStepChart && !Number.isNaN(before)) add(at, before);
    if (opens) add(at, Number.NaN);
    if (!Number.isNaN(value)) add(at, value);
  }
  return { xs, ys, steps: isStepChart };
}

function createNumericScale(samples: readonly FieldSample[], path: string): WatchChartScale | undefined {
  const values = samples.flatMap(({ result }) =>
    result.kind === 'value' && result.value !== null ? [result.value] : [],
  );
  const numeric = values.filter((value) => typeof value === 'number');
  const [least, greatest] = extent(numeric);
  if (least === undefined || numeric.length < values.length || getFieldKind(path, 'number') === 'time')
    return undefined;
  const height = (outcome: FieldResult) =>
    outcome.kind === 'value' && typeof outcome.value === 'number' ? outcome.value : undefined;
  return { isStepChart: false, rows: createValueTicks(least, greatest), getY: height };
}

/** Creates one level per value: false below true, others in order of appearance. */
function createLevelScale(samples: readonly FieldSample[], path: string, mode: TimeMode): WatchChartScale | undefined {
  const known = samples.map(({ result }) => result).filter(({ kind }) => kind !== 'failed');
  const words = [...new Set(known.map((outcome) => formatFieldResult(path, outcome, mode)))];
  if (known.some((outcome) => outcome.kind === 'value' && typeof outcome.value === 'boolean')) {
    const both = [false, true].map((value) => formatFieldResult(path, { kind: 'value', value }, mode));
    words.splice(0, words.length, ...new Set([...both, ...words]));
  }
  if (words.length === 0 || words.length > STEP_LEVELS_MAX) return undefined;
  const height = (outcome: FieldResult) =>
    outcome.kind === 'failed' ? undefined : words.indexOf(formatFieldResult(path, outcome, mode));
  return { isStepChart: true, rows: words.map((label, at) => ({ at, label })), getY: height };
}
