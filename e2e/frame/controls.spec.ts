import type { Page } from 'playwright/test';
import { openDemoDevicePage } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';

const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });

test('suggestions open on typing, and close on Enter or click', { tag: '@long' }, async ({ page, service }) => {
  await openDemoDevicePage(page, service);
  const field = page.getByRole('combobox', { name: 'Field', exact: true });
  await field.focus();
  await expect(list(page)).toBeHidden();
  await field.pressSequentially('stat');
  await expect(list(page).getByRole('option')).toHaveText(['status']);
  await field.press('Enter');
  await expect(list(page)).toBeHidden();
  await expect(page).toHaveURL(/path=stat$/);

  // the click still takes effect; the text is also part of a longer suggestion
  await field.fill('paired');
  await expect(list(page)).toBeVisible();
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expect(list(page)).toBeHidden();
  await expect(page).toHaveURL(/path=paired$/);
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

test('a click outside closes a popover and takes effect', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  const opener = page.getByRole('button', { name: 'Columns' });
  const popover = page.getByRole('dialog', { name: 'Columns' });
  await opener.click();
  await expect(popover).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search', exact: true });
  await search.click();
  await expect(popover).toBeHidden();
  await expect(search).toBeFocused();
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

test('/ and ? are shortcuts, unless switched off or typed', { tag: '@firefox' }, async ({ page, service }) => {
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
  await expect(keys.getByText('Move a stage', { exact: true })).toBeVisible();
  await keys.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

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
