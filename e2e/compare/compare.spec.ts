import { readClipboard } from '#e2e/helpers/datastorePage.ts';
import { selectDevices } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';
import { buildCompareUrl } from '#urls/compare.ts';

test('compares selected devices, and keeps the filter in the link', { tag: '@firefox' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  const records = service.devices.map(({ record }) => record);
  const [one, two] = [records.find(({ paired }) => paired), records.find(({ paired }) => !paired)];
  if (!one || !two) throw new Error('The demo project holds too few devices.');
  await selectDevices(page, [one.deviceID, two.deviceID]);
  await page.getByRole('button', { name: 'Compare 2' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare');
  const table = page.getByRole('region', { name: 'Device comparison' }).getByRole('table');
  await expect(table.getByRole('rowheader', { name: /^paired\s*, differs/ })).toBeVisible();
  // joined from the list in memory
  await expect(table.getByRole('row', { name: /^.*connectivity/ })).toContainText(/online|offline/);
  const all = await table.getByRole('rowheader').count();
  await page.getByText(/^\d+ differing$/).click();
  await expect(page).toHaveURL(/show=different/);
  for (const heading of await table.getByRole('rowheader').all()) await expect(heading).toContainText('differs');
  expect(await table.getByRole('rowheader').count()).toBeLessThanOrEqual(all);
  await page.reload();
  await expect(table.getByRole('link', { name: one.deviceID })).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText(/^registered .* (last|never) paired/)).toHaveCount(2);
});

test('an unregistered device shows the error, and can be removed', { tag: '@long' }, async ({ page, service }) => {
  const deviceIDs = [...service.devices.slice(0, 2).map(({ record }) => record.deviceID), 'gone/away 🚁'];
  await openSignedIn(page, service, buildCompareUrl({ deviceIDs, different: false }));
  await expect(page.getByText('3 devices, 1 not found')).toBeVisible();
  const table = page.getByRole('table');
  await expect(table.getByRole('alert')).toContainText('Device is not registered with the project.');
  await expect(table.getByRole('columnheader', { name: /not found/ })).toBeVisible();
  await table.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('2 devices', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Device: add' }).click();
  // without a list in memory every ID is requested
  await page.getByLabel('Device ID or name').fill(service.devices[5]?.record.deviceID ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 devices', { exact: true })).toBeVisible();
  await expect(page.getByText(/^3 requests, slowest [\d,]+ ms$/)).toBeVisible();
  expect(await page.evaluate(() => new URLSearchParams(location.search).getAll('device'))).toHaveLength(3);
});

test('copies a table, and the requests without credentials', { tag: '@long' }, async ({ page, context, service }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const devices = service.devices.slice(0, 2).map(({ record }) => record);
  const deviceIDs = devices.map(({ deviceID }) => deviceID);
  await openSignedIn(page, service, buildCompareUrl({ deviceIDs, different: false }));
  await expect(page.getByRole('rowheader', { name: /productID/ })).toBeVisible();
  await page.getByRole('button', { name: 'Copy as table' }).click();
  await expect(page.getByText('Copied 2 devices as a table')).toBeVisible();
  const lines = (await readClipboard(page)).split('\r\n').map((line) => line.split('\t'));
  expect(lines[0]).toEqual(['field', ...deviceIDs]);
  expect(lines).toContainEqual(['productID', ...devices.map(({ productID }) => productID)]);

  await chooseFromMenu(page, 'More comparison actions', 'Copy as curl');
  await expect(page.getByText('Copied as curl')).toBeVisible();
  const text = await readClipboard(page);
  for (const deviceID of deviceIDs) expect(text).toContain(JSON.stringify({ deviceID }));
  expect(text).not.toContain(service.token);

  await page.getByRole('button', { name: `Remove ${deviceIDs[0]}` }).click();
  await page.getByRole('button', { name: 'Copy as table' }).click();
  await expect(page.getByText('Copied 1 device as a table')).toBeVisible();
});

test('shows an error per device, and keeps data if a refresh fails', { tag: '@long' }, async ({ page, service }) => {
  const deviceIDs = service.devices.slice(0, 2).map(({ record }) => record.deviceID);
  await openSignedIn(page, service, buildCompareUrl({ deviceIDs: ['gone-1', 'gone-2'], different: false }));
  await expect(page.getByRole('table').getByRole('alert')).toHaveCount(2);
  await expect(page.getByText('no fields to compare')).toBeVisible();

  await page.goto(buildCompareUrl({ deviceIDs, different: false }));
  await expect(page.getByRole('rowheader', { name: /productID/ })).toBeVisible();
  await mockServiceResponse(service, 'device', { code: 'SERVICE-FAILED', message: 'Down for an hour.' }, 500);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Down for an hour.')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: /productID/ })).toBeVisible();
});

test('lists and ignores devices beyond the limit', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  const deviceIDs = service.devices.slice(0, 6).map(({ record }) => record.deviceID);
  await openSignedIn(page, service, buildCompareUrl({ deviceIDs, different: false }));
  await expect(page.getByText(`You can compare up to 5 devices. Ignored: ${deviceIDs[5]}.`)).toBeVisible();
  await expect(page.getByText('5 devices', { exact: true })).toBeVisible();
});

test('adds up to five devices by name or ID, also with the keyboard', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  const records = service.devices.map(({ record }) => record);
  const named = records.filter(({ name }) => records.filter((other) => other.name === name).length === 1);
  const [one, two, three, four, five] = named;
  if (!one || !two || !three || !four || !five) throw new Error('The demo project holds too few devices.');
  await selectDevices(page, [one.deviceID, two.deviceID]);
  await page.getByRole('button', { name: 'Compare 2' }).click();
  const add = page.getByRole('button', { name: 'Device: add' });
  const field = page.getByLabel('Device ID or name');
  const table = page.getByRole('region', { name: 'Device comparison' }).getByRole('table');

  // a unique name selects its device
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type(three.name);
  await expect(page.getByRole('list', { name: 'Devices found' })).toContainText(three.deviceID);
  await page.keyboard.press('Enter');
  await expect(table.getByRole('link', { name: three.deviceID, exact: true })).toBeVisible();
  await expect(add).toBeFocused();

  // chosen by arrow keys; a device already compared is not offered
  await page.keyboard.press('Enter');
  await field.fill(three.deviceID);
  await expect(
    page.getByText('No loaded device matches. Press Enter to look up this ID in the service.'),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This device is already in the comparison.')).toBeVisible();
  await field.fill(four.deviceID);
  await expect(page.getByRole('button', { name: four.deviceID })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(table.getByRole('link', { name: four.deviceID, exact: true })).toBeVisible();

  await add.click();
  await field.fill(five.deviceID);
  await page.keyboard.press('Enter');
  await expect(page.getByText('5 devices', { exact: true })).toBeVisible();
  await expect(add).toHaveAttribute('aria-disabled', 'true');
});
