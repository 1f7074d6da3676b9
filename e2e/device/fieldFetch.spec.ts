import type { Page } from 'playwright/test';
import { getColumnCells, waitForIdsSortedBy } from '#e2e/helpers/deviceList.ts';
import { getDemoDevice, getRecordRegion, openDemoDevicePage } from '#e2e/helpers/devicePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse, recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { getTaskTrayItem } from '#e2e/helpers/page.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const picker = (page: Page) => page.getByRole('region', { name: 'One field' });
const box = (page: Page) => picker(page).getByRole('combobox', { name: 'Field' });
const watching = (page: Page) => picker(page).getByRole('region', { name: /^Watching / });

const answers = (device: object) => ({ code: 'DEVICE-DETAILS-FETCHED', message: '', device });

async function fetchField(page: Page, field: string): Promise<void> {
  await box(page).fill(field);
  await picker(page).getByRole('button', { name: 'Fetch', exact: true }).click();
}

test('Back after two fetches restores the field together with its response', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const device = await openDemoDevicePage(page, service);
  await fetchField(page, 'name');
  await expect(picker(page)).toContainText(device.name);
  await fetchField(page, 'productID');
  await expect(picker(page)).toContainText(device.productID);
  await page.goBack();
  await expect(box(page)).toHaveValue('name');
  await expect(picker(page)).toContainText(device.name);
  await box(page).fill('admin');
  await expect(picker(page)).toContainText('Not fetched yet: admin. This response is for name.');
});

test('distinguishes a value, false, null, an empty text and a missing field', async ({ page, service }) => {
  await openDemoDevicePage(page, service);
  for (const [device, said] of [
    [{ status: true }, 'true, a boolean'],
    [{ status: false }, 'false, a boolean'],
    [{ status: null }, 'null (the field exists)'],
    [{ status: '' }, 'an empty text'],
    [{}, 'absent: the response does not contain this field'],
  ] as const) {
    await mockServiceResponse(service, 'device', answers(device));
    await fetchField(page, 'status');
    await expect(picker(page)).toContainText(said);
    await expect(picker(page)).toContainText(/fetched \d\d:\d\d:\d\d in \d+ ms · \d+ B/);
    await expect(getRecordRegion(page)).toBeVisible();
  }
});

test('reports a field value that differs from the record, and keeps the record unchanged', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const device = await openDemoDevicePage(page, service);
  await mockServiceResponse(service, 'device', answers({ name: 'Another name' }));
  await fetchField(page, 'name');
  await expect(picker(page)).toContainText(new RegExp(`the record from \\d\\d:\\d\\d:\\d\\d shows "${device.name}"`));
  await expect(getRecordRegion(page)).toContainText(device.name);
});

test('watches a field with a line and its changes, also while the user visits another page', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const { deviceID } = await openDemoDevicePage(page, service);
  await mockServiceResponse(service, 'device', answers({ status: true }));
  await fetchField(page, 'status');
  await picker(page).getByRole('button', { name: 'Watch', exact: true }).click();
  await watching(page).getByLabel('Interval').selectOption({ label: 'every 2 s' });
  await expect(watching(page)).toContainText(/in [1-9]\d* response/);
  await mockServiceResponse(service, 'device', answers({ status: false }));
  const changes = watching(page).getByRole('table', { name: 'Changes to status' });
  await expect(changes).toContainText('yes → no');
  await expect(changes).toContainText('so far');
  await expect(watching(page).getByRole('img', { name: 'status over time' })).toBeVisible();

  const name = `status of ${deviceID}`;
  const task = getTaskTrayItem(page, `Watching ${name}`);
  await expect(task).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
  // continues in the tray and in the tab's title
  await expect(task).toContainText(/no; 1 change in \d+ responses/);
  await expect(page).toHaveTitle(new RegExp(`^${name}: no · Devices`));
  await mockServiceResponse(service, 'device', answers({ status: true }));
  await expect(task).toContainText('yes; 2 changes');
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page).toHaveTitle(new RegExp(`^${name}: yes · Overview`));
  await task.getByRole('button', { name: 'Show' }).click();
  await expect(changes).toContainText('no → yes');
  await expect(changes).toContainText('yes → no');
  await expect(task).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^status of/);
  await page.getByRole('link', { name: 'Overview' }).click();
  await task.getByRole('button', { name: /^Cancel/ }).click();
  await expect(page).toHaveTitle(/^Overview/);
  await page.goBack();
  await expect(picker(page).getByRole('region', { name: 'Watching status' })).toContainText('stopped');
  await picker(page).getByRole('button', { name: 'Watch', exact: true }).click();
  await picker(page).getByRole('button', { name: 'Stop watching' }).click();
  const log = picker(page).getByRole('region', { name: 'Watching status' });
  await expect(log).toContainText('stopped');
  const download = page.waitForEvent('download');
  await log.getByRole('button', { name: /^Export \d+ responses/ }).click();
  const stream = await (await download).createReadStream();
  const text = (await stream.toArray()).join('');
  expect(text.split('\r\n')[0]).toBe('time,outcome,status,latency_ms,bytes');
  expect(text).toMatch(/Z,value,true,\d+,\d+\r\n/);
  expect(text).toMatch(/Z,value,false,\d+,\d+\r\n/);
});

test.describe('outside UTC', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('the tooltip of a watched field uses the time display of the page', { tag: '@long' }, async ({
    page,
    service,
  }) => {
    await openSignedIn(page, service, `${buildDeviceUrl(getDemoDevice(service).deviceID)}?time=utc`);
    await fetchField(page, 'status');
    await picker(page).getByRole('button', { name: 'Watch', exact: true }).click();
    await watching(page).getByRole('img', { name: 'status over time' }).hover();
    await expect(watching(page).getByText(/^\d\d:\d\d:\d\dZ · /)).toBeVisible();
  });
});

