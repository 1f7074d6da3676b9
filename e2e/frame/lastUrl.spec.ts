import type { Page } from 'playwright/test';
import { getDemoDevice } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, signIn, test } from '#e2e/helpers/fixtures.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { tagName = '', textContent = '' } = document.activeElement ?? {};
    return tagName === 'H1' ? `H1 ${textContent}` : tagName;
  });
}

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });

test('the sidebar and a device link back to the last URL of a page', { tag: '@firefox' }, async ({ page, service }) => {
  const device = getDemoDevice(service);
  await openSignedIn(page, service, '/devices?type=registered&asc=deviceID');
  await page.getByRole('searchbox', { name: 'Search' }).fill(device.deviceID);
  await expect(page).toHaveURL(/asc=deviceID.*#search=/);
  const left = page.url();

  await pages(page).getByRole('link', { name: 'Datastore' }).click();
  await expect(page).toHaveURL(/\/datastore$/);
  await pages(page).getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(left);

  await page.getByRole('link', { name: device.deviceID, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(left);
});

test('returning to a page restores text typed just before', { tag: '@long' }, async ({ page, service }) => {
  await page.clock.install();
  await openSignedIn(page, service, '/devices#search=drone');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await expect(search).toHaveValue('drone');
  // the paused clock leaves no time between typing and leaving
  await page.clock.pauseAt(Date.now() + 60_000);
  await search.fill('pump');
  await page.getByRole('link', { name: 'Datastore' }).click();
  await page.clock.resume();
  await expect(page).toHaveURL(/\/datastore/);
  await pages(page).getByRole('link', { name: 'Devices' }).click();
  await expect(search).toHaveValue('pump');
});

test('the next user does not see the URLs of the previous one', { tag: '@long' }, async ({ page, service }) => {
  await signIn(page, service, '/devices#search=secret');
  await pages(page).getByRole('link', { name: 'Datastore' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, service, '/datastore');
  await pages(page).getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(/\/devices$/);
});

test('navigation focuses the heading of the new page', { tag: '@long' }, async ({ page, service }) => {
  const device = getDemoDevice(service);
  await signIn(page, service, '/devices');
  await expect.poll(() => focused(page)).toBe('H1 Devices');

  // typed before the palette's code is loaded
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Datastore');
  await expect(page.getByRole('combobox', { name: 'Command' })).toHaveValue('Datastore');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('H1 Datastore');

  await page.goto(`/devices#search=${device.deviceID}`);
  await page.getByRole('link', { name: device.deviceID, exact: true }).click();
  await expect.poll(() => focused(page)).toBe(`H1 ${device.name}`);
  await page.goBack();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect.poll(() => focused(page)).not.toBe('BODY');
});

test('shows “Not found” for unknown and malformed URLs', async ({ page, service }) => {
  for (const address of ['/lost', '/about%']) {
    await openSignedIn(page, service, address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not found');
  }
});

const INVALID_LINKS: [link: string, message: string | RegExp][] = [
  ['/devices?desc=lost&asc=name&column=deviceID&column=gone', 'and were ignored: desc lost, column gone.'],
  ['/devices?v=2&column=deviceID', /parts added in link version 2/],
  ['/devices?column=name&pin=admin', 'and were ignored: pin admin'],
  [buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, preview: 'gone/away 🚁' }), 'were ignored: preview gone/away 🚁.'],
  ['/datastore?collection=logs&time=lunar', 'Some parts of this link are invalid and were ignored: time'],
];

test('reports invalid parts of a link, and shows the rest', { tag: '@long' }, async ({ page, service }) => {
  for (const [link, message] of INVALID_LINKS) {
    await openSignedIn(page, service, link);
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByRole('grid')).toBeVisible();
  }
  await page.goto(`${buildDeviceUrl(getDemoDevice(service).deviceID)}?path=name&path=admin`);
  await expect(page.getByText('Some parts of this link are invalid and were ignored: a duplicate path')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Record', exact: true })).toBeVisible();
});

test('a URL in uppercase opens the same page', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/DEVICES');
  await expect(page.getByRole('link', { name: 'Devices', exact: true })).toHaveAttribute('aria-current', 'page');
});
