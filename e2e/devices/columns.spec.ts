import type { Locator, Page } from 'playwright/test';
import { seedIrregularDevices } from '#e2e/devices/list/seedIrregularDevices.ts';
import { getLiveRegion } from '#e2e/helpers/announcements.ts';
import { getFirstRow } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

async function expectColumns(page: Page, names: readonly string[]): Promise<void> {
  const headings = page.getByRole('columnheader').filter({ hasNot: page.getByRole('checkbox') });
  await expect(headings.filter({ hasText: /./ })).toHaveText([...names]);
}

async function widthOf(locator: Locator): Promise<number> {
  return Math.round((await locator.boundingBox())?.width ?? 0);
}

async function leftOf(locator: Locator): Promise<number> {
  return Math.round((await locator.boundingBox())?.x ?? -1);
}

async function drag(page: Page, from: Locator, by: number): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error('Nothing to drag.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // only Chromium moves the pointer beyond the window's edge
  const end = Math.min(x + by, (page.viewportSize()?.width ?? 0) - 1);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + end) / 2, y, { steps: 4 });
  await page.mouse.move(end, y, { steps: 4 });
  await page.mouse.up();
}

const LINK = '/devices?column=deviceID&column=name&column=paired&column=admin';

test('dragging its edge resizes a column, also for later visits', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, LINK);
  const name = heading(page, 'name');
  const before = await widthOf(name);
  const edge = name.locator('[data-resize]');
  await drag(page, edge, -120);
  await expect.poll(() => widthOf(name)).toBe(before - 120);
  await expect(name).not.toHaveAttribute('aria-sort');
  const cell = page.getByRole('row').nth(1).getByRole('gridcell').nth(1);
  expect(await widthOf(cell)).toBe(before - 120);
  await page.reload();
  await expect.poll(() => widthOf(name)).toBe(before - 120);
  await edge.dblclick();
  await expect.poll(() => widthOf(name)).toBe(before);
});

test('drops and reports a damaged stored width', { tag: '@long' }, async ({ page, service }) => {
  await page.addInitScript(() =>
    localStorage.setItem('fleetlens.columnWidths@host', '{"name": "wide", "paired": 200}'),
  );
  await openSignedIn(page, service, LINK);
  await expect(page.getByText('Saved column widths are damaged and were ignored: name.')).toBeVisible();
  expect(await widthOf(heading(page, 'paired'))).toBe(200);
});

test('a column is moved and resized by pointer or keyboard', { tag: '@firefox' }, async ({ page, service }) => {
  await openSignedIn(page, service, LINK);
  await expectColumns(page, ['deviceID', 'name', 'paired', 'admin']);
  const by = (await leftOf(heading(page, 'admin'))) - (await leftOf(heading(page, 'name')));
  await drag(page, heading(page, 'name').getByRole('button'), by + 20);
  await expectColumns(page, ['deviceID', 'paired', 'admin', 'name']);
  await expect(page).toHaveURL(/column=deviceID&column=paired&column=admin&column=name/);
  await expect(heading(page, 'name')).not.toHaveAttribute('aria-sort');
  await page.reload();
  await expectColumns(page, ['deviceID', 'paired', 'admin', 'name']);
  // a drag that returns to its start neither moves nor clicks
  await drag(page, heading(page, 'paired').getByRole('button'), 10);
  await expect(page.locator('[data-dragging]')).toHaveCount(0);
  await expectColumns(page, ['deviceID', 'paired', 'admin', 'name']);
  await expect(heading(page, 'paired')).not.toHaveAttribute('aria-sort');
  await heading(page, 'name').getByRole('button').click();
  await expect(heading(page, 'name')).toHaveAttribute('aria-sort', 'ascending');

  const name = heading(page, 'name');
  const button = name.getByRole('button');
  await button.focus();
  const before = await widthOf(name);
  await page.keyboard.press('Shift+Alt+ArrowLeft');
  await expect.poll(() => widthOf(name)).toBe(before - 16);
  await expect(button).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await expectColumns(page, ['deviceID', 'paired', 'name', 'admin']);
  await expect(button).toBeFocused();
  await expect(getLiveRegion(page)).toContainText('name is column 3 of 4');
  // stays behind the pinned column
  for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowLeft');
  await expectColumns(page, ['deviceID', 'name', 'paired', 'admin']);
  await page.keyboard.press('ArrowRight');
  await expect(heading(page, 'paired').getByRole('button')).toBeFocused();
});

