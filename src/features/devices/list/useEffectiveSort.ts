import { useMemo } from 'react';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import type { DevicesState } from '#urls/devices.ts';

/** Sort order of the link without computed fields that are unavailable, because the rows are not sorted by them. */
export function useEffectiveSort(): DevicesState['sort'] {
  const { sort } = useDevicesPage();
  const { unavailable } = useDeviceList();
  return useMemo(
    () => (unavailable.length > 0 ? sort.filter(({ field }) => !unavailable.includes(field)) : sort),
    [sort, unavailable],
  );
}
