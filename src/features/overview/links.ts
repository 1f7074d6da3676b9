import { CONNECTIVITY_FIELD, FAILED_CHECKS_FIELD, LAST_SEEN_FIELD } from '#contract/device.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import type { CheckName } from '#fleet/queries/checks.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';
import type { FieldRange } from '#urls/rangeParams.ts';

export type AgeRange = { label: string; range: FieldRange };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Ranges of ages that together contain every device with a known time. */
export const AGE_RANGES: readonly AgeRange[] = [
  { label: 'in the last hour', range: { within: HOUR_MS } },
  { label: '1 to 24 hours ago', range: { within: DAY_MS, before: HOUR_MS } },
  { label: '1 to 7 days ago', range: { within: 7 * DAY_MS, before: DAY_MS } },
  { label: 'more than 7 days ago', range: { before: 7 * DAY_MS } },
  { label: 'never', range: { missing: 'only' } },
];

export const SILENT_AGE_MS = DAY_MS;
export const SILENT_RANGE: FieldRange = { before: SILENT_AGE_MS, missing: 'too' };

export const IMPLAUSIBLE_TIME_CHECK = 'time before 2000 or unreadable' satisfies CheckName;

/** Text of the link to the check, which covers all time fields. The count beside the link is for one field only. */
export const SEE_CHECK_LINK_TEXT = 'see the check for all time fields';

export function buildDevicesByPairingUrl(paired: readonly string[] | undefined, connectivity?: string): string {
  const facets = {
    ...(paired !== undefined && { paired }),
    ...(connectivity !== undefined && { [CONNECTIVITY_FIELD]: [connectivity] }),
  };
  return buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, facets });
}

export function buildDevicesByProductUrl(productID: string): string {
  return buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, facets: { productID: [productID] } });
}

export function buildDevicesByChecksUrl(checks: readonly CheckName[]): string {
  return buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, facets: { [FAILED_CHECKS_FIELD]: checks } });
}

export function buildNewestDevicesUrl(field: string): string {
  return buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, sort: [{ field, descending: true }] });
}

export function buildSilentOnlineUrl(source: DocumentSource): string {
  return buildDevicesUrl({
    ...DEFAULT_DEVICES_STATE,
    source,
    facets: { [CONNECTIVITY_FIELD]: ['online'] },
    ranges: { [LAST_SEEN_FIELD]: SILENT_RANGE },
  });
}

export function buildDevicesByRangeUrl(field: string, range: FieldRange, source?: DocumentSource): string {
  return buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, ranges: { [field]: range }, source });
}
