import { CONNECTIVITY_LABELS } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { type Checked, checkDevices } from '#fleet/questions/checks.ts';
import { type CrossCount, crossCounts } from '#fleet/questions/crossCounts.ts';
import { type TimeHistogram, timeHistogram, timeSpan } from '#fleet/questions/times.ts';
import { TIMES, type TimeField } from '#paths/overview.ts';
import { type TimeScale, timeScale, type Zone } from '#ui/charts/timeScale.ts';

export type Coded = Joined & { codes: Uint8Array };

/** One time of all devices: bars from the first to the last, or to now where some lie ahead; none where none has it. */
export type TimeSummary = { scale: TimeScale | undefined; histogram: TimeHistogram };

/** What is said of a list; what was not computed yet is missing. */
export type Summary = {
  fleet: Fleet;
  /** Whether it was known which devices are online. */
  connected: boolean;
  /** By `paired`, '' for what is neither, crossed with connectivity. */
  pairing: readonly CrossCount[];
  /** Nothing where there are too many different ones. */
  products?: readonly CrossCount[] | undefined;
  times?: Readonly<Record<TimeField, TimeSummary>>;
  checked?: Checked;
};

const UNKNOWN: Coded = { labels: CONNECTIVITY_LABELS, codes: new Uint8Array(0) };

/** Sums a list up, telling what is known so far; of one that is still read what its first rows say. */
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
  const times = {} as Record<TimeField, TimeSummary>; // filled at once
  for (const field of TIMES) times[field] = yield* summarizeTimes(fleet, field, zone);
  summary = { ...summary, times };
  tell(summary);
  // the moment of the list itself: whoever checks it again finds the same devices
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

/** The values of a pairing, as facets have them: of neither ('') no value, and those of other types. */
export function valuesOf(pairing: readonly CrossCount[], paired: string): readonly string[] {
  return paired === '' ? pairing.flatMap(({ value }) => (FLAGS.includes(value) ? [] : value)) : [paired];
}

/** How many devices there are of a pairing ('true', 'false', '' for neither), of one connectivity or of all. */
export function countOf(pairing: readonly CrossCount[], paired: string | undefined, connectivity?: string): number {
  return pairing
    .filter(({ value }) => paired === undefined || (paired === '' ? !FLAGS.includes(value) : value === paired))
    .reduce((sum, { count, by }) => sum + (connectivity === undefined ? count : (by.get(connectivity) ?? 0)), 0);
}

/** `52.6 %`, one digit after the point. */
export function shareInWords(count: number, of: number): string {
  return `${(of === 0 ? 0 : (100 * count) / of).toFixed(1)} %`;
}
