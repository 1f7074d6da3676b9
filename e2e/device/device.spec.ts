import { DEVICE_FIELD_NAMES } from '#contract/device.ts';
import { getDemoDevice } from '#e2e/helpers/devicePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse, recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDeviceUrl } from '#urls/device.ts';

test('shows the full record', { tag: '@firefox' }, async ({ page, service }) => {
  const device = service.devices.find(({ record }) => record.admin !== '' && record.lastPairedAt > 0)?.record;
  if (!device) throw new Error('The demo project holds no paired device with an administrator.');
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name);
  const record = page.getByRole('region', { name: 'Record', exact: true });
  const shown = {
    deviceID: device.deviceID,
    productID: device.productID,
    name: device.name,
    status: device.status ? 'yes' : 'no',
    admin: device.admin,
    paired: device.paired ? 'paired' : 'unpaired',
  };
  for (const [field, text] of Object.entries(shown)) {
    const term = record.getByRole('term').filter({ hasText: new RegExp(`^${field}$`) });
    await expect(term.locator('xpath=following-sibling::dd')).toContainText(text);
  }
  for (const time of [device.registeredAt, device.lastPairedAt]) {
    await expect(record.locator(`time[datetime="${new Date(time).toISOString()}"]`)).toBeVisible();
  }
  await page.getByText('JSON', { exact: true }).click();
  const json = page.getByRole('region', { name: 'device record' });
  expect(JSON.parse((await json.textContent()) ?? '')).toEqual(device);
});

test('fetches a single field by path', async ({ page, service }) => {
  const device = service.devices[7]?.record;
  if (!device) throw new Error('The demo project holds too few devices.');
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  const picker = page.getByRole('region', { name: 'One field' });
  for (const field of DEVICE_FIELD_NAMES) {
    await picker.getByRole('combobox', { name: 'Field' }).fill(field);
    const answered = page.waitForResponse((response) => response.request().postData()?.includes('"path"') ?? false);
    await picker.getByRole('button', { name: 'Fetch', exact: true }).click();
    const answer = await (await answered).json();
    expect(answer).toEqual({
      code: 'DEVICE-DETAILS-FETCHED',
      message: 'Details of the device are successfully fetched: ',
      device: { [field]: device[field] },
    });
    await expect(picker.getByText(/ ms · /)).toBeVisible();
    await expect(page).toHaveURL(service.url + buildDeviceUrl(device.deviceID, field));
  }
});

test('shows the error of the service for a field that does not exist', { tag: '@long' }, async ({ page, service }) => {
  const device = service.devices[0]?.record;
  if (!device) throw new Error('The demo project holds no devices.');
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID, 'nonsense'));
  const picker = page.getByRole('region', { name: 'One field' });
  await expect(picker.getByRole('alert')).toContainText('Data is undefined at the specified path.');
  await expect(page.getByRole('region', { name: 'Record', exact: true })).toBeVisible();
});

test('shows the error of the service for an unknown device, with a link back', { tag: '@firefox' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDeviceUrl('no such/device?#%2F'));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Device “no such/device?#%2F” not found');
  await expect(alert).toContainText('Device is not registered with the project.');
  await alert.getByRole('button', { name: 'All devices' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
});

for (const odd of ['app.js', '..%2fetc', '50%', 'a%5cb']) {
  test(`a link to a device called ${odd} opens its page`, { tag: '@long' }, async ({ page, service }) => {
    await openSignedIn(page, service, `/devices/${odd}`);
    // a damaged link has a separate alert
    await expect(page.getByRole('alert').filter({ hasText: 'not found' })).toContainText(
      'Device is not registered with the project.',
    );
  });
}

for (const deviceID of ['.', '..', 'half \ud800 of a pair']) {
  test(`the ID ${JSON.stringify(deviceID)} opens that device, also from the list and after a reload`, {
    tag: '@long',
  }, async ({ page, service }) => {
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
    expect(asked.map((body) => JSON.parse(body).deviceID)).toEqual([deviceID, deviceID]);
  });
}
