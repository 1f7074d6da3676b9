import type { DateTruncUnit } from '#lib/group/groupSpec.ts';
import type { OrderedJsonObject } from '#lib/json/json.ts';
import { COUNT_OPERATOR, createGroupStage } from '#pipeline/draft/stages/createGroupStage.ts';
import { createTimeTruncation, type TimeAxisField } from './chartGroupStages.ts';
import { type GroupsFetcher, readGroupPages } from './fetchPagesInOrder.ts';

export type TimeHistogramBins = { edges: readonly number[] };

export type DocumentTimeCounts<Bins extends TimeHistogramBins> = {
  bins: Bins;
  counts: readonly number[];
  /** Number of documents without a time. */
  untimed: number;
};

type TimeHistogramOptions<Bins> = {
  pipeline: readonly OrderedJsonObject[];
  axis: TimeAxisField;
  /** IANA name of the time zone in which the bins begin, or `utc`. */
  zone: string;
  createBins: (least: number, most: number) => Bins;
  fetchGroups: GroupsFetcher;
  pageSize: number | undefined;
  signal: AbortSignal;
};

/** Units in which documents are counted, longest first, and their lengths in ms. Days may be an hour shorter. */
const UNITS = [
  ['day', 82_800_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Counts the documents of a query by time, in a service that groups them: one request for the days, and one each for
 * hours and minutes if the bins are shorter. Undefined if no document has a time.
 * @throws any error of the request function
 */
export async function fetchTimeHistogram<Bins extends TimeHistogramBins>(
  options: TimeHistogramOptions<Bins>,
): Promise<DocumentTimeCounts<Bins> | undefined> {
  let histogram: DocumentTimeCounts<Bins> | undefined;
  for (const [unit, ms] of UNITS) {
    const found = await fetchCounts(options, unit);
    let [least, most] = [Infinity, -Infinity];
    for (const time of found.counts.keys()) [least, most] = [Math.min(least, time), Math.max(most, time)];
    if (least > most) return undefined;
    const bins = options.createBins(least, most + ms - 1);
    histogram = createHistogram(bins, found);
    const [first = 0, second = 0] = bins.edges;
    if (second - first >= ms) break;
  }
  return histogram;
}

type TimeCounts = { counts: ReadonlyMap<number, number>; untimed: number };

async function fetchCounts<Bins>(options: TimeHistogramOptions<Bins>, unit: DateTruncUnit): Promise<TimeCounts> {
  const time = createTimeTruncation(options.axis, unit, options.zone);
  const counts = new Map<number, number>();
  let untimed = 0;
  for await (const { documents } of readGroupPages(options, [
    createGroupStage([['at', time]], [['count', COUNT_OPERATOR]]),
  ])) {
    for (const { at, count: documentCount } of documents) {
      if (typeof documentCount !== 'number') continue;
      if (typeof at === 'number') counts.set(at, documentCount);
      else untimed += documentCount;
    }
  }
  return { counts, untimed };
}

function createHistogram<Bins extends TimeHistogramBins>(bins: Bins, { counts, untimed }: TimeCounts) {
  const { edges } = bins;
  const sums = edges.slice(1).map(() => 0);
  for (const [time, count] of counts) {
    const next = edges.findIndex((edge) => edge > time);
    const bin = next < 0 ? sums.length - 1 : Math.max(0, next - 1);
    sums[bin] = (sums[bin] ?? 0) + count;
  }
  return { bins, counts: sums, untimed };
}
