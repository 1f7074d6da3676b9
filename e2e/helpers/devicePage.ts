import { expect, type Page } from 'playwright/test';
import { createDevicePageObject } from '#e2e/testing/pageObjects.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import type { Service } from './fixtures.ts';
import { openSignedIn } from './session.ts';

export function getDemoDevice(service: Service) {
  const device = service.devices[3]?.record;
  if (!device) throw new Error('The demo project holds too few devices.');
  return device;
}

export async function openDemoDevicePage(page: Page, service: Service) {
  const device = getDemoDevice(service);
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name);
  return device;
}

export const getRecordRegion = (page: Page) => createDevicePageObject(page).record;
