import { IconInfoCircle, IconPlugConnected } from '@tabler/icons-react';
import { ABOUT, CONNECTIONS } from '#paths/addresses.ts';

/** Places that are gone to by the palette and the menu of the connection; what draws them is loaded with the palette. */
export const FURTHER_PLACES = [
  { address: CONNECTIONS, title: 'Connections', Icon: IconPlugConnected },
  { address: ABOUT, title: 'About', Icon: IconInfoCircle },
];