test('polls a watched field only while the page is visible', { tag: '@long' }, async ({ page, service }) => {
  const device = getDemoDevice(service);
  await page.clock.install();
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID, 'paired'));
  await picker(page).getByRole('button', { name: 'Watch', exact: true }).click();
  await watching(page).getByLabel('Interval').selectOption({ label: 'every 2 s' });
  await expect(watching(page)).toContainText(/in [2-9] responses/);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const asked = recordRequestBodies(page, '/device/get');
  await page.clock.runFor(60_000);
  expect(asked).toEqual([]);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(3000);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test('keys and buttons step through the filtered list, and one step back returns to the list', {
  tag: '@firefox',
}, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?asc=name#is.productID=DRONE-01');
  const count = service.devices.filter(({ record }) => record.productID === 'DRONE-01').length;
  const ids = await waitForIdsSortedBy(page, 'name');
  await page.getByRole('link', { name: ids[2] ?? '', exact: true }).click();
  const place = page.getByRole('navigation', { name: 'Devices in the list' });
  await expect(place).toContainText(`3 of ${count}`);
  await page.keyboard.press('j');
  await expect(place).toContainText(`4 of ${count}`);
  await expect(page).toHaveURL(new RegExp(`${ids[3]}$`));
  await expect(getRecordRegion(page)).toContainText(ids[3] ?? '');
  await place.getByRole('button', { name: 'Previous device' }).focus();
  await page.keyboard.press('Enter');
  await expect(place).toContainText(`3 of ${count}`);
  await page.keyboard.press('Enter');
  await expect(place).toContainText(`2 of ${count}`);
  // as with Caps Lock on
  await page.keyboard.press('J');
  await expect(place).toContainText(`3 of ${count}`);
  await page.keyboard.press('K');
  await page.keyboard.press('k');
  await expect(place).toContainText(`1 of ${count}`);
  await expect(place.getByRole('button', { name: 'Previous device' })).toBeDisabled();
  await page.keyboard.press('k');
  await expect(place).toContainText(`1 of ${count}`);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
  await expect(page).toHaveURL(/#is\.productID=DRONE-01/);
});

test('single-key shortcuts can be switched off', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  await page.evaluate(() => localStorage.setItem('fleetlens.singleKeys', JSON.stringify({ v: 1, value: false })));
  const ids = await (await getColumnCells(page, 'deviceID')).allTextContents();
  await page.getByRole('link', { name: ids[0] ?? '', exact: true }).click();
  const place = page.getByRole('navigation', { name: 'Devices in the list' });
  await expect(place).toContainText('1 of');
  await page.keyboard.press('j');
  await place.getByRole('button', { name: 'Next device' }).click();
  await expect(place).toContainText('2 of');
});

test('shows the record as JSON, and keeps the view in the link', { tag: '@long' }, async ({ page, service }) => {
  const device = await openDemoDevicePage(page, service);
  await page.getByText('JSON', { exact: true }).click();
  await expect(page).toHaveURL(/view=json/);
  await page.reload();
  expect(JSON.parse((await page.getByRole('region', { name: 'device record' }).textContent()) ?? '')).toEqual(device);
});

test('marks implausible times', { tag: '@long' }, async ({ page, service }) => {
  const device = { ...getDemoDevice(service), registeredAt: Date.UTC(2100, 0), lastPairedAt: Date.UTC(2010, 0) };
  await mockServiceResponse(service, 'device', answers(device));
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await expect(getRecordRegion(page)).toContainText('in the future');
  await expect(getRecordRegion(page)).toContainText('before registration');
});

test('requests IDs of slashes and spaces, of emoji, or of 10 kB unchanged', async ({ page, service }) => {
  await openSignedIn(page, service);
  const asked = recordRequestBodies(page, '/device/get');
  for (const deviceID of [' a/b c/../d ', '🚁🛰️ drone 👩‍🚀', 'x'.repeat(10_000)]) {
    await page.evaluate((path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, buildDeviceUrl(deviceID));
    await expect.poll(() => JSON.parse(asked.at(-1) ?? '{}').deviceID).toBe(deviceID);
    await expect(page.getByRole('alert')).toContainText('Device is not registered with the project.');
    await expect(page.getByRole('button', { name: 'All devices' })).toBeInViewport();
  }
});

test.describe('a registered device', () => {
  for (const [what, deviceID] of [
    ['slashes, spaces, emoji and a dot', ' a/b c/../d 🚁.'],
    ['a single dot', '.'],
    ['10 kB', `y${'x'.repeat(10_000)}`],
  ] as const) {
    test(`with an ID of ${what} loads after a reload and after Back`, { tag: '@long' }, async ({ page, service }) => {
      const name = 'Odd one';
      await service.seed({ devices: [{ ...getDemoDevice(service), deviceID, name }] });
      await openSignedIn(page, service, `/devices#search=${encodeURIComponent(name)}`);
      await page.getByRole('rowheader').getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      const own = page.url();
      const asked = recordRequestBodies(page, '/device/get');
      await page.reload();
      await expect(getRecordRegion(page).getByText(name)).toBeVisible();
      await expect.poll(() => asked.map((body) => JSON.parse(body).deviceID)).toEqual([deviceID]);
      await page.goto('/about');
      await page.goBack();
      await expect(page).toHaveURL(own);
      await expect(getRecordRegion(page).getByText(name)).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('rowheader')).toHaveCount(1);
    });
  }
});
