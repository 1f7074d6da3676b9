import type { Felt } from './felt.ts';
import type { Figures, Measured } from './measure.ts';

/** A measured figure beside its goal. `withinMargin` is what a change must keep; `met` is the aim. */
export type Verdict = {
  size: number;
  pace: number | undefined;
  metric: string;
  value: number;
  goal: number;
  budget: number;
  met: boolean;
  withinMargin: boolean;
};

type Goal = {
  metric: string;
  size: number;
  pace?: number;
  most: number;
  of: (own: Figures, limit: Figures, overview: Figures) => number;
};

/** Budgets of every change are this much wider than the goals: one round on a busy machine is not five on a calm one. */
const MARGIN = 1.5;
const WEIGHT_MAX = 175_000;
/** The package where it is installed, with its dependencies, MB. */
const INSTALLED_MAX = 80;
/** Of a click on sign-in to a reload, and of a first opening beyond a second one, ms. */
const SIGN_IN_MOST = 1.3;
const LATER_MOST = 100;

/**
 * Budgets where a goal is not reached, or where one round on shared cores says little: they keep what there is from
 * getting worse without anybody noticing, and are not what is aimed at.
 */
const REACHED: Readonly<Record<string, number>> = {
  'first row 1000': 6,
  'complete 1000': 6,
  'first row 100000': 3,
  'complete 100000': 4,
  'key p50 1000': 3,
  'sort by time 1000': 4,
  'sort by name 1000': 4,
  'longest task, ms': 200,
  'TBT, ms': 200,
  'TBT 100000': 4,
  'key p50 100000': 2,
  'sort by time 100000': 0.8,
  'sort by name 100000': 0.6,
  'frames over 50 ms': 3,
  // bytes are the same on every machine
  'list page, bytes': 175_000,
  'installed, MB': INSTALLED_MAX,
};

const ratio = (
  metric: string,
  of: (figures: Figures) => number | undefined,
  most: Record<number, number>,
  pace?: number,
): Goal[] =>
  Object.entries(most).map(([size, goal]) => ({
    metric,
    size: Number(size),
    ...(pace !== undefined && { pace }),
    most: goal,
    of: (own, limit) => (of(own) ?? 0) / Math.max(of(limit) ?? 0, 1),
  }));

const absolute = (metric: string, of: (figures: Figures) => number | undefined, most: number): Goal[] =>
  [1000, 100_000, 1_000_000].map((size) => ({ metric, size, most, of: (own) => of(own) ?? 0 }));

const GOALS: readonly Goal[] = [
  ...ratio('first row', ({ firstRow }) => firstRow, { 1000: 1.6, 100000: 0.6, 1000000: 0.12 }),
  ...absolute('longest task, ms', ({ longestTask }) => longestTask, 50),
  { metric: 'TBT, ms', size: 1000, most: 0, of: ({ tbt }) => tbt },
  ...ratio('TBT', ({ tbt }) => tbt, { 100000: 0.25, 1000000: 0.02 }),
  ...ratio('key p50', ({ keyP50 }) => keyP50, { 1000: 1.3, 100000: 0.9, 1000000: 0.3 }),
  ...ratio('key p50, lists arriving', ({ arrivingP50, keyP50 }) => arrivingP50 ?? keyP50, {
    100000: 1.2,
    1000000: 0.5,
  }),
  ...ratio('key p95, lists arriving', ({ arrivingP95, keyP95 }) => arrivingP95 ?? keyP95, { 100000: 2, 1000000: 2 }),
  ...ratio('sort by time', ({ sortTime }) => sortTime, { 1000: 1.3, 100000: 0.25, 1000000: 0.05 }),
  ...ratio('sort by name', ({ sortName }) => sortName, { 1000: 1.3, 100000: 0.25, 1000000: 0.05 }),
  ...ratio('complete', ({ complete }) => complete, { 1000: 1.5, 100000: 1.3, 1000000: 1.0 }),
  ...ratio('peak memory', ({ peakMemory }) => peakMemory, { 100000: 2.0, 1000000: 1.1 }),
  ...absolute('frames over 50 ms', ({ slowFrames }) => slowFrames, 0),
  ...absolute('last row not reached', ({ lastRow }) => (lastRow === false ? 1 : 0), 0),
  ...ratio('first row', ({ firstRow }) => firstRow, { 100000: 0.2, 1000000: 0.1 }, 100),
  // against the list of the same round: both are drawn from one answer
  ...[1000, 100_000, 1_000_000].map((size) => ({
    metric: 'overview, first number',
    size,
    most: 1.3,
    of: ({ complete }: Figures, _: Figures, { firstRow = 0 }: Figures) => firstRow / Math.max(complete, 1),
  })),
];

/** Every goal that the measured sizes have, the weight of the list page in bytes, and the installed package's. */
export function judge(measured: readonly Measured[], weight: number, installed: number): Verdict[] {
  const verdicts = measured.flatMap(({ size, pace, medians }) =>
    GOALS.filter((goal) => goal.size === size && goal.pace === pace).map((goal) => {
      const value = goal.of(medians.console, medians['limit-dom'], medians.overview);
      return verdict({ size, pace, metric: goal.metric, value, goal: goal.most });
    }),
  );
  return [
    ...verdicts,
    verdict({ size: 0, pace: undefined, metric: 'list page, bytes', value: weight, goal: WEIGHT_MAX }),
    verdict({ size: 0, pace: undefined, metric: 'installed, MB', value: installed / 1e6, goal: INSTALLED_MAX }),
  ];
}

/** What somebody waits for: signing in beside a reload, and each first opening beside the second. */
export function judgeFelt({ signIn, reload, openings }: Felt): Verdict[] {
  const of = (metric: string, value: number, goal: number) =>
    verdict({ size: 0, pace: undefined, metric, value, goal });
  return [
    of('sign in ÷ reload', signIn / Math.max(reload, 1), SIGN_IN_MOST),
    ...openings.map(({ name, first, second }) => of(`${name}, first − second, ms`, first - second, LATER_MOST)),
  ];
}

/** What is beyond its budget and by how much, in words; nothing where all keep theirs. */
export function overBudget(verdicts: readonly Verdict[]): string[] {
  const over = verdicts.filter(({ withinMargin }) => !withinMargin);
  const lines = over.map(
    ({ size, metric, value, budget }) =>
      `  ${metric}${size ? ` at ${size} devices` : ''}: ${Number(value.toFixed(2))}, of at most ${Number(budget.toFixed(2))}`,
  );
  return lines.length === 0
    ? []
    : ['Over budget. Take back what costs it, or say in e2e/bench/goals.ts why it is worth that:', ...lines];
}

function verdict(figure: Omit<Verdict, 'budget' | 'met' | 'withinMargin'>): Verdict {
  const { size, metric, value, goal } = figure;
  const budget = REACHED[`${metric} ${size}`] ?? REACHED[metric] ?? goal * MARGIN;
  return { ...figure, budget, met: value <= goal, withinMargin: value <= budget };
}
