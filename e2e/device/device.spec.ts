import { DEVICE_FIELD_NAMES } from '#contract/device.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { getDemoDevice, getRecordRegion } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse, recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { buildDeviceUrl } from '#urls/device.ts';

test('shows the full record, and fetches single fields by path', { tag: '@firefox' }, async ({ page, service }) => {
  const device = service.devices.find(({ record }) => record.admin !== '' && record.paired)?.record;
  if (!device) throw new Error('The demo project holds no paired device with an administrator.');
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name);
  const record = getRecordRegion(page);
  const { deviceID, productID, name, admin } = device;
  const status = device.status ? 'yes' : 'no';
  for (const [field, text] of Object.entries({ deviceID, productID, name, status, admin, paired: 'paired' })) {
    const term = record.getByRole('term').filter({ hasText: new RegExp(`^${field}$`) });
    await expect(term.locator('xpath=following-sibling::dd')).toContainText(text);
  }
  for (const time of [device.registeredAt, device.lastPairedAt]) {
    await expect(record.locator(`time[datetime="${new Date(time).toISOString()}"]`)).toBeVisible();
  }
  await page.getByText('JSON', { exact: true }).click();
  const json = page.getByRole('region', { name: 'device record' });
  expect(JSON.parse((await json.textContent()) ?? '')).toEqual(device);

  const picker = page.getByRole('region', { name: 'One field' });
  for (const field of DEVICE_FIELD_NAMES) {
    await picker.getByRole('combobox', { name: 'Field' }).fill(field);
    const answered = page.waitForResponse((response) => response.url().includes(OPERATIONS.device.path));
    await picker.getByRole('button', { name: 'Fetch', exact: true }).click();
    expect(await (await answered).json()).toEqual({
      code: 'DEVICE-DETAILS-FETCHED',
      message: 'Details of the device are successfully fetched: ',
      device: { [field]: device[field] },
    });
    await expect(picker.getByText(/ ms · /)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`path=${field}`));
  }
});

test('shows the error of the service for a field that does not exist', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDeviceUrl(getDemoDevice(service).deviceID, 'nonsense'));
  const picker = page.getByRole('region', { name: 'One field' });
  await expect(picker.getByRole('alert')).toContainText('Data is undefined at the specified path.');
  await expect(getRecordRegion(page)).toBeVisible();
});

test('requests IDs of slashes, spaces, emoji or 10 kB unchanged, and links back', async ({ page, service }) => {
  await openSignedIn(page, service);
  const asked = recordRequestBodies(page, '/device/get');
  for (const deviceID of [' a/b c/../d ', '🚁🛰️ drone 👩‍🚀', 'x'.repeat(10_000), 'no such/device?#%2F']) {
    await page.evaluate((path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, buildDeviceUrl(deviceID));
    await expect.poll(() => JSON.parse(asked.at(-1) ?? '{}').deviceID).toBe(deviceID);
    await expect(page.getByRole('alert')).toContainText('Device is not registered with the project.');
    await expect(page.getByRole('button', { name: 'All devices' })).toBeInViewport();
  }
  await expect(page.getByRole('alert')).toContainText('Device “no such/device?#%2F” not found');
  await page.getByRole('button', { name: 'All devices' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
});

test('a link to an ID like a file or a damaged link opens its page', { tag: '@long' }, async ({ page, service }) => {
  for (const odd of ['app.js', '..%2fetc', '50%', 'a%5cb']) {
    await openSignedIn(page, service, `/devices/${odd}`);
    // a damaged link has a separate alert
    await expect(page.getByRole('alert').filter({ hasText: 'not found' }), odd).toContainText(
      'Device is not registered with the project.',
    );
  }
});

for (const [name, deviceID] of [
  ['.', '.'],
  ['..', '..'],
  ['half of a surrogate pair', 'half \ud800 of a pair'],
  ['slashes, spaces and emoji', ' a/b c/../d 🚁.'],
  ['10 kB', 'x'.repeat(10_000)],
] as const) {
  test(`the ID ${name} opens from the list, by reload and by Back`, { tag: '@long' }, async ({ page, service }) => {
    const device = { ...getDemoDevice(service), deviceID, name: 'Odd one' };
    const list = { code: 'DEVICES-LIST-FETCHED', message: '', nDevices: 1, devices: [device] };
    await mockServiceResponse(service, 'devices', list);
    const details = { code: 'DEVICE-DETAILS-FETCHED', message: '', device };
    await service.fault({ kind: 'body', body: JSON.stringify(details) }, { operation: 'device', times: 9 });
    await openSignedIn(page, service);
    const asked = recordRequestBodies(page, '/device/get');
    await page.getByRole('rowheader').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Odd one');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Odd one');
    await page.goto('/about');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Odd one');
    expect(asked.map((body) => JSON.parse(body).deviceID)).toEqual([deviceID, deviceID, deviceID]);
  });
}

test('requests connectivity by product, or on click without a product', { tag: '@long' }, async ({ page, service }) => {
  const device = service.devices.find(({ online }) => online)?.record ?? getDemoDevice(service);
  const asked = recordRequestBodies(page, '/devices/get');
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await expect(page.getByText('online', { exact: true })).toBeVisible();
  const body = { productID: device.productID, filter: 'online' };
  expect(asked.splice(0).map((body) => JSON.parse(body))).toEqual([body]);

  const unknown = { ...getDemoDevice(service), productID: '' };
  await mockServiceResponse(service, 'device', { code: 'DEVICE-DETAILS-FETCHED', message: '', device: unknown });
  await page.goto(buildDeviceUrl(unknown.deviceID));
  await expect(page.getByText('unknown', { exact: true })).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Check connectivity' }).click();
  await expect(page.getByText(/^(online|offline)$/)).toBeVisible();
});

test('marks implausible times', { tag: '@long' }, async ({ page, service }) => {
  const device = { ...getDemoDevice(service), registeredAt: Date.UTC(2100, 0), lastPairedAt: Date.UTC(2010, 0) };
  await mockServiceResponse(service, 'device', { code: 'DEVICE-DETAILS-FETCHED', message: '', device });
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await expect(getRecordRegion(page)).toContainText('in the future');
  await expect(getRecordRegion(page)).toContainText('before registration');
});

test('times are relative to the clock of the service, also those of further fields', async ({ page, service }) => {
  const now = Date.now();
  const device = { ...getDemoDevice(service), lastPairedAt: now - 130 * 60_000, installedAt: Date.UTC(2024, 1, 3, 12) };
  await mockServiceResponse(service, 'device', { code: 'DEVICE-DETAILS-FETCHED', message: '', device });
  await service.clock(now);
  await page.clock.setFixedTime(now - 3 * 3_600_000);
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await expect(page.getByText('last paired 2 hours ago')).toBeVisible();
  await expect(getRecordRegion(page)).toContainText('2024-02-03');
});
