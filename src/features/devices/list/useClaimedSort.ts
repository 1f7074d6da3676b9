import { useMemo } from 'react';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import type { DevicesState } from '#paths/devices.ts';

/** The sort of the link without connectivity where that could not be loaded: the rows are not in its order. */
export function useClaimedSort(): DevicesState['sort'] {
  const { sort } = useDevices();
  const { connectivity, lacking } = useDeviceList();
  const unknown = connectivity.error !== null && lacking.includes(CONNECTIVITY_FIELD);
  return useMemo(() => (unknown ? sort.filter(({ field }) => field !== CONNECTIVITY_FIELD) : sort), [sort, unknown]);
}
