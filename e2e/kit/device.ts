import { expect, type Page } from 'playwright/test';
import { devicePlace } from '#e2e/testing/places.ts';
import { devicePath } from '#paths/device.ts';
import type { Service } from './fixtures.ts';
import { openSignedIn } from './session.ts';

export function someDevice(service: Service) {
  const device = service.devices[3]?.record;
  if (!device) throw new Error('The demo project holds too few devices.');
  return device;
}

export async function openDevice(page: Page, service: Service) {
  const device = someDevice(service);
  await openSignedIn(page, service, devicePath(device.deviceID));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name);
  return device;
}

export const record = (page: Page) => devicePlace(page).record;
