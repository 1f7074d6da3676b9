import type { Page } from 'playwright/test';
import type { Device } from '#contract/deviceSchemas.ts';
import { expectVisibleText, getFirstRow } from '#e2e/helpers/deviceList.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';

function devices(names: readonly string[]): Device[] {
  return names.map((name) => ({
    deviceID: name,
    name,
    productID: 'DRONE',
    status: true,
    admin: '',
    registeredAt: 1_700_000_000_000,
    lastPairedAt: 0,
    paired: false,
  }));
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `DRONE-${index + 1}`);
}

// wide enough for all selection tools
test.use({ viewport: { width: 1440, height: 720 } });
function serve(service: Service, list: readonly Device[]): Promise<void> {
  const answer = { code: 'DEVICES-LIST-FETCHED', message: '', nDevices: list.length, devices: list };
  return mockServiceResponse(service, 'devices', answer);
}

const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: boxOf(page, name) });
const everyRow = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows' });

async function expectSelected(page: Page, names: readonly string[]): Promise<void> {
  const selected = page.locator('[role="row"][aria-selected="true"]').getByRole('rowheader');
  await expect(selected).toHaveText([...names]);
}

test('checkboxes select rows, Shift selects a range, and IDs are copied in the displayed order', async ({
  page,
  context,
  service,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await serve(service, devices(numbered(12)));
  await openSignedIn(page, service, '/devices?desc=name');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true');
  // rows move until the order is applied
  await expect(getFirstRow(page).getByRole('rowheader')).toHaveText('DRONE-12');
  await boxOf(page, 'DRONE-9').check();
  await boxOf(page, 'DRONE-6').click({ modifiers: ['Shift'] });
  await expectSelected(page, ['DRONE-9', 'DRONE-8', 'DRONE-7', 'DRONE-6']);
  await expectVisibleText(page, '4 of 12 selected');
  await expect(everyRow(page)).toBeChecked({ indeterminate: true });

  // a range takes over the state of its first row
  await boxOf(page, 'DRONE-8').uncheck();
  await boxOf(page, 'DRONE-7').click({ modifiers: ['Shift'] });
  await expectSelected(page, ['DRONE-9', 'DRONE-6']);
  await page.getByRole('button', { name: 'Copy IDs' }).click();
  await expect(page.getByRole('button', { name: 'Copied 2 IDs' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('DRONE-9\nDRONE-6');

  await page.getByRole('button', { name: 'Invert' }).click();
  await expectVisibleText(page, '10 of 12 selected');
  await everyRow(page).check();
  await expectVisibleText(page, '12 of 12 selected');
  await everyRow(page).uncheck();
  await expect(page.getByText(/selected$/)).toBeHidden();
});

test('clicking the cell around a checkbox selects the row, and other cells do not', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await serve(service, devices(numbered(3)));
  await openSignedIn(page, service);
  const around = rowOf(page, 'DRONE-2')
    .getByRole('gridcell')
    .filter({ has: page.getByRole('checkbox') });
  // except for the left edge of the row, which opens the preview
  await around.click({ position: { x: 34, y: 3 } });
  await expectSelected(page, ['DRONE-2']);
  await rowOf(page, 'DRONE-3').getByRole('gridcell').nth(1).click();
  await expectSelected(page, ['DRONE-2']);
});

test('the keyboard selects a row, a range, all rows and none, and still moves', { tag: ['@firefox', '@long'] }, async ({
  page,
  service,
}) => {
  await serve(service, devices(numbered(8)));
  await openSignedIn(page, service);
  await page.getByRole('columnheader', { name: 'deviceID' }).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await expectSelected(page, ['DRONE-2']);
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'Shift+Space']) await page.keyboard.press(key);
  await expectSelected(page, ['DRONE-2', 'DRONE-3', 'DRONE-4']);
  await expect(rowOf(page, 'DRONE-4').getByRole('gridcell', { name: 'DRONE-4', exact: true })).toBeFocused();

  // the checkbox is part of the arrow key navigation
  for (const key of ['Home', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(boxOf(page, 'DRONE-6')).toBeFocused();
  await page.keyboard.press('Space');
  await expectSelected(page, ['DRONE-2', 'DRONE-3', 'DRONE-4', 'DRONE-6']);
  await expect(page.getByRole('button', { name: 'Export 4', exact: true })).toBeEnabled();
  for (const key of ['ArrowDown', 'ArrowDown', 'Shift+Space']) await page.keyboard.press(key);
  await expectVisibleText(page, '6 of 8 selected');

  await page.keyboard.press('Control+a');
  await expectVisibleText(page, '8 of 8 selected');
  await page.keyboard.press('Escape');
  await expectSelected(page, []);
  for (const key of ['Control+Home', 'ArrowUp', 'Space']) await page.keyboard.press(key);
  await expect(everyRow(page)).toBeFocused();
  await expectVisibleText(page, '8 of 8 selected');
});

test('a range selection does not extend across a search or a sort', { tag: '@long' }, async ({ page, service }) => {
  await serve(service, devices(numbered(8)));
  await openSignedIn(page, service);
  await boxOf(page, 'DRONE-1').check();
  await page.getByRole('button', { name: 'name', exact: true }).click();
  await page.getByRole('button', { name: 'name', exact: true }).click();
  await expect(page.getByRole('rowheader').first()).toHaveText('DRONE-8');
  await boxOf(page, 'DRONE-3').click({ modifiers: ['Shift'] });
  await expectSelected(page, ['DRONE-3', 'DRONE-1']);
});

test('rows hidden by a filter stay selected, are counted, and can be shown alone', async ({ page, service }) => {
  await serve(service, devices(numbered(20)));
  await openSignedIn(page, service);
  for (const name of ['DRONE-2', 'DRONE-3', 'DRONE-15']) await boxOf(page, name).check();
  await page.getByRole('searchbox', { name: 'Search' }).fill('drone-1');
  await expectVisibleText(page, '3 selected, 2 hidden by filters');
  await expectSelected(page, ['DRONE-15']);
  // selects all visible rows in addition to the hidden ones
  await everyRow(page).click();
  await expectVisibleText(page, '13 selected, 2 hidden by filters');
  await everyRow(page).click();
  await expectVisibleText(page, '2 selected, 2 hidden by filters');
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expectVisibleText(page, '2 of 20 selected');

  await page.getByRole('button', { name: 'Show only these' }).click();
  await expect(page.getByRole('rowheader')).toHaveText(['DRONE-2', 'DRONE-3']);
  // deselected rows stay until the filter is applied again
  await boxOf(page, 'DRONE-2').uncheck();
  await expect(page.getByRole('rowheader')).toHaveText(['DRONE-2', 'DRONE-3']);
  // by button or by its shortcut
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '21');
  await expectSelected(page, []);
  await boxOf(page, 'DRONE-5').check();
  await page.getByRole('button', { name: 'Show only these' }).click();
  await expect(page.getByRole('rowheader')).toHaveText(['DRONE-5']);
  await boxOf(page, 'DRONE-5').press('Escape');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '21');
});

test('a refresh keeps the selection and the scroll position, and reports removed devices', {
  tag: ['@firefox', '@long'],
}, async ({ page, service }) => {
  const names = numbered(400);
  await serve(service, devices(['', ...names]));
  await openSignedIn(page, service);
  await boxOf(page, 'row 1').check();
  await boxOf(page, 'DRONE-1').check();
  await page.getByRole('textbox', { name: 'Go to row' }).fill('201');
  await page.getByRole('textbox', { name: 'Go to row' }).press('Enter');
  await expect(page.getByRole('link', { name: 'DRONE-200', exact: true })).toBeFocused();
  await page.keyboard.press('Space');
  await boxOf(page, 'DRONE-198').check();
  await page.getByRole('rowheader', { name: 'DRONE-200', exact: true }).focus();
  const before = await rowOf(page, 'DRONE-200').boundingBox();

  await serve(service, devices(['NEW-1', 'NEW-2', ...names.filter((name) => name !== 'DRONE-198')]));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectVisibleText(page, '401 devices');
  await expect(page.getByText('2 previously selected are not in this list')).toBeVisible();
  await expect(page.getByText('2 of 401 selected')).toBeVisible();
  await expectSelected(page, ['DRONE-200']);
  const after = await rowOf(page, 'DRONE-200').boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(36);
});

test('keeps the selection after opening a device and going back', { tag: '@long' }, async ({ page, service }) => {
  await serve(service, devices(numbered(5)));
  await openSignedIn(page, service);
  await boxOf(page, 'DRONE-2').check();
  await page.getByRole('link', { name: 'DRONE-4' }).click();
  await expect(page).toHaveURL(/devices\/DRONE-4/);
  await page.goBack();
  await expectSelected(page, ['DRONE-2']);
});
