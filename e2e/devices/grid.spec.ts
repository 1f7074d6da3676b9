import type { Locator, Page } from 'playwright/test';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord } from '#e2e/helpers/mockServiceResponse.ts';
import { widenText } from '#e2e/helpers/page.ts';

const PROJECT = { project: 'wide', apiKey: 'wide-key', token: 'wide-token' };
const FIELDS = 60;
const DEVICES = 800;

function wideDevice(index: number) {
  const further = Array.from({ length: FIELDS - 9 }, (_, field) => [
    `field${String(field).padStart(2, '0')}`,
    `value ${index} of ${field}`,
  ]);
  return createDeviceRecord(`W-${String(index).padStart(5, '0')}`, {
    location: { site: `site ${index % 3}`, room: { number: index } },
    ...Object.fromEntries(further),
  });
}

const at = (page: Page, row: number, column: number) =>
  page.locator(`[aria-rowindex="${row}"] > [aria-colindex="${column}"]`);

test('the keyboard reaches every cell of 60 columns and 800 rows', { tag: '@long' }, async ({ page, service }) => {
  await service.project(PROJECT);
  const devices = Array.from({ length: DEVICES }, (_, index) => wideDevice(index));
  for (const part of [devices.slice(0, DEVICES / 2), devices.slice(DEVICES / 2)]) {
    await service.seed({ project: PROJECT.project, devices: part });
  }
  await openSignedIn(page, PROJECT, '/devices');
  const grid = page.getByRole('grid');
  // fields, connectivity and checkbox column
  await expect(grid).toHaveAttribute('aria-colcount', String(FIELDS + 2));
  await expect(grid).toHaveAttribute('aria-rowcount', String(DEVICES + 1));
  expect(await page.getByRole('row').nth(3).locator('> *').count()).toBeLessThan(30);

  await page.getByRole('rowheader', { name: 'W-00000', exact: true }).focus();
  await page.keyboard.press('End');
  await expect(at(page, 2, FIELDS + 2)).toBeFocused();
  await expect(at(page, 2, FIELDS + 2)).toBeInViewport();
  await expect(at(page, 2, FIELDS + 2)).toHaveText('value 0 of 50');
  // adjacent cells and the header are rendered too
  await expect(at(page, 5, FIELDS + 1)).toHaveText('value 3 of 49');
  await expect(at(page, 1, FIELDS + 2)).toHaveText('field50');
  await expect(page.getByRole('rowheader', { name: 'W-00003', exact: true })).toBeInViewport();
  await page.keyboard.press('Control+End');
  await expect(at(page, DEVICES + 1, FIELDS + 2)).toHaveText(`value ${DEVICES - 1} of 50`);
  await expect(at(page, DEVICES + 1, FIELDS + 2)).toBeFocused();
  // a cell scrolled out of view keeps the focus
  await grid.evaluate((element) => element.scrollTo(0, 0));
  await expect(page.getByRole('rowheader', { name: 'W-00000', exact: true })).toBeVisible();
  await expect(at(page, DEVICES + 1, FIELDS + 2)).toBeFocused();
  await page.keyboard.press('Control+Home');
  await expect(at(page, 2, 1).getByRole('checkbox')).toBeFocused();

  // scrolls to a match unless one is visible
  await page.getByRole('searchbox', { name: 'Search' }).fill('value 7 of 50');
  await expect(at(page, 2, FIELDS + 2)).toHaveText('value 7 of 50');
  await expect(at(page, 2, FIELDS + 2)).toBeInViewport({ ratio: 1 });
  await page.getByRole('searchbox', { name: 'Search' }).fill('w-00008');
  await expect(at(page, 2, 2)).toHaveText('W-00008');
  await expect(at(page, 2, FIELDS + 2)).toBeInViewport({ ratio: 1 });

  // nested fields can be searched, filtered and sorted by
  await page.goto(
    '/devices?column=deviceID&column=location.site&column=location.room.number&desc=location.room.number',
  );
  await page.getByRole('searchbox', { name: 'Search' }).fill('SITE 1');
  await expect(page.getByText(`267 of ${DEVICES} devices`)).toBeVisible();
  await expect(at(page, 2, 2)).toHaveText('W-00799');
  await expect(at(page, 2, 4)).toHaveText('799');
  await at(page, 2, 3).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Only location.site = site 1' }).click();
  await expect(page.getByRole('group', { name: 'Filters' }).getByText('location.site is site 1')).toBeVisible();
  await page.goto('/devices?column=deviceID&column=location');
  await at(page, 2, 3).click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['Copy value', 'PreviewP', 'Open in a new tab']);
  await page.keyboard.press('Escape');
  await page.goBack();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(page.getByText(`267 of ${DEVICES} devices`)).toBeVisible();
});

