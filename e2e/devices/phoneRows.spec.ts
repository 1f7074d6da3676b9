import type { Page } from 'playwright/test';
import { findAxeViolations } from '#e2e/accessibility/axe.ts';
import { clickRefresh } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/mockServiceResponse.ts';
import { findTouchTargetsBelowMinHeight } from '#e2e/helpers/touchTargets.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
const grid = (page: Page) => page.getByRole('grid', { name: 'Devices' });
const row = (page: Page, index: number) => page.getByRole('row').and(page.locator(`[aria-rowindex="${index}"]`));

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More list actions' }).tap();
  const menuitem = page.getByRole('menuitem', { name: item, exact: true });
  await menuitem.or(page.getByRole('menuitemradio', { name: item })).tap();
}

for (const width of [390, 320]) {
  test(`a row has two lines, opens its device when tapped, and keeps its place, at ${width} px`, {
    tag: width === 390 ? [] : '@long',
  }, async ({ page, service }) => {
    await page.setViewportSize({ width, height: width === 320 ? 640 : 844 });
    await openSignedIn(page, service, '/devices?desc=lastPairedAt');
    await expect(row(page, 2)).toBeVisible();
    expect(await row(page, 2).boundingBox()).toMatchObject({ x: 0, width, height: 56 });
    expect(await grid(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await findTouchTargetsBelowMinHeight(row(page, 3))).toEqual([]);
    const cut = row(page, 2).getByRole('gridcell', { name: /ago$/ });
    expect(await cut.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);

    await grid(page).evaluate((element) => element.scrollTo(0, 56 * 500 + 20));
    const there = row(page, 506);
    const id = await there.getByRole('rowheader').getByRole('link').getAttribute('href');
    const left = await there.boundingBox();
    await there.tap({ position: { x: width - 20, y: 10 } });
    await expect(page).toHaveURL((url) => url.pathname === id);
    await page.goBack();
    await expect(there).toBeVisible();
    expect((await there.boundingBox())?.y).toBe(left?.y);
    await expect(there).toHaveAttribute('data-active');
  });
}

test('the keyboard goes through the rows and reaches the last one', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?asc=deviceID');
  await row(page, 2).getByRole('gridcell').and(page.locator('[aria-colindex="2"]')).focus();
  // there are no visible headers
  await page.keyboard.press('ArrowUp');
  await expect(row(page, 2).locator('[aria-colindex="2"]')).toBeFocused();
  await page.keyboard.press('Control+End');
  await expect(row(page, 2001).locator('[aria-colindex="5"]')).toBeFocused();
  await expect(row(page, 2001)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ArrowLeft');
  const link = row(page, 2001).getByRole('rowheader').getByRole('link');
  await expect(link).toBeFocused();
  await page.keyboard.press(' ');
  await expect(row(page, 2001).getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('p');
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('complementary', { name: 'Preview' })).toHaveCount(0);
  const path = await link.getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.pathname === path);
});

test('the menu sorts by any column, and rows show it', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?asc=unknown');
  await choose(page, 'Sort');
  const sheet = page.getByRole('dialog', { name: 'Sort' });
  await expect(sheet.getByText('Rows are in the service’s order.')).toBeVisible();
  await sheet.getByRole('button', { name: '+ Sort by' }).tap();
  await sheet.getByRole('combobox', { name: 'Sort by' }).selectOption('admin');
  await sheet.getByRole('button', { name: '+ Then by' }).tap();
  await sheet.getByRole('combobox', { name: 'Then by, 2' }).selectOption('registeredAt');
  await sheet.getByRole('combobox', { name: 'Order of registeredAt' }).selectOption('newest first');
  await expect(page).toHaveURL(/\?asc=admin&desc=registeredAt$/);
  expect(await findTouchTargetsBelowMinHeight(sheet)).toEqual([]);
  expect(await findAxeViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Remove sort by admin' }).tap();
  await sheet.getByRole('button', { name: 'Show 2,000 devices' }).tap();
  await expect(sheet).toHaveCount(0);
  const newest = service.devices.toSorted((one, other) => other.record.registeredAt - one.record.registeredAt)[0];
  await expect(row(page, 2).getByRole('rowheader')).toHaveText(newest?.record.deviceID ?? '');
  await expect(row(page, 2).getByRole('gridcell', { name: /^registered .* ago$/ })).toBeVisible();
});

