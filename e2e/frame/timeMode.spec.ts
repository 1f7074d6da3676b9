import type { Page } from 'playwright/test';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const timeOf = (page: Page, time: number) =>
  page.getByRole('region', { name: 'Record', exact: true }).locator(`time[datetime="${new Date(time).toISOString()}"]`);

test('the time display is in the URL of every page, and adds no history entries', async ({ page, service }) => {
  const device = service.devices.find(({ record }) => record.registeredAt > 0)?.record;
  if (!device) throw new Error('The demo project holds no registered device.');
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  const registered = timeOf(page, device.registeredAt);
  await expect(registered).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const entries = await page.evaluate(() => history.length);

  await page.getByLabel('Time display', { exact: true }).selectOption('UTC');
  await expect(page).toHaveURL(/\?time=utc$/);
  await expect(registered).toHaveText(/Z$/);
  await page.getByLabel('Time display', { exact: true }).selectOption('Epoch ms');
  await expect(page).toHaveURL(/\?time=epoch$/);
  await expect(registered).toHaveText(String(device.registeredAt));
  expect(await page.evaluate(() => history.length)).toBe(entries);

  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page).toHaveURL(`${service.url}/datastore?time=epoch`);
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await page.goBack();
  await expect(registered).toHaveText(String(device.registeredAt));
});

test('the time display of a link does not become the setting', { tag: '@long' }, async ({ page, service }) => {
  const device = service.devices.find(({ record }) => record.registeredAt > 0)?.record;
  if (!device) throw new Error('The demo project holds no registered device.');
  await openSignedIn(page, service, `${buildDeviceUrl(device.deviceID)}?time=epoch`);
  await expect(page).toHaveURL(/\?time=epoch$/);
  const registered = timeOf(page, device.registeredAt);
  await expect(registered).toHaveText(String(device.registeredAt));
  expect(await page.evaluate(() => localStorage.getItem('fleetlens.timeMode'))).toBeNull();
});
