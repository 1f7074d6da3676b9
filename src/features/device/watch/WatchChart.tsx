import { kindOf } from '#fields/deviceField.ts';
import { formatClock, type TimeMode } from '#lib/time/time.ts';
import { type ChartTick, roundTicks, timeTicks } from '#ui/charts/chartTicks.ts';
import { type ChartPoint, LineChart } from '#ui/charts/LineChart.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import type { FieldWatch, Outcome, Sample } from './fieldWatch.ts';
import { outcomeWords } from './outcomeWords.ts';

/** More different values than these are not told apart by height. */
const LEVELS_MAX = 6;

/** The values of a watched field: steps for booleans and text, a line for numbers; open where nobody asked or it failed. */
export function WatchChart({ watch, path }: { watch: FieldWatch; path: string }) {
  const mode = useTimeMode();
  const { samples } = watch;
  const drawn = numbers(samples, path) ?? levels(samples, path, mode);
  if (samples.length === 0 || !drawn) return null;
  const points = samples.flatMap((sample): ChartPoint[] => {
    const point = { x: sample.at, y: drawn.height(sample.outcome) };
    return sample.afterPause ? [{ x: sample.at, y: undefined }, point] : [point];
  });
  const [from, to] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0];
  return (
    <LineChart
      label={`${path} over time`}
      points={points}
      steps={drawn.steps}
      rows={drawn.rows}
      columns={timeTicks(from, to, mode)}
      height={drawn.steps ? Math.max(32, 24 * (drawn.rows.length - 1)) : 64}
      readout={({ x, y }) => `${formatClock(x)} · ${drawn.rows.find(({ at }) => at === y)?.label ?? y}`}
    />
  );
}

type Drawn = { steps: boolean; rows: readonly ChartTick[]; height: (outcome: Outcome) => number | undefined };

function numbers(samples: readonly Sample[], path: string): Drawn | undefined {
  if (kindOf(path, 'number') === 'time') return undefined;
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { outcome } of samples) {
    if (outcome.kind !== 'value' || outcome.value === null) continue;
    if (typeof outcome.value !== 'number') return undefined;
    least = Math.min(least, outcome.value);
    greatest = Math.max(greatest, outcome.value);
  }
  if (least > greatest) return undefined;
  const rows = roundTicks(least, greatest, 3).map((at) => ({ at, label: String(at) }));
  const height = (outcome: Outcome) =>
    outcome.kind === 'value' && typeof outcome.value === 'number' ? outcome.value : undefined;
  return { steps: false, rows, height };
}

/** A height for each value, false below true and others in the order they came. */
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
