import { answerWith } from './answers.ts';
import type { Service } from './fixtures.ts';

/** A device with fixed values, for snapshots that are independent of the demo data. */

export const device = (deviceID: string, more: object = {}) => ({
  deviceID,
  productID: 'PUMP',
  name: `Pump ${deviceID}`,
  status: true,
  admin: 'ann@example.com',
  registeredAt: 1_700_000_000_000,
  lastPairedAt: 1_710_000_000_000,
  paired: true,
  ...more,
});

export const FEW = [
  device('A'),
  device('B', { paired: false, admin: '', lastPairedAt: 0 }),
  device('C', { productID: 'CAM' }),
];

/** Serves the same devices for every list request; all are online. */
export const serve = (service: Service, devices: readonly object[] = FEW) =>
  answerWith(service, 'devices', { code: 'DEVICES-LIST-FETCHED', message: '', nDevices: devices.length, devices });
