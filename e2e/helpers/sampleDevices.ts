import type { Service } from './fixtures.ts';
import { mockServiceResponse } from './mockServiceResponse.ts';

export const createDeviceRecord = (deviceID: string, more: object = {}) => ({
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

export const SAMPLE_DEVICES = [
  createDeviceRecord('A'),
  createDeviceRecord('B', { paired: false, admin: '', lastPairedAt: 0 }),
  createDeviceRecord('C', { productID: 'CAM' }),
];

export const createDeviceListBody = (devices: readonly unknown[]) => ({
  code: 'DEVICES-LIST-FETCHED',
  message: '',
  nDevices: devices.length,
  devices,
});

export const mockDeviceList = (service: Service, devices: readonly unknown[] = SAMPLE_DEVICES) =>
  mockServiceResponse(service, 'devices', createDeviceListBody(devices));
