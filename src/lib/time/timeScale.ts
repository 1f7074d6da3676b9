import { formatTime } from './time.ts';

export type Zone = 'local' | 'utc';

/** Bars of time: `edges[i]` to `edges[i + 1]` is one, in ms; `unit` says how long each is. */
export type TimeScale = { edges: readonly number[]; unit: string; zone: Zone };

/** A length of bars: how many of which part of a date, and how much of a written time names one. */
type Step = { words: string; part: Part; by: number; letters: number };

/** The parts of a date in the order that Date takes them. */
const PARTS = ['year', 'month', 'date', 'hour', 'minute'] as const;

type Part = (typeof PARTS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const STEPS: readonly Step[] = [
  { words: 'a minute', part: 'minute', by: 1, letters: 16 },
  { words: '5 minutes', part: 'minute', by: 5, letters: 16 },
  { words: '15 minutes', part: 'minute', by: 15, letters: 16 },
  { words: 'an hour', part: 'hour', by: 1, letters: 16 },
  { words: '6 hours', part: 'hour', by: 6, letters: 16 },
  { words: 'a day', part: 'date', by: 1, letters: 10 },
  { words: 'a week', part: 'date', by: 7, letters: 10 },
  { words: 'a month', part: 'month', by: 1, letters: 7 },
  { words: '3 months', part: 'month', by: 3, letters: 7 },
  { words: 'a year', part: 'year', by: 1, letters: 4 },
  { words: '10 years', part: 'year', by: 10, letters: 4 },
  { words: '100 years', part: 'year', by: 100, letters: 4 },
];

const LONGEST: Step = { words: '10,000 years', part: 'year', by: 10_000, letters: 4 };

/** Bars that hold both times, as short as makes no more than `most` of them; weeks begin on Monday. */
export function timeScale(earliest: number, latest: number, zone: Zone, most = 40): TimeScale {
  for (const step of [...STEPS, LONGEST]) {
    const edges = edgesOf(step, earliest, latest, zone, most);
    if (edges) return { edges, unit: step.words, zone };
  }
  return { edges: [earliest, latest + 1], unit: 'all of it', zone };
}

/** What a bar is called: when it begins, as exactly as tells it from the next. */
export function barName({ edges, unit, zone }: TimeScale, bar: number): string {
  const { letters } = STEPS.find(({ words }) => words === unit) ?? LONGEST;
  return formatTime(edges[bar] ?? 0, zone, 0)?.slice(0, letters) ?? '';
}

/** The bar that a time is in; the first or the last one for times before or after all of them. */
export function barAt({ edges }: TimeScale, time: number): number {
  let bar = 0;
  while (bar < edges.length - 2 && (edges[bar + 1] as number) <= time) bar++; // within bounds
  return bar;
}

/** Nothing when there would be more bars than `most`. */
function edgesOf(step: Step, earliest: number, latest: number, zone: Zone, most: number): number[] | undefined {
  const edges: number[] = [];
  for (let count = 0; count <= most; count++) {
    const edge = edgeOf(step, earliest, zone, count);
    if (!Number.isFinite(edge)) return undefined;
    // where a clock is put back, two edges may be one
    if (edge > (edges.at(-1) ?? Number.NEGATIVE_INFINITY)) edges.push(edge);
    if (edge > latest) return edges;
  }
  return undefined;
}

/** Where the `count`-th bar begins, from the one that holds a time. */
function edgeOf({ part, by }: Step, time: number, zone: Zone, count: number): number {
  if (part === 'minute' || part === 'hour') {
    const length = by * (part === 'hour' ? HOUR_MS : MINUTE_MS);
    const shift = zone === 'utc' ? 0 : new Date(time).getTimezoneOffset() * MINUTE_MS;
    return Math.floor((time - shift) / length) * length + shift + count * length;
  }
  const parts = partsOf(time, zone);
  const place = PARTS.indexOf(part);
  const start = [0, 0, 1].map((least, at) => (at < place ? (parts[at] as number) : least)); // one for each
  if (part === 'date') start[2] = (parts[2] as number) - (by === 7 ? (weekday(time, zone) + 6) % 7 : 0) + count * by;
  else start[place] = Math.floor((parts[place] as number) / by) * by + count * by;
  const [year = 0, month = 0, date = 1] = start;
  return zone === 'utc' ? Date.UTC(year, month, date) : new Date(year, month, date).getTime();
}

function partsOf(time: number, zone: Zone): number[] {
  const date = new Date(time);
  return zone === 'utc'
    ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
    : [date.getFullYear(), date.getMonth(), date.getDate()];
}

function weekday(time: number, zone: Zone): number {
  return zone === 'utc' ? new Date(time).getUTCDay() : new Date(time).getDay();
}
