import { IconChartBar, IconDatabase, IconDevices2 } from '@tabler/icons-react';
import { COMPARE_PATH, DATASTORE_PATH, DEVICES_PATH, OVERVIEW_PATH } from '#urls/routePaths.ts';

export const NAVIGATION = [
  { address: OVERVIEW_PATH, title: 'Overview', Icon: IconChartBar },
  { address: DEVICES_PATH, title: 'Devices', Icon: IconDevices2 },
  { address: DATASTORE_PATH, title: 'Datastore', Icon: IconDatabase },
];

export function isActiveAddress(address: string, pathname: string): boolean {
  const typed = pathname.toLowerCase();
  if (address === DEVICES_PATH && typed === COMPARE_PATH) return true;
  return typed === address || (address !== OVERVIEW_PATH && typed.startsWith(`${address}/`));
}
