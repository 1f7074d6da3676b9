import { IconChartBar, IconDatabase, IconDevices2 } from '@tabler/icons-react';
import { COMPARE, DATASTORE, DEVICES, OVERVIEW } from '#paths/addresses.ts';

export const PLACES = [
  { address: OVERVIEW, title: 'Overview', Icon: IconChartBar },
  { address: DEVICES, title: 'Devices', Icon: IconDevices2 },
  { address: DATASTORE, title: 'Datastore', Icon: IconDatabase },
];

export function belongsTo(address: string, pathname: string): boolean {
  const typed = pathname.toLowerCase();
  if (address === DEVICES && typed === COMPARE) return true;
  return typed === address || (address !== OVERVIEW && typed.startsWith(`${address}/`));
}
