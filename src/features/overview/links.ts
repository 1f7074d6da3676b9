import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { CHECK } from '#fleet/model/joined.ts';
import type { Check } from '#fleet/questions/checks.ts';
import { ALL_DEVICES, devicesPath } from '#paths/devices.ts';
import type { RangeState } from '#paths/ranges.ts';

export const IMPLAUSIBLE = 'time before 2000 or unreadable' satisfies Check;

/** Link text: the check covers every time field, unlike the count beside it. */
export const SEE_CHECK = 'see the check of every time';

/** Link to devices by `paired` values and connectivity; an omitted filter includes all. */
export function pairingPath(paired: readonly string[] | undefined, connectivity?: string): string {
  const facets = {
    ...(paired !== undefined && { paired }),
    ...(connectivity !== undefined && { [CONNECTIVITY_FIELD]: [connectivity] }),
  };
  return devicesPath({ ...ALL_DEVICES, facets });
}

export function productPath(productID: string): string {
  return devicesPath({ ...ALL_DEVICES, facets: { productID: [productID] } });
}

export function checkPath(check: Check): string {
  return devicesPath({ ...ALL_DEVICES, facets: { [CHECK]: [check] } });
}

export function rangePath(field: string, range: RangeState): string {
  return devicesPath({ ...ALL_DEVICES, ranges: { [field]: range } });
}