test('a pinned column stays visible, comes first, and is in the link', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await openSignedIn(page, service);
  // the toolbar is too narrow for the columns menu
  await chooseFromMenu(page, 'More list actions', 'Columns');
  await page.getByRole('button', { name: 'Pin admin' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/pin=deviceID&pin=admin/);
  const admin = heading(page, 'admin');
  const left = await leftOf(admin);
  await page.getByRole('grid').evaluate((grid) => {
    grid.scrollLeft = grid.scrollWidth;
  });
  await expect(heading(page, 'lastPairedAt')).toBeInViewport();
  expect(await leftOf(admin)).toBe(left);
  expect(await leftOf(page.getByRole('row').nth(1).getByRole('gridcell').nth(1))).toBe(left);
  // the focused column is not covered by pinned ones, nor skipped while out of view
  await heading(page, 'lastPairedAt').focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(heading(page, 'name').getByRole('button')).toBeFocused();
  expect(await leftOf(heading(page, 'name'))).toBeGreaterThanOrEqual(left + (await widthOf(admin)));

  await page.goto(`${service.url}/devices?pin=&column=name&column=deviceID`);
  await expectColumns(page, ['name', 'deviceID']);
  await expect(getFirstRow(page).getByRole('rowheader')).toHaveText(/^[A-Z]+-/);
});

test('the Columns menu moves columns, and its buttons keep the focus', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, LINK);
  await page.getByRole('button', { name: 'Columns' }).click();
  const up = page.getByRole('button', { name: 'Move admin up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expectColumns(page, ['deviceID', 'name', 'admin', 'paired']);
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  await expectColumns(page, ['deviceID', 'admin', 'name', 'paired']);
  const down = page.getByRole('button', { name: 'Move name down' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expectColumns(page, ['deviceID', 'admin', 'paired', 'name']);
  await expect(down).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'name', exact: true }).uncheck();
  await expectColumns(page, ['deviceID', 'admin', 'paired']);
  await page.getByRole('checkbox', { name: 'name', exact: true }).check();
  await expectColumns(page, ['deviceID', 'admin', 'paired', 'name']);
});

test('finds columns among many, hides all others, and sets widths', { tag: '@long' }, async ({ page, service }) => {
  const { credentials, devices } = await seedIrregularDevices(service, 2_500);
  await openSignedIn(page, credentials, '/devices');
  await expect(getFirstRow(page)).toBeVisible();
  await page.getByRole('button', { name: /^Columns/ }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  const withNote = devices.filter(({ location }) => Object.hasOwn(Object(location), 'note')).length;
  const note = panel.getByRole('listitem').filter({ hasText: 'location.note' });
  await expect(note).toContainText(`in ${withNote} of 2,500`);
  await panel.getByRole('button', { name: 'None' }).click();
  await expectColumns(page, ['deviceID']);
  await expect(panel.getByRole('button', { name: 'None' })).toBeFocused();
  await expect(getLiveRegion(page)).toContainText('1 of 20 columns shown');
  await panel.getByRole('searchbox', { name: 'Search columns' }).fill('LOC');
  await expect(panel.getByRole('checkbox')).toHaveCount(4);
  await panel.getByRole('button', { name: 'Show only these 4' }).click();
  await expectColumns(page, ['deviceID', 'location', 'location.site', 'location.asset', 'location.note']);
  const width = panel.getByRole('textbox', { name: 'Width of location.site in pixels' });
  await width.fill('250');
  await width.press('Enter');
  await expect.poll(() => widthOf(heading(page, 'location.site'))).toBe(250);
  // clamped to the minimum width
  await width.fill('3');
  await width.press('Enter');
  await expect(width).toHaveValue('56');
  await panel.getByRole('button', { name: 'Fit all' }).click();
  await expect(width).toHaveValue('');
  await expect.poll(() => widthOf(heading(page, 'location.site'))).toBeGreaterThan(56);
});
