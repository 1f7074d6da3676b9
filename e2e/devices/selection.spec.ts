import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expectVisibleText, getFirstRow } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/mockServiceResponse.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';

const devices = (names: readonly string[]) => names.map((name) => createDeviceRecord(name, { name }));

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `DRONE-${index + 1}`);
}

// wide enough for all selection tools
test.use({ viewport: { width: 1440, height: 720 } });
const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: boxOf(page, name) });
const everyRow = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows' });

async function expectSelected(page: Page, names: readonly string[]): Promise<void> {
  const selected = page.locator('[role="row"][aria-selected="true"]').getByRole('rowheader');
  await expect(selected).toHaveText([...names]);
}

test('checkboxes select rows and ranges, and IDs are copied as shown', async ({ page, context, service }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await mockDeviceList(service, devices(numbered(12)));
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

test('clicking around a checkbox selects the row', { tag: '@long' }, async ({ page, service }) => {
  await mockDeviceList(service, devices(numbered(3)));
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

test('the keyboard selects rows, and still moves', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await mockDeviceList(service, devices(numbered(8)));
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
  await mockDeviceList(service, devices(numbered(8)));
  await openSignedIn(page, service);
  await boxOf(page, 'DRONE-1').check();
  await page.getByRole('button', { name: 'name', exact: true }).click();
  await page.getByRole('button', { name: 'name', exact: true }).click();
  await expect(page.getByRole('rowheader').first()).toHaveText('DRONE-8');
  await boxOf(page, 'DRONE-3').click({ modifiers: ['Shift'] });
  await expectSelected(page, ['DRONE-3', 'DRONE-1']);
});

test('rows hidden by a filter stay selected, and are counted and exported', async ({ page, service }) => {
  await mockDeviceList(service, devices(numbered(20)));
  await openSignedIn(page, service);
  for (const name of ['DRONE-2', 'DRONE-3', 'DRONE-15']) await boxOf(page, name).check();
  await page.getByRole('searchbox', { name: 'Search' }).fill('drone-1');
  await expectVisibleText(page, '3 selected, 2 hidden by filters');
  await expectSelected(page, ['DRONE-15']);
  // selects all visible rows in addition to the hidden ones
  await everyRow(page).click();
  await expectVisibleText(page, '13 selected, 2 hidden by filters');
  await page.getByRole('button', { name: 'Export 13', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Export' });
  await form.getByText('NDJSON', { exact: true }).click();
  await form.getByRole('checkbox', { name: 'as a second file' }).uncheck();
  const download = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Export 13 rows' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  const wanted = numbered(20).filter((name) => /-(1|2$|3$)/.test(name));
  expect(lines.map((line) => JSON.parse(line).deviceID).sort()).toEqual(wanted.sort());
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

test('a refresh keeps selection and scroll position', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  const names = numbered(400);
  await mockDeviceList(service, devices(['', ...names]));
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

  await mockDeviceList(service, devices(['NEW-1', 'NEW-2', ...names.filter((name) => name !== 'DRONE-198')]));
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
  await mockDeviceList(service, devices(numbered(5)));
  await openSignedIn(page, service);
  await boxOf(page, 'DRONE-2').check();
  await page.getByRole('link', { name: 'DRONE-4' }).click();
  await expect(page).toHaveURL(/devices\/DRONE-4/);
  await page.goBack();
  await expectSelected(page, ['DRONE-2']);
});

test('devices are compared by ID, also by one with a line break', { tag: '@long' }, async ({ page, service }) => {
  await mockDeviceList(service, [createDeviceRecord('A\nB', { name: 'Broken' }), ...devices(['C'])]);
  await openSignedIn(page, service);
  await everyRow(page).check();
  await page.getByRole('button', { name: 'Compare 2' }).click();
  await expect(page).toHaveURL(`${service.url}/compare?device=A%0AB&device=C`);
});

test('a link to selected devices without an ID is not copied', { tag: '@long' }, async ({ page, service }) => {
  await mockDeviceList(service, [createDeviceRecord('', { name: 'Nameless' }), ...devices(['C'])]);
  await openSignedIn(page, service);
  await page.getByRole('row').filter({ hasText: 'Nameless' }).getByRole('checkbox').check();
  await chooseFromMenu(page, 'More list actions', 'Copy link to this one');
  await expect(page.getByText('The selected devices have no ID.')).toBeVisible();
});
