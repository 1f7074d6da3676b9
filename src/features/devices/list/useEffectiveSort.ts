import { useMemo } from 'react';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import type { DevicesState } from '#urls/devices.ts';

/** Sort order of the link. Omits connectivity if it failed to load, because the rows are then not sorted by it. */
export function useEffectiveSort(): DevicesState['sort'] {
  const { sort } = useDevicesPage();
  const { connectivity, lacking } = useDeviceList();
  const unknown = connectivity.error !== null && lacking.includes(CONNECTIVITY_FIELD);
  return useMemo(() => (unknown ? sort.filter(({ field }) => field !== CONNECTIVITY_FIELD) : sort), [sort, unknown]);
}
