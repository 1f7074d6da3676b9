import { IconChartBar, IconDatabase, IconDevices2, IconInfoCircle, IconPlugConnected } from '@tabler/icons-react';
import { ABOUT, COMPARE, CONNECTIONS, DATASTORE, DEVICES, OVERVIEW } from '#paths/addresses.ts';

/** The places that one goes to by their titles, in the order of the palette; `side` ones stand in the sidebar too. */
export const PLACES = [
  { address: OVERVIEW, title: 'Overview', Icon: IconChartBar, side: true },
  { address: DEVICES, title: 'Devices', Icon: IconDevices2, side: true },
  { address: DATASTORE, title: 'Datastore', Icon: IconDatabase, side: true },
  { address: CONNECTIONS, title: 'Connections', Icon: IconPlugConnected, side: false },
  { address: ABOUT, title: 'About', Icon: IconInfoCircle, side: false },
];

/** Whether a page belongs to a place: one device, and several side by side, belong to their list. */
export function belongsTo(address: string, pathname: string): boolean {
  if (address === DEVICES && pathname === COMPARE) return true;
  return pathname === address || (address !== OVERVIEW && pathname.startsWith(`${address}/`));
}
