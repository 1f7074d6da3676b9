import { CONNECTIVITY_LABELS } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { type Checked, checkDevices } from '#fleet/questions/checks.ts';
import { type CrossCount, crossCounts } from '#fleet/questions/crossCounts.ts';
import { type TimeHistogram, timeHistogram, timeSpan } from '#fleet/questions/times.ts';
import { TIMES, type TimeField } from '#paths/overview.ts';
import { type TimeScale, timeScale, type Zone } from '#ui/charts/timeScale.ts';

export type Coded = Joined & { codes: Uint8Array };

/** Histogram of a time field, up to now if some times are in the future; `scale` is undefined if no device has a time. */
export type TimeSummary = { scale: TimeScale | undefined; histogram: TimeHistogram };

export type Summary = {
  fleet: Fleet;
  /** True if connectivity was known. */
  connected: boolean;
  /** Counts by `paired` ('' for neither) and connectivity. */
  pairing: readonly CrossCount[];
  /** Undefined if there are too many distinct values. */
  products?: readonly CrossCount[] | undefined;
  times?: Readonly<Record<TimeField, TimeSummary>>;
  checked?: Checked;
};

const UNKNOWN: Coded = { labels: CONNECTIVITY_LABELS, codes: new Uint8Array(0) };

/** Summarizes a list and reports partial results; of a list that is still loading, only counts of the rows so far. */
export function* summarize(
  fleet: Fleet,
  connectivity: Coded | undefined,
  zone: Zone,
  tell: (summary: Summary) => void,
): Generator<void, Summary> {
  const joined = connectivity ?? UNKNOWN;
  const pairing = (yield* crossCounts(fleet, 'paired', joined)) ?? [];
  let summary: Summary = { fleet, connected: connectivity !== undefined, pairing };
  tell(summary);
  summary = { ...summary, products: yield* crossCounts(fleet, 'productID', joined) };
  tell(summary);
  if (fleet.state === 'reading') return summary;
  const times = {} as Record<TimeField, TimeSummary>; // filled by the loop
  for (const field of TIMES) times[field] = yield* summarizeTimes(fleet, field, zone);
  summary = { ...summary, times };
  tell(summary);
  // the list's own time, so that a check on the Devices page finds the same devices
  return { ...summary, checked: yield* checkDevices(fleet, fleet.fetchedAt, connectivity) };
}

function* summarizeTimes(fleet: Fleet, field: TimeField, zone: Zone): Generator<void, TimeSummary> {
  const { earliest, latest } = yield* timeSpan(fleet, field);
  const now = fleet.fetchedAt;
  const end = earliest !== undefined && latest !== undefined && earliest <= now ? Math.min(latest, now) : latest;
  const scale = earliest !== undefined && end !== undefined ? timeScale(earliest, end, zone) : undefined;
  return { scale, histogram: yield* timeHistogram(fleet, field, scale?.edges ?? []) };
}

const FLAGS: readonly string[] = ['true', 'false'];

/** Returns the facet values of a pairing; '' (neither) includes missing values and those of other types. */
export function valuesOf(pairing: readonly CrossCount[], paired: string): readonly string[] {
  return paired === '' ? pairing.flatMap(({ value }) => (FLAGS.includes(value) ? [] : value)) : [paired];
}

/** Counts devices by pairing ('true', 'false', '' for neither) and connectivity; an omitted filter includes all. */
export function countOf(pairing: readonly CrossCount[], paired: string | undefined, connectivity?: string): number {
  return pairing
    .filter(({ value }) => paired === undefined || (paired === '' ? !FLAGS.includes(value) : value === paired))
    .reduce((sum, { count, by }) => sum + (connectivity === undefined ? count : (by.get(connectivity) ?? 0)), 0);
}

/** Formats `52.6 %`, with one decimal. */
export function shareInWords(count: number, of: number): string {
  return `${(of === 0 ? 0 : (100 * count) / of).toFixed(1)} %`;
}
