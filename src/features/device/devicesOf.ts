import { ALL_DEVICES, devicesPath } from '#paths/devices.ts';

/** Fields whose value is shared by devices that are worth a list. */
const SHARED: readonly string[] = ['productID', 'admin'];

/** The devices that have the same value of a field; nothing for fields that tell devices apart. */
export function devicesOf(field: string, value: string): string | undefined {
  return SHARED.includes(field) ? devicesPath({ ...ALL_DEVICES, facets: { [field]: [value] } }) : undefined;
}
