import { IconChartBar, IconDatabase, IconDevices2, IconLayoutDashboard } from '@tabler/icons-react';
import { COMPARE_PATH, DASHBOARDS_PATH, DATASTORE_PATH, DEVICES_PATH, OVERVIEW_PATH } from '#urls/routePaths.ts';

export const NAVIGATION = [
  { address: OVERVIEW_PATH, title: 'Overview', goToKey: 'o', Icon: IconChartBar },
  { address: DASHBOARDS_PATH, title: 'Dashboard', goToKey: 'b', Icon: IconLayoutDashboard },
  { address: DEVICES_PATH, title: 'Devices', goToKey: 'd', Icon: IconDevices2 },
  { address: DATASTORE_PATH, title: 'Datastore', goToKey: 's', Icon: IconDatabase },
];

export function isActiveAddress(address: string, pathname: string): boolean {
  const typed = pathname.toLowerCase();
  if (address === DEVICES_PATH && typed === COMPARE_PATH) return true;
  return typed === address || (address !== OVERVIEW_PATH && typed.startsWith(`${address}/`));
}
