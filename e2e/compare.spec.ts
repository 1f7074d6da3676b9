import { comparePath } from '#paths/compare.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './helpers.ts';

test('selected devices are compared, differences marked and alone, in the link', async ({ page, service }) => {
  await signIn(page, service, '/devices');
  const records = service.devices.map(({ record }) => record);
  const [one, two] = [records.find(({ paired }) => paired), records.find(({ paired }) => !paired)];
  if (!one || !two) throw new Error('The demo project holds too few devices.');
  for (const { deviceID } of [one, two]) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(deviceID);
    await page.getByRole('checkbox', { name: `Select ${deviceID}`, exact: true }).check();
    // its tools take the place of the search's bar
    await expect(page.getByRole('group', { name: 'Selection' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Compare 2' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare');
  const table = page.getByRole('region', { name: 'Devices side by side' }).getByRole('table');
  await expect(table.getByRole('rowheader', { name: /^paired\s*, differs/ })).toBeVisible();
  // what the list in memory knows beside the records
  await expect(table.getByRole('row', { name: /^.*connectivity/ })).toContainText(/online|offline/);
  const all = await table.getByRole('rowheader').count();
  await page.getByText(/^\d+ that differ$/).click();
  await expect(page).toHaveURL(/show=different/);
  for (const heading of await table.getByRole('rowheader').all()) await expect(heading).toContainText('differs');
  expect(await table.getByRole('rowheader').count()).toBeLessThanOrEqual(all);
  await page.reload();
  await expect(table.getByRole('link', { name: one.deviceID })).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText(/^registered .* (last|never) paired/)).toHaveCount(2);
});

test('a device that is not registered is named in the service’s words, and can be removed', async ({
  page,
  service,
}) => {
  const deviceIDs = [...service.devices.slice(0, 2).map(({ record }) => record.deviceID), 'gone/away 🚁'];
  await signIn(page, service, comparePath({ deviceIDs, different: false }));
  await expect(page.getByText('3 devices, 1 not there')).toBeVisible();
  const table = page.getByRole('table');
  await expect(table.getByRole('alert')).toContainText('Device is not registered with the project.');
  await expect(table.getByRole('columnheader', { name: /not found/ })).toBeVisible();
  await table.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('2 devices', { exact: true })).toBeVisible();
  await page.getByLabel('ID of another device').fill(service.devices[5]?.record.deviceID ?? '');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('3 devices', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => new URLSearchParams(location.search).getAll('device'))).toHaveLength(3);
});

test('the comparison is copied as a table', async ({ page, context, service }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const devices = service.devices.slice(0, 2).map(({ record }) => record);
  const deviceIDs = devices.map(({ deviceID }) => deviceID);
  await signIn(page, service, comparePath({ deviceIDs, different: false }));
  await expect(page.getByRole('rowheader', { name: /productID/ })).toBeVisible();
  await page.getByRole('button', { name: 'Copy as table' }).click();
  await expect(page.getByText('Copied 2 devices as a table')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const lines = text.split('\r\n').map((line) => line.split('\t'));
  expect(lines[0]).toEqual(['field', ...deviceIDs]);
  expect(lines.find(([field]) => field === 'productID')).toEqual([
    'productID',
    ...devices.map(({ productID }) => productID),
  ]);
});

test('the requests of a comparison are copied without credentials', async ({ page, context, service }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const deviceIDs = service.devices.slice(0, 2).map(({ record }) => record.deviceID);
  await signIn(page, service, comparePath({ deviceIDs, different: false }));
  await page.getByRole('button', { name: 'More of this comparison' }).click();
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
  await expect(page.getByText('Copied as curl')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  for (const deviceID of deviceIDs) expect(text).toContain(JSON.stringify({ deviceID }));
  expect(text).not.toContain(service.token);
});

test('more devices than there is room for are named and left out', async ({ page, service }) => {
  const deviceIDs = service.devices.slice(0, 6).map(({ record }) => record.deviceID);
  await signIn(page, service, comparePath({ deviceIDs, different: false }));
  await expect(page.getByRole('main')).toContainText(`device ${deviceIDs[5]}`);
  await expect(page.getByText('5 devices', { exact: true })).toBeVisible();
});
