import type { GoalResult } from './goals.ts';
import type { PageFigures, PageMeasurement } from './measurePagePerformance.ts';
import type { PerceivedLatency } from './perceivedLatency.ts';

const FIGURE_COLUMNS: [title: string, of: (figures: PageFigures) => number | boolean | undefined][] = [
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

export function formatFiguresTable(
  measured: readonly PageMeasurement[],
  verdicts: readonly GoalResult[],
  weight: number,
): string {
  const head = ['devices', 'page', ...FIGURE_COLUMNS.map(([title]) => title)];
  const rows = measured.flatMap(({ size, pace, medians }) =>
    Object.entries(medians).map(([target, figures]) => [
      formatSize(size, pace),
      target,
      ...FIGURE_COLUMNS.map(([, of]) => formatFigure(of(figures))),
    ]),
  );
  const goals = verdicts.map((verdict) => [
    verdict.size ? formatSize(verdict.size, verdict.pace) : '',
    ...formatGoalRow(verdict),
  ]);
  return [
    alignColumns([head, ...rows]),
    `list page from a cold cache: ${(weight / 1000).toFixed(1)} kB of script and style, brotli`,
    alignColumns([['devices', 'metric', 'figure', 'goal', ''], ...goals]),
  ].join('\n\n');
}

export function formatLatencyTable(
  { signIn, reload, openings }: PerceivedLatency,
  verdicts: readonly GoalResult[],
): string {
  const rows = openings.map(({ name, first, second }) => [name, String(first), String(second)]);
  return [
    `sign in → first row ${signIn} ms, a reload ${reload} ms`,
    alignColumns([['opened', 'first', 'second'], ...rows]),
    alignColumns([['metric', 'figure', 'goal', ''], ...verdicts.map(formatGoalRow)]),
  ].join('\n\n');
}

function formatGoalRow({ metric, value, goal, met }: GoalResult): string[] {
  return [metric, formatRounded(value), `≤ ${goal}`, met ? 'met' : 'missed'];
}

function formatSize(size: number, pace: number | undefined): string {
  return size.toLocaleString('en') + (pace ? ` at ${pace} Mbit/s` : '');
}

function formatFigure(value: number | boolean | undefined): string {
  if (value === undefined) return '–';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(Math.round(value));
}

function formatRounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function alignColumns(rows: readonly string[][]): string {
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
