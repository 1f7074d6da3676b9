import { useMemo } from 'react';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import type { DevicesState } from '#urls/devices.ts';

/** The link's sort without connectivity if that failed to load, as the rows are not sorted by it then. */
export function useEffectiveSort(): DevicesState['sort'] {
  const { sort } = useDevicesPage();
  const { connectivity, lacking } = useDeviceList();
  const unknown = connectivity.error !== null && lacking.includes(CONNECTIVITY_FIELD);
  return useMemo(() => (unknown ? sort.filter(({ field }) => field !== CONNECTIVITY_FIELD) : sort), [sort, unknown]);
}
