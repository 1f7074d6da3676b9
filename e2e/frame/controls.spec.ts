import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { getDemoDevice, openDemoDevicePage } from '#e2e/helpers/devicePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });

test('suggestions open on typing, not on focus, and close on Enter, which submits', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openDemoDevicePage(page, service);
  const field = page.getByRole('combobox', { name: 'Field', exact: true });
  await field.focus();
  await expect(list(page)).toBeHidden();
  await field.pressSequentially('stat');
  await expect(list(page).getByRole('option')).toHaveText(['status']);
  await field.press('Enter');
  await expect(list(page)).toBeHidden();
  await expect(page).toHaveURL(/path=stat$/);
});

test('a click outside suggestions closes them and still takes effect', { tag: '@long' }, async ({ page, service }) => {
  const { deviceID } = getDemoDevice(service);
  await openSignedIn(page, service, buildDeviceUrl(deviceID));
  const asked = recordRequestBodies(page, '/device/get');
  const field = page.getByRole('combobox', { name: 'Field', exact: true });
  await field.click();
  await field.pressSequentially('paired');
  // the text is also part of a longer suggestion
  await expect(list(page)).toBeVisible();
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expect(list(page)).toBeHidden();
  await expect.poll(() => asked.filter((body) => body.includes('"path":"paired"')).length).toBe(1);
});

test('suggestions do not cover the results after submitting', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  const collection = page.getByRole('combobox', { name: 'Collection' });
  await collection.click();
  await expect(list(page)).toBeVisible();
  await collection.fill('logs');
  await collection.press('Control+Enter');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(list(page)).toBeHidden();
});

test('a click outside a popover closes it and takes effect, and Escape returns the focus', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service);
  const opener = page.getByRole('button', { name: 'Columns' });
  const popover = page.getByRole('dialog', { name: 'Columns' });
  await opener.click();
  await expect(popover).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(popover).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search', exact: true }).click();
  await expect(popover).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeFocused();
  await opener.click();
  await expect(popover).toBeVisible();
  await opener.click();
  await expect(popover).toBeHidden();
});

test('a failed refresh and a damaged link do not shift the page', { tag: '@long' }, async ({ page, service }) => {
  await openDemoDevicePage(page, service);
  const locate = () => page.getByRole('region', { name: 'Record', exact: true }).getByText('deviceID').boundingBox();
  const before = await locate();
  const fault = { kind: 'error', status: 403, code: 'FORBIDDEN', message: 'Not for you.' } as const;
  await service.fault(fault, { operation: 'device', times: 1 });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('Could not refresh this device.');
  expect(await locate()).toEqual(before);
  const damaged = new URL(page.url());
  damaged.searchParams.append('time', 'yesterday');
  await page.goto(damaged.href);
  await expect(page.getByRole('alert')).toContainText('time');
  expect(await locate()).toEqual(before);
});

test('/ focuses the search and ? lists the shortcuts, unless they are switched off or typed as text', async ({
  page,
  service,
}) => {
  await openSignedIn(page, service);
  const search = page.getByRole('searchbox', { name: 'Search', exact: true });
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('/?');
  await expect(search).toHaveValue('/?');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  for (const key of [
    'Undo',
    'Run from the collection field',
    'Move a stage',
    'Resize the query pane by its edge',
    'Select a range',
  ]) {
    await expect(keys.getByText(key, { exact: true })).toBeVisible();
  }
  await keys.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('an accessible name finds exactly one control on each page', { tag: '@long' }, async ({ page, service }) => {
  await page.goto('/');
  await expect(page.getByLabel('API key')).toHaveCount(1);
  await expect(page.getByLabel('Token')).toHaveCount(1);
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByLabel('Collection')).toHaveCount(1);
  for (const path of [
    buildDeviceUrl(getDemoDevice(service).deviceID, 'status'),
    buildDatastoreUrl(LOGS_URL_STATE),
    '/connections',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(await doubled(page), path).toEqual([]);
  }
});

async function doubled(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  const control =
    /- '?(button|link|textbox|searchbox|combobox|checkbox|radio) "([^"]+)"[^\n]*(?:\n\s+- \/url: (\S+))?/g;
  const places = new Map<string, (string | undefined)[]>();
  for (const [, role, name, url] of tree.matchAll(control)) {
    const control = `${role} ${name}`;
    places.set(control, [...(places.get(control) ?? []), url]);
  }
  const apart = (urls: (string | undefined)[]) => new Set(urls).size > 1 || urls[0] === undefined;
  return [...places].filter(([, urls]) => urls.length > 1 && apart(urls)).map(([control]) => control);
}

test('the sidebar collapses to icons, and stays collapsed', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
  const nav = page.getByRole('navigation', { name: 'Pages', exact: true });
  expect((await nav.boundingBox())?.width).toBeLessThan(48);
  await nav.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await page.getByRole('combobox', { name: 'Time display' }).selectOption('UTC');
  await expect(page.getByRole('combobox', { name: 'Time display' })).toHaveValue('utc');
});

test('keys typed while the palette loads are not lost', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('datastore');
  await expect(page.getByRole('combobox', { name: 'Command' })).toHaveValue('datastore');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the search hint closes on typing, and reappears on focus', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  const search = page.getByLabel('Search', { exact: true });
  const tip = page.getByRole('tooltip');
  await search.focus();
  await expect(tip).toContainText('searches one field');
  await page.keyboard.type('a');
  await expect(tip).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(tip).toContainText('searches one field');
});
