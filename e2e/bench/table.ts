import type { Felt } from './felt.ts';
import type { Verdict } from './goals.ts';
import type { Figures, Measured } from './measure.ts';

const COLUMNS: [title: string, of: (figures: Figures) => number | boolean | undefined][] = [
  ['first row', ({ firstRow }) => firstRow],
  ['complete', ({ complete }) => complete],
  ['longest', ({ longestTask }) => longestTask],
  ['TBT', ({ tbt }) => tbt],
  ['key p50', ({ keyP50 }) => keyP50],
  ['key p95', ({ keyP95 }) => keyP95],
  ['arriving p50', ({ arrivingP50 }) => arrivingP50],
  ['arriving p95', ({ arrivingP95 }) => arrivingP95],
  ['by time', ({ sortTime }) => sortTime],
  ['by name', ({ sortName }) => sortName],
  ['>50 ms', ({ slowFrames }) => slowFrames],
  ['last row', ({ lastRow }) => lastRow],
  ['peak MB', ({ peakMemory }) => peakMemory],
];

export function table(measured: readonly Measured[], verdicts: readonly Verdict[], weight: number): string {
  const head = ['devices', 'page', ...COLUMNS.map(([title]) => title)];
  const rows = measured.flatMap(({ size, pace, medians }) =>
    Object.entries(medians).map(([target, figures]) => [
      label(size, pace),
      target,
      ...COLUMNS.map(([, of]) => shown(of(figures))),
    ]),
  );
  const goals = verdicts.map((verdict) => [verdict.size ? label(verdict.size, verdict.pace) : '', ...goalRow(verdict)]);
  return [
    aligned([head, ...rows]),
    `list page from a cold cache: ${(weight / 1000).toFixed(1)} kB of script and style, brotli`,
    aligned([['devices', 'metric', 'figure', 'goal', ''], ...goals]),
  ].join('\n\n');
}

export function feltTable({ signIn, reload, openings }: Felt, verdicts: readonly Verdict[]): string {
  const rows = openings.map(({ name, first, second }) => [name, String(first), String(second)]);
  return [
    `sign in → first row ${signIn} ms, a reload ${reload} ms`,
    aligned([['opened', 'first', 'second'], ...rows]),
    aligned([['metric', 'figure', 'goal', ''], ...verdicts.map(goalRow)]),
  ].join('\n\n');
}

function goalRow({ metric, value, goal, met }: Verdict): string[] {
  return [metric, round(value), `≤ ${goal}`, met ? 'met' : 'missed'];
}

function label(size: number, pace: number | undefined): string {
  return size.toLocaleString('en') + (pace ? ` at ${pace} Mbit/s` : '');
}

function shown(value: number | boolean | undefined): string {
  if (value === undefined) return '–';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(Math.round(value));
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function aligned(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
