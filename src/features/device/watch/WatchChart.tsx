import { extent, mean, rollup } from 'd3-array';
import { kindOf } from '#fields/deviceField.ts';
import { pluralize } from '#lib/formatNumber.ts';
import { formatClock, type TimeMode } from '#lib/time/time.ts';
import { describeSeries } from '#ui/charts/describeSeries.ts';
import { LineChart } from '#ui/charts/LineChart.tsx';
import { type Tick, timeTicks, zoneOf } from '#ui/charts/timeScale.ts';
import { valueTicks } from '#ui/charts/valueTicks.ts';
import { useTimeMode } from '#ui/values/timeMode.ts';
import type { FieldWatch, Outcome, Sample } from './fieldWatch.ts';
import { outcomeWords } from './fieldWatch.ts';

const LEVELS_MAX = 6;
const TICKS = 4;

/** Values of a watched field: steps for booleans and text, a line for numbers; gaps for pauses and failures. */
export function WatchChart({ watch, path }: { watch: FieldWatch; path: string }) {
  const mode = useTimeMode();
  const { samples } = watch;
  const drawn = numbers(samples, path) ?? levels(samples, path, mode);
  if (samples.length === 0 || !drawn) return null;
  const { steps, rows } = drawn;
  const line = lineOf(samples, drawn);
  const [from, to] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0];
  return (
    <LineChart
      label={`${path} over time: ${describeSamples(samples, path, mode)}`}
      line={line}
      rows={rows}
      columns={timeTicks(from, to, TICKS, zoneOf(mode))}
      height={steps ? Math.max(32, 24 * (rows.length - 1)) : 64}
      readout={(point) => {
        const value = line.ys[point];
        return `${formatClock(line.xs[point] ?? 0, mode)} · ${rows.find(({ at }) => at === value)?.label ?? value}`;
      }}
    />
  );
}

/** Text alternative of the chart: statistics of numbers, or the count of each other value. */
function describeSamples(samples: readonly Sample[], path: string, mode: TimeMode): string {
  const values = numericValues(samples);
  const isNumeric = numbers(samples, path) !== undefined;
  if (isNumeric) {
    const [min = 0, max = 0] = extent(values);
    return describeSeries({ label: path, min, mean: mean(values) ?? 0, max, values: values.length });
  }
  const counts = rollup(
    samples,
    ({ length }) => length,
    ({ outcome }) => outcomeWords(path, outcome, mode),
  );
  return [...counts].map(([words, count]) => `${words} ${pluralize(count, 'time')}`).join(', ');
}

function numericValues(samples: readonly Sample[]): number[] {
  return samples.flatMap(({ outcome }) =>
    outcome.kind === 'value' && typeof outcome.value === 'number' ? [outcome.value] : [],
  );
}

type Drawn = { steps: boolean; rows: readonly Tick[]; height: (outcome: Outcome) => number | undefined };

/** In a step chart, a value before a gap is extended to its start. */
function lineOf(samples: readonly Sample[], { steps, height }: Drawn) {
  const [xs, ys]: [number[], number[]] = [[], []];
  const add = (x: number, y: number) => {
    xs.push(x);
    ys.push(y);
  };
  for (const { at, outcome, afterPause } of samples) {
    const value = height(outcome) ?? Number.NaN;
    const before = ys.at(-1) ?? Number.NaN;
    const opens = afterPause || Number.isNaN(value);
    if (opens && steps && !Number.isNaN(before)) add(at, before);
    if (opens) add(at, Number.NaN);
    if (!Number.isNaN(value)) add(at, value);
  }
  return { xs, ys, steps };
}

function numbers(samples: readonly Sample[], path: string): Drawn | undefined {
  const values = samples.flatMap(({ outcome }) =>
    outcome.kind === 'value' && outcome.value !== null ? [outcome.value] : [],
  );
  const numeric = values.filter((value) => typeof value === 'number');
  const [least, greatest] = extent(numeric);
  if (least === undefined || numeric.length < values.length || kindOf(path, 'number') === 'time') return undefined;
  const height = (outcome: Outcome) =>
    outcome.kind === 'value' && typeof outcome.value === 'number' ? outcome.value : undefined;
  return { steps: false, rows: valueTicks(least, greatest), height };
}

/** One level per value: false below true, others in order of appearance. */
function levels(samples: readonly Sample[], path: string, mode: TimeMode): Drawn | undefined {
  const known = samples.map(({ outcome }) => outcome).filter(({ kind }) => kind !== 'failed');
  const words = [...new Set(known.map((outcome) => outcomeWords(path, outcome, mode)))];
  if (known.some((outcome) => outcome.kind === 'value' && typeof outcome.value === 'boolean')) {
    const both = [false, true].map((value) => outcomeWords(path, { kind: 'value', value }, mode));
    words.splice(0, words.length, ...new Set([...both, ...words]));
  }
  if (words.length === 0 || words.length > LEVELS_MAX) return undefined;
  const height = (outcome: Outcome) =>
    outcome.kind === 'failed' ? undefined : words.indexOf(outcomeWords(path, outcome, mode));
  return { steps: true, rows: words.map((label, at) => ({ at, label })), height };
}