test('the menus select, copy, show and export rows', { tag: '@long' }, async ({ page, service }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await mockDeviceList(service);
  await openSignedIn(page, service, '/devices');
  await choose(page, 'Columns');
  const sheet = page.getByRole('dialog', { name: 'Columns' });
  await sheet.getByRole('checkbox', { name: 'status' }).uncheck();
  expect(await findAxeViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Show 3 devices' }).tap();
  await choose(page, 'Select all rows');
  await page.getByRole('button', { name: 'More selection actions' }).tap();
  await page.getByRole('menuitem', { name: 'Copy 3 as rows' }).tap();
  await expect(page.getByText('Copied 3 rows with headings')).toBeVisible();
  const [headings] = (await page.evaluate(() => navigator.clipboard.readText())).split('\r\n');
  expect(headings).toBe('deviceID\tname\tproductID\tconnectivity\tpaired\tadmin\tregisteredAt\tlastPairedAt');

  await page.reload();
  const selection = page.getByRole('group', { name: 'Selection' });
  const pick = async (item: string) => {
    await selection.getByRole('button', { name: 'More selection actions' }).tap();
    const toggle = page.getByRole('menuitemcheckbox', { name: item });
    await toggle.or(page.getByRole('menuitem', { name: item })).tap();
  };
  await row(page, 3).getByRole('checkbox').tap();
  await pick('Show only these');
  await expect(page.getByRole('rowheader')).toHaveText(['B']);
  await pick('Show only these');
  await expect(page.getByRole('rowheader')).toHaveText(['A', 'B', 'C']);
  await pick('Invert');
  await expect(selection.getByText('2 of 3 selected')).toBeVisible();
  await pick('Search for more');
  await selection.getByRole('searchbox', { name: 'Search' }).fill('Pump C');
  await expect(selection.getByText('2 selected, 1 hidden by filters')).toBeVisible();
  await pick('Search for more');
  await pick('Export 2');
  const form = page.getByRole('dialog', { name: 'Export' });
  expect(await findAxeViolations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Export 2 rows' }).tap();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test('the menu switches to a scrolling table, also for later visits', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await choose(page, 'Scrolling table');
  const heading = page.getByRole('columnheader', { name: 'productID' }).getByRole('button');
  await heading.tap();
  await expect(page).toHaveURL(/asc=productID/);
  await page.reload();
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'More list actions' }).tap();
  await expect(page.getByRole('menuitemradio', { name: 'Scrolling table' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Two lines' }).tap();
  await expect(heading).toHaveCount(0);
  await expect(row(page, 2)).toHaveCSS('height', '56px');
});

test('rotating to landscape shows the columns of the same list', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?desc=lastPairedAt');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  await grid(page).evaluate((element) => element.scrollTo(0, 56 * 300));
  const name = await row(page, 302).getByRole('rowheader').textContent();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.getByRole('columnheader', { name: 'deviceID' }).getByRole('button')).toBeVisible();
  await expect(row(page, 302).getByRole('rowheader')).toHaveText(name ?? '');
  await expect(row(page, 302)).toBeInViewport();
});

const ODD = [
  createDeviceRecord('A'),
  createDeviceRecord('NAMELESS', { name: '', lastPairedAt: 0 }),
  createDeviceRecord('B'.repeat(80), { name: 'N'.repeat(200), status: 'odd' }),
];

test('two-line rows have a complete accessibility tree', { tag: '@long' }, async ({ page, service }) => {
  await mockDeviceList(service, ODD);
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('gridcell', { name: 'online', exact: true })).toHaveCount(3);
  await expect(grid(page)).toMatchAriaSnapshot(`
    - grid "Devices":
      - row "Select name connectivity deviceID lastPairedAt"
      - row /Select A Pump A online A paired .* ago/:
        - gridcell "Select A":
          - checkbox "Select A"
        - gridcell "Pump A"
        - gridcell "online"
        - rowheader "A":
          - link "A":
            - /url: /devices/A
        - gridcell /^paired .* ago$/
      - row "Select NAMELESS empty online NAMELESS never paired"
      - row:
        - gridcell /^N+$/
        - rowheader:
          - 'img "Does not match the API: status"'
          - link /^B{80}$/
  `);
  expect(await findAxeViolations(page)).toEqual([]);
  // the first line shows the ID if there is no name
  const [id, name] = [row(page, 3).getByRole('rowheader'), row(page, 3).getByText('empty')];
  expect((await id.boundingBox())?.y).toBeLessThan((await name.boundingBox())?.y ?? 0);

  await row(page, 2).getByRole('checkbox').tap();
  await expect(row(page, 2)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('group', { name: 'Selection' })).toBeVisible();
  await mockDeviceList(service, [createDeviceRecord('A', { paired: false }), ...ODD.slice(1)]);
  await clickRefresh(page);
  await expect(page.getByText('1 changed')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});
