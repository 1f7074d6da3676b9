import type { Page } from 'playwright/test';
import type { OperationName } from '#contract/operations.ts';
import type { Service } from './fixtures.ts';

export async function mockServiceResponse(
  service: Service,
  operation: OperationName,
  body: unknown,
  status = 200,
): Promise<void> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  await service.calm();
  await service.fault({ kind: 'body', body: text, status }, { operation });
}

export function recordRequestBodies(page: Page, path: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) seen.push(request.postData() ?? '');
  });
  return seen;
}

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
