import { useMemo } from 'react';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import type { DevicesState } from '#paths/devices.ts';

/** The link's sort without connectivity if that failed to load, as the rows are not sorted by it then. */
export function useClaimedSort(): DevicesState['sort'] {
  const { sort } = useDevices();
  const { connectivity, lacking } = useDeviceList();
  const unknown = connectivity.error !== null && lacking.includes(CONNECTIVITY_FIELD);
  return useMemo(() => (unknown ? sort.filter(({ field }) => field !== CONNECTIVITY_FIELD) : sort), [sort, unknown]);
}
