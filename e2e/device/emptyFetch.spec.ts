import type { Page } from 'playwright/test';
import { getDemoDevice, openDemoDevicePage } from '#e2e/helpers/devicePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse, recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const picker = (page: Page) => page.getByRole('region', { name: 'One field' });

test('requests connectivity by product when no list has loaded it', { tag: '@long' }, async ({ page, service }) => {
  const device = service.devices.find(({ online }) => online)?.record;
  const asked = recordRequestBodies(page, '/devices/get');
  await openSignedIn(page, service, buildDeviceUrl(device?.deviceID ?? ''));
  await expect(page.getByText('online', { exact: true })).toBeVisible();
  expect(asked.map((body) => JSON.parse(body))).toEqual([{ productID: device?.productID, filter: 'online' }]);
});

test('without a product, requests connectivity on click', { tag: '@long' }, async ({ page, service }) => {
  const device = { ...getDemoDevice(service), productID: '' };
  await mockServiceResponse(service, 'device', { code: 'DEVICE-DETAILS-FETCHED', message: '', device });
  const asked = recordRequestBodies(page, '/devices/get');
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await expect(page.getByText('unknown', { exact: true })).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Check connectivity' }).click();
  await expect(page.getByText(/^(online|offline)$/)).toBeVisible();
});

test('suggests fields before the first fetch, and shows documents next to the record', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openDemoDevicePage(page, service);
  const top = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? 0;
  const left = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.x ?? 0;
  expect(await left('Documents')).toBe(await left('One field'));
  expect(await left('Documents')).toBeGreaterThan(await left('Record'));
  expect(await top('Documents')).toBeLessThan((await top('One field')) + 240);
  await picker(page).getByRole('button', { name: 'status', exact: true }).click();
  await expect(page).toHaveURL(/path=status/);
  await expect(picker(page).getByRole('combobox', { name: 'Field' })).toHaveValue('status');
  await expect(picker(page)).toContainText(/fetched/);
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect(await top('Documents')).toBe(await top('One field'));
});
