import { CONNECTIVITY_LABELS, type ConnectivityJoin } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { type CheckResults, checkDevices } from '#fleet/queries/checks.ts';
import { type CrossTabRow, crossTabulate } from '#fleet/queries/crossTabulate.ts';
import { computeTimeHistogram, computeTimeSummary, type TimeHistogram } from '#fleet/queries/timeHistogram.ts';
import { type AxisTimeZone, createTimeBins, type TimeBins } from '#ui/charts/timeBins.ts';
import { OVERVIEW_TIME_FIELDS, type TimeField } from '#urls/overview.ts';

/**
 * Histogram of a time field. If some times are in the future, it ends now. `scale` is undefined if no device has a
 * time.
 */
export type TimeSummary = { scale: TimeBins | undefined; histogram: TimeHistogram };

export type FleetSummary = {
  fleet: Fleet;
  connected: boolean;
  pairing: readonly CrossTabRow[];
  products?: readonly CrossTabRow[] | undefined;
  times?: Readonly<Record<TimeField, TimeSummary>>;
  checked?: CheckResults;
};

const UNKNOWN_CONNECTIVITY: ConnectivityJoin = { labels: CONNECTIVITY_LABELS, codes: new Uint8Array(0) };

/** Summarizes a device list and yields partial results. While the list loads, only the received rows are counted. */
export function* summarizeFleet(
  fleet: Fleet,
  connectivity: ConnectivityJoin | undefined,
  zone: AxisTimeZone,
  onPartialSummary: (summary: FleetSummary) => void,
): Generator<void, FleetSummary> {
  const joined = connectivity ?? UNKNOWN_CONNECTIVITY;
  const pairing = (yield* crossTabulate(fleet, 'paired', joined)) ?? [];
  let summary: FleetSummary = { fleet, connected: connectivity !== undefined, pairing };
  onPartialSummary(summary);
  summary = { ...summary, products: yield* crossTabulate(fleet, 'productID', joined) };
  onPartialSummary(summary);
  if (fleet.state === 'reading') return summary;
  const times = {} as Record<TimeField, TimeSummary>; // filled by the loop
  for (const field of OVERVIEW_TIME_FIELDS) times[field] = yield* summarizeTimes(fleet, field, zone);
  summary = { ...summary, times };
  onPartialSummary(summary);
  // the list's own time, so that a check on the Devices page finds the same devices
  return { ...summary, checked: yield* checkDevices(fleet, fleet.fetchedAt, connectivity) };
}

function* summarizeTimes(fleet: Fleet, field: TimeField, zone: AxisTimeZone): Generator<void, TimeSummary> {
  const { earliest, latest } = yield* computeTimeSummary({ fleet, field });
  const now = fleet.fetchedAt;
  const end = earliest !== undefined && latest !== undefined && earliest <= now ? Math.min(latest, now) : latest;
  const scale = earliest !== undefined && end !== undefined ? createTimeBins(earliest, end, zone) : undefined;
  return { scale, histogram: yield* computeTimeHistogram({ fleet, field }, scale?.edges ?? []) };
}

const PAIRED_VALUES: readonly string[] = ['true', 'false'];

export function getPairingGroupValues(pairing: readonly CrossTabRow[], paired: string): readonly string[] {
  return paired === '' ? pairing.flatMap(({ value }) => (PAIRED_VALUES.includes(value) ? [] : value)) : [paired];
}

/**
 * Counts devices by pairing ('true', 'false', '' for neither) and connectivity. An omitted filter includes all devices.
 */
export function countDevicesByPairing(
  pairing: readonly CrossTabRow[],
  pairedValue: string | undefined,
  connectivity?: string,
): number {
  return pairing
    .filter(
      ({ value }) =>
        pairedValue === undefined || (pairedValue === '' ? !PAIRED_VALUES.includes(value) : value === pairedValue),
    )
    .reduce(
      (sum, { count, countsByLabel }) =>
        sum + (connectivity === undefined ? count : (countsByLabel.get(connectivity) ?? 0)),
      0,
    );
}

export function formatPercentage(count: number, total: number): string {
  return `${(total === 0 ? 0 : (100 * count) / total).toFixed(1)} %`;
}
