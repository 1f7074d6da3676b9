import type { Page } from 'playwright/test';
import { buildDocumentsUrl } from '#e2e/helpers/datastorePage.ts';
import { selectDevices } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { buildDeviceUrl } from '#urls/device.ts';

async function command(page: Page, typed: string, option: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill(typed);
  await page.getByRole('dialog', { name: 'Commands' }).getByText(option, { exact: true }).click();
}

test('the palette opens collections and devices', { tag: '@firefox' }, async ({ page, service }) => {
  const device = service.devices[5]?.record;
  if (!device) throw new Error('The demo project holds too few devices.');
  await openSignedIn(page, service);
  await command(page, 'anomal', 'Collection anomalies');
  await expect(page).toHaveURL(`${service.url}/datastore?collection=anomalies`);
  await command(page, device.deviceID, `Open device ${device.deviceID}`);
  await expect(page).toHaveURL(service.url + buildDeviceUrl(device.deviceID));
  await command(page, device.name, `Search devices for ${device.name}`);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(device.name);
  await expect(page.getByRole('rowheader').filter({ hasText: device.deviceID })).toBeVisible();
});

test('connections opened from the palette link back', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices#search=pump');
  await command(page, 'connections', 'Connections');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(`${service.url}/devices#search=pump`);
});

test('the palette sets the theme and the time display, and locks', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  await command(page, 'theme dark', 'Theme: dark');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await command(page, 'utc', 'Time display: UTC');
  await expect(page.getByRole('combobox', { name: 'Time display' })).toHaveValue('utc');
  await command(page, 'lock', 'Lock');
  await expect(page.getByText('Locked.')).toBeVisible();
});

test('the palette opens saved views and compares devices', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices#search=pump');
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('textbox', { name: 'View name' }).fill('Pumps');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Saved views' }).getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  const selected = service.devices.slice(0, 2).map(({ record }) => record.deviceID);
  await selectDevices(page, selected);
  await command(page, 'compare', 'Compare the 2 selected devices');
  await expect(page.getByText('2 devices', { exact: true })).toBeVisible();
  const compared = page.url();
  await command(page, 'view: pumps', 'View: Pumps');
  await expect(page).toHaveURL(`${service.url}/devices#search=pump`);
  await command(page, 'compare', 'Compare the last compared devices');
  await expect(page).toHaveURL(compared);
});

test('the palette runs actions, and opens saved queries', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  const asked = recordRequestBodies(page, '/devices/get');
  await command(page, 'refresh', 'Refresh');
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await command(page, 'export', 'Export');
  await expect(page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: /^Export/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await command(page, 'inventory', 'Reconcile an inventory');
  await expect(page.getByRole('dialog', { name: /Reconcile/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(buildDocumentsUrl());
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('textbox', { name: 'Query name' }).fill('All logs');
  await page.keyboard.press('Enter');
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Fleetlens');
  await command(page, 'all logs', 'Query: All logs');
  await expect(page).toHaveURL(/collection=logs/);
});