test('menus filter by a cell, copy it, and sort, pin and hide a column', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?column=deviceID&column=name&column=productID&column=lastPairedAt');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const productID = service.devices[0]?.record.productID ?? '';
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const count = (test: (record: { productID: string }) => boolean) =>
    service.devices.filter(({ record }) => test(record)).length.toLocaleString('en');
  await expect(at(page, 2, 4)).toHaveText(productID);
  await at(page, 2, 4).click({ button: 'right' });
  await item('Copy value').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(productID);
  await at(page, 2, 4).click({ button: 'right' });
  await item(`Exclude productID = ${productID}`).click();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(`-productID:"${productID}"`);
  await expect(page.getByText(`${count((one) => one.productID !== productID)} of 2,000 devices`)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(at(page, 2, 4)).toHaveText(productID);

  // also by keyboard, for the focused cell
  const mark = (cell: Locator) => cell.getByTitle('Menu (Alt+Enter)');
  await at(page, 2, 4).focus();
  await page.keyboard.press('Shift+F10');
  await expect(item('Copy value')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(mark(at(page, 2, 3))).toHaveCount(0);
  await mark(at(page, 2, 4)).click();
  await item(`Only productID = ${productID}`).click();
  await expect(page.getByRole('group', { name: 'Filters' }).getByText(`productID is ${productID}`)).toBeVisible();
  await expect(page.getByText(`${count((one) => one.productID === productID)} of 2,000 devices`)).toBeVisible();
  await page.goBack();

  const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await heading('lastPairedAt').hover();
  await mark(heading('lastPairedAt')).click();
  await item('Sort descending').click();
  await expect(heading('lastPairedAt')).toHaveAttribute('aria-sort', 'descending');
  await at(page, 2, 5).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Only lastPairedAt = 20\d\d-\d\d-\d\d$/ }).click();
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('lastPairedAt');
  await expect(page.getByText(/^[1-9][\d,]* of 2,000 devices$/)).toBeVisible();
  await heading('productID').click({ button: 'right' });
  await item('Pin column').click();
  await expect(heading('productID')).toHaveAttribute('aria-colindex', '3');
  await heading('name').click({ button: 'right' });
  await item('Hide column').click();
  await expect(heading('name')).toHaveCount(0);
  await heading('productID').click({ button: 'right' });
  await item('Filter by productID').click();
  await expect(page.getByRole('group', { name: 'Field' })).toBeVisible();
});

test('truncates no text, also with wider spacing', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const columns = ['deviceID', 'name', 'productID', 'admin', 'registeredAt'].map((name) => `column=${name}`);
  await openSignedIn(page, service, `/devices?${columns.join('&')}`);
  const cut = () =>
    page.locator('[role="gridcell"], [role="rowheader"], [role="columnheader"] span').evaluateAll((cells) =>
      cells
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth > 0)
        .filter((cell) => !cell.hasAttribute('data-resize'))
        .map((cell) => cell.textContent),
    );
  await expect(page.getByRole('rowheader').filter({ hasText: 'CAM-360-PRO' })).not.toHaveCount(0);
  expect(await cut()).toEqual([]);
  await widenText(page);
  await expect.poll(cut).toEqual([]);
});
