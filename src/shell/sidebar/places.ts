import { IconChartBar, IconDatabase, IconDevices2 } from '@tabler/icons-react';
import { COMPARE, DATASTORE, DEVICES, OVERVIEW } from '#paths/addresses.ts';

/** The places of the sidebar, by their titles; the palette leads to these and to a few more. */
export const PLACES = [
  { address: OVERVIEW, title: 'Overview', Icon: IconChartBar },
  { address: DEVICES, title: 'Devices', Icon: IconDevices2 },
  { address: DATASTORE, title: 'Datastore', Icon: IconDatabase },
];

/** Whether a page belongs to a place: one device, and several side by side, belong to their list. */
export function belongsTo(address: string, pathname: string): boolean {
  const typed = pathname.toLowerCase();
  if (address === DEVICES && typed === COMPARE) return true;
  return typed === address || (address !== OVERVIEW && typed.startsWith(`${address}/`));
}
