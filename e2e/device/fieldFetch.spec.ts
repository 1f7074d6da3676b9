import type { Page } from 'playwright/test';
import { readDownload } from '#e2e/helpers/datastorePage.ts';
import { getDemoDevice, getRecordRegion, openDemoDevicePage, waitForIdsSortedBy } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse, recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { getTaskTrayItem, signInAgain } from '#e2e/helpers/page.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const picker = (page: Page) => page.getByRole('region', { name: 'One field' });
const box = (page: Page) => picker(page).getByRole('combobox', { name: 'Field' });
const watching = (page: Page) => picker(page).getByRole('region', { name: /^Watching / });

const answers = (device: object) => ({ code: 'DEVICE-DETAILS-FETCHED', message: '', device });

async function fetchField(page: Page, field: string): Promise<void> {
  await box(page).fill(field);
  await picker(page).getByRole('button', { name: 'Fetch', exact: true }).click();
}

test('Back after two fetches restores the field and its response', { tag: '@long' }, async ({ page, service }) => {
  const device = await openDemoDevicePage(page, service);
  // suggested before the first fetch
  await picker(page).getByRole('button', { name: 'name', exact: true }).click();
  await expect(page).toHaveURL(/path=name/);
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

test('reports a field value that differs from the record', { tag: '@long' }, async ({ page, service }) => {
  const device = await openDemoDevicePage(page, service);
  await mockServiceResponse(service, 'device', answers({ name: 'Another name' }));
  await fetchField(page, 'name');
  await expect(picker(page)).toContainText(new RegExp(`the record from \\d\\d:\\d\\d:\\d\\d shows "${device.name}"`));
  await expect(getRecordRegion(page)).toContainText(device.name);
});

test('watches a field, also on other pages, and exports responses', { tag: '@long' }, async ({ page, service }) => {
  const { deviceID } = getDemoDevice(service);
  await openSignedIn(page, service, `${buildDeviceUrl(deviceID)}?time=utc`);
  await mockServiceResponse(service, 'device', answers({ status: true }));
  await fetchField(page, 'status');
  await picker(page).getByRole('button', { name: 'Watch', exact: true }).click();
  await watching(page).getByLabel('Interval').selectOption({ label: 'every 2 s' });
  await expect(watching(page)).toContainText(/in [1-9]\d* response/);
  await mockServiceResponse(service, 'device', answers({ status: false }));
  const changes = watching(page).getByRole('table', { name: 'Changes to status' });
  await expect(changes).toContainText('yes → no');
  await expect(changes).toContainText('so far');
  // in the time display of the page
  await watching(page).getByRole('img', { name: 'status over time' }).hover();
  await expect(watching(page).getByText(/^\d\d:\d\d:\d\dZ · /)).toBeVisible();

  const name = `status of ${deviceID}`;
  const task = getTaskTrayItem(page, `Watching ${name}`);
  await expect(task).toHaveCount(0);
  await page.getByRole('link', { name: 'Overview' }).click();
  // continues in the tray and in the tab's title
  await expect(task).toContainText(/no; 1 change in \d+ responses/);
  await expect(page).toHaveTitle(new RegExp(`^${name}: no · Overview`));
  await mockServiceResponse(service, 'device', answers({ status: true }));
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
  const log = picker(page).getByRole('region', { name: 'Watching status' });
  await expect(log).toContainText('stopped');
  const download = page.waitForEvent('download');
  await log.getByRole('button', { name: /^Export \d+ responses/ }).click();
  const text = await readDownload(download);
  expect(text.split('\r\n')[0]).toBe('time,outcome,status,latency_ms,bytes');
  expect(text).toMatch(/Z,value,true,\d+,\d+\r\n/);
  expect(text).toMatch(/Z,value,false,\d+,\d+\r\n/);
});

test('two watches share the title, and end with the session', { tag: '@long' }, async ({ page, service }) => {
  const ids = service.devices.slice(0, 2).map(({ record }) => record.deviceID);
  const goTo = (pageName: string) => page.getByRole('link', { name: pageName, exact: true }).click();
  await openSignedIn(page, service);
  for (const id of ids) {
    await goTo('Devices');
    await page.getByRole('link', { name: id, exact: true }).click();
    await fetchField(page, 'paired');
    await picker(page).getByRole('button', { name: 'Watch', exact: true }).click();
    await watching(page).getByLabel('Interval').selectOption({ label: 'every 2 s' });
    await expect(watching(page)).toContainText(/in [1-9]\d* response/);
  }
  await goTo('Overview');
  const titles = ids.map((id) => `paired of ${id}: \\w+`);
  await expect(page).toHaveTitle(new RegExp(`^${titles.join(' · ')} · Overview`));
  await service.fault('unauthorized', { operation: 'device' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await service.calm();
  await signInAgain(page, service);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  await expect(getTaskTrayItem(page, 'Watching')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Overview/);
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

test('keys and buttons step through the list, and Back leaves it', { tag: '@firefox' }, async ({ page, service }) => {
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
