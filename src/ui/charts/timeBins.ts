import {
  timeDay,
  timeHour,
  timeMinute,
  timeMonday,
  timeMonth,
  timeSecond,
  timeYear,
  utcDay,
  utcHour,
  utcMinute,
  utcMonday,
  utcMonth,
  utcSecond,
  utcYear,
} from 'd3-time';
import { formatTime, MAX_DATE_MS, type TimeMode } from '#lib/time/time.ts';

export type AxisTimeZone = 'local' | 'utc';

/**
 * Time bins of a histogram. Bin i extends from `edges[i]` to `edges[i + 1]`, in ms; `unit` describes the bin length.
 */
export type TimeBins = { edges: readonly number[]; unit: string; zone: AxisTimeZone; labelLength: number };

export type Tick = { at: number; label: string };

const DAY_MS = 86_400_000;

/**
 * Time units of axis ticks. `ms` is the maximum length of a unit. `letters` is the number of characters of a formatted
 * time that identify the unit. Weeks begin on Monday.
 */
const TICK_UNITS = {
  second: { local: timeSecond, utc: utcSecond, ms: 1000, letters: 19 },
  minute: { local: timeMinute, utc: utcMinute, ms: 60_000, letters: 16 },
  hour: { local: timeHour, utc: utcHour, ms: 3_600_000, letters: 16 },
  day: { local: timeDay, utc: utcDay, ms: DAY_MS, letters: 10 },
  week: { local: timeMonday, utc: utcMonday, ms: 7 * DAY_MS, letters: 10 },
  month: { local: timeMonth, utc: utcMonth, ms: 31 * DAY_MS, letters: 7 },
  year: { local: timeYear, utc: utcYear, ms: 366 * DAY_MS, letters: 4 },
};

type TickUnit = keyof typeof TICK_UNITS;

const TIME_STEPS: readonly (readonly [part: TickUnit, by: number, words?: string])[] = [
  ['second', 1],
  ['second', 5],
  ['second', 15],
  ['second', 30],
  ['minute', 1, 'per minute'],
  ['minute', 5, 'per 5 minutes'],
  ['minute', 15, 'per 15 minutes'],
  ['minute', 30],
  ['hour', 1, 'per hour'],
  ['hour', 3],
  ['hour', 6, 'per 6 hours'],
  ['hour', 12],
  ['day', 1, 'per day'],
  ['day', 2],
  ['week', 1, 'per week'],
  ['month', 1, 'per month'],
  ['month', 3, 'per 3 months'],
  ['month', 6],
  ['year', 1, 'per year'],
  ['year', 2],
  ['year', 5],
  ['year', 10, 'per 10 years'],
  ['year', 50],
  ['year', 100, 'per 100 years'],
  ['year', 10_000, 'per 10,000 years'],
];
const BIN_STEPS = TIME_STEPS.filter(([, , words]) => words);

const MIDNIGHT = /^00:00(:00)?$/;

export function createTimeBins(earliest: number, latest: number, zone: AxisTimeZone, maxBins = 40): TimeBins {
  const { edges, part, words } = divideTimeRange([earliest, latest], zone, maxBins, BIN_STEPS);
  return { edges, unit: words ?? 'in total', zone, labelLength: TICK_UNITS[part].letters };
}

/** Formats the start of a bin, truncated to the precision of its unit. */
export function formatBinLabel({ edges, zone, labelLength }: TimeBins, bin: number): string {
  return formatTime(edges[bin] ?? 0, zone, 0)?.slice(0, labelLength) ?? '';
}

/** Formats the end of a bin: a time of day as it is, or the last day, month or year in the bin. */
export function formatBinEnd({ edges, zone, labelLength }: TimeBins, bin: number): string {
  const end = (edges[bin + 1] ?? 0) - (labelLength > TICK_UNITS.day.letters ? 0 : 1);
  return formatTime(end, zone, 0)?.slice(0, labelLength) ?? '';
}

export function createTimeTicks(from: number, to: number, maxTicks: number, zone: AxisTimeZone): Tick[] {
  const { edges, part } = divideTimeRange([from, to], zone, maxTicks + 1, TIME_STEPS);
  const ats = edges.filter((at) => at >= from && at <= to);
  if (ats.length === 0) return [{ at: from, label: formatTime(from, zone, 0)?.slice(0, 19) ?? '' }];
  const { letters } = TICK_UNITS[part];
  return ats.map((at, index) => {
    const text = formatTime(at, zone, 0)?.slice(0, letters) ?? '';
    const clock = text.slice(11);
    return { at, label: index > 0 && clock && !MIDNIGHT.test(clock) ? clock : text.slice(clock ? 5 : 0) };
  });
}

/** Returns the time zone of a chart's axis. Charts with relative times use the local zone. */
export function getAxisTimeZone(mode: TimeMode): AxisTimeZone {
  return mode === 'utc' ? 'utc' : 'local';
}

/** Divides a time range into equal steps, at most as many as given. The outer edges enclose the range. */
function divideTimeRange(
  [from, to]: readonly [number, number],
  zone: AxisTimeZone,
  most: number,
  steps: typeof TIME_STEPS,
) {
  for (const [part, by, words] of steps) {
    const length = by * TICK_UNITS[part].ms;
    if ((to - from) / length > most || Math.max(-from, to) + length > MAX_DATE_MS) continue;
    const interval = createTimeInterval(part, by, zone);
    const [first, last] = [interval.floor(new Date(from)), interval.ceil(new Date(to + 1))];
    const edges = interval.range(first, new Date(last.getTime() + 1)).map(Number);
    if (edges.length > 1 && edges.length <= most + 1) return { edges, part, words };
  }
  return { edges: [from, to + 1], part: 'year' as const };
}

function createTimeInterval(part: TickUnit, by: number, zone: AxisTimeZone) {
  const interval = TICK_UNITS[part][zone];
  if (by === 1) return interval;
  // d3 restarts counting days every month
  if (part === 'day') return interval.filter((date) => interval.count(new Date(0), date) % by === 0);
  return interval.every(by) ?? interval;
}
