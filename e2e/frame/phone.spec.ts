import type { Page } from 'playwright/test';
import { clickRefresh } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { findTouchTargetsBelowMinHeight } from '#e2e/helpers/touchTargets.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

const header = (page: Page) => page.getByRole('heading', { level: 1 }).locator('..');
const checks = (page: Page) => page.getByRole('region', { name: 'Checks', exact: true });

test('touch targets on the overview are tall enough', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/');
  await expect(checks(page).getByText(/ of \d+ to review/)).toBeVisible();
  expect(await findTouchTargetsBelowMinHeight(page.getByRole('main'))).toEqual([]);
  await page.getByRole('region', { name: 'Last paired', exact: true }).getByRole('radio', { name: 'Table' }).check();
  expect(await findTouchTargetsBelowMinHeight(page.getByRole('main'))).toEqual([]);
});

test('touch targets of the list are tall enough', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?desc=lastPairedAt#is.productID=DRONE-01&is.paired=true');
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(filters).toBeVisible();
  for (const part of [header(page), page.getByRole('group', { name: 'Devices shown' }), filters]) {
    expect(await findTouchTargetsBelowMinHeight(part)).toEqual([]);
  }
  const rows = page.getByRole('grid').getByRole('row');
  for (const index of [1, 2, 3])
    expect(await findTouchTargetsBelowMinHeight(rows.and(page.locator(`[aria-rowindex="${index}"]`)))).toEqual([]);

  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await expect(sheet.getByRole('checkbox', { name: /^DRONE-01 / })).toBeVisible();
  expect(await findTouchTargetsBelowMinHeight(sheet)).toEqual([]);
  await sheet.getByRole('button', { name: 'registeredAt' }).tap();
  await expect(sheet.getByRole('textbox', { name: 'registeredAt from' })).toBeVisible();
  expect(await findTouchTargetsBelowMinHeight(sheet)).toEqual([]);
  await sheet.getByRole('button', { name: /^Show [\d,]+ devices$/ }).tap();
  await expect(sheet).toBeHidden();

  await rows.and(page.locator('[aria-rowindex="2"]')).getByRole('checkbox').tap();
  const selection = page.getByRole('group', { name: 'Selection' });
  await expect(selection.getByText('1 of 2,000 selected')).toBeVisible();
  await expect(selection.getByRole('button', { name: 'Clear the selection' })).toBeInViewport({ ratio: 1 });
  expect(await findTouchTargetsBelowMinHeight(selection)).toEqual([]);
});

test('the filter is a bottom sheet that shows the number of matching devices', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await expect(sheet.getByText('Load')).toBeVisible();
  const box = await sheet.boundingBox();
  expect(box).toMatchObject({ x: 0, width: 390 });
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844);
  await sheet.getByRole('checkbox', { name: /^DRONE-01 / }).check();
  const count = service.devices.filter(({ record }) => record.productID === 'DRONE-01').length;
  await sheet.getByRole('button', { name: `Show ${count} devices` }).tap();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1));
});

test('the connection menu opens above the settings', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await page.getByRole('button', { name: /, connection$/ }).tap();
  await page.getByRole('menuitem', { name: 'About' }).tap();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden();
});

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the fields and values of a filter do not wrap', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
    await openSignedIn(page, service, '/devices');
    await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    for (const words of ['SENSOR-TH1', 'connectivity', 'registeredAt', 'location.site'])
      expect((await sheet.getByText(words, { exact: true }).boundingBox())?.height, words).toBeLessThan(24);
  });

  test('the header of a device takes one line', { tag: '@long' }, async ({ page, service }) => {
    const deviceID = service.devices[3]?.record.deviceID ?? '';
    await openSignedIn(page, service, '/devices');
    await page.getByRole('searchbox', { name: 'Search' }).fill(deviceID);
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    await page.getByRole('rowheader').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const box = await header(page).boundingBox();
    expect(box?.height).toBeLessThan(64);
    const menu = page.getByRole('button', { name: 'More device actions' });
    expect((await menu.boundingBox())?.y).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
    const place = page.getByRole('navigation', { name: 'Devices in the list' });
    expect((await place.boundingBox())?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
    expect(await findTouchTargetsBelowMinHeight(place)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expect(page.getByText(/^as of [\d:]+$/).and(page.locator('[aria-hidden]'))).toBeVisible();
  });

  test('the header of the list takes one line, with its time below', { tag: '@long' }, async ({ page, service }) => {
    await openSignedIn(page, service, '/devices#is.productID=DRONE-01');
    await expect(page.getByText(/^[\d,]+ of 2,000 devices$/)).toBeInViewport();
    expect((await header(page).boundingBox())?.height).toBeLessThan(64);
    await expect(
      page
        .getByText(/^as of /)
        .locator('time')
        .filter({ visible: true }),
    ).toHaveText(/^\d\d:\d\d:\d\d$/);
    await service.fault({ kind: 'reset' }, { operation: 'devices' });
    await clickRefresh(page);
    await expect(page.getByText('refresh failed, as of').filter({ visible: true })).toHaveCount(1);
    expect((await header(page).boundingBox())?.height).toBeLessThan(64);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
