import { buildDocumentsUrl, openDatastore } from '#e2e/helpers/datastorePage.ts';
import { clickRefresh, getColumnCells, getDemoDevice, getRecordRegion } from '#e2e/helpers/devicePages.ts';
import { expect, FAULT_SENTENCES, type Fault, type FaultName, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { NetworkFaultProxy } from '#e2e/helpers/networkFaultProxy.ts';
import { createReloadAssertion, getAlert, signInAgain } from '#e2e/helpers/page.ts';
import { createAppShellPageObject } from '#e2e/testing/pageObjects.ts';
import { buildDeviceUrl } from '#urls/device.ts';

test('1 connection refused: names the host, and recovers', { tag: '@firefox' }, async ({ page, service }) => {
  const wire = await new NetworkFaultProxy(service.url).open();
  const device = getDemoDevice(service);
  await openSignedIn(page, service, wire.url + buildDeviceUrl(device.deviceID));
  await expect(getRecordRegion(page)).toBeVisible();
  const notReloaded = await createReloadAssertion(page);
  await wire.close();
  await clickRefresh(page);
  await expect(getAlert(page)).toContainText(`Cannot reach ${new URL(wire.url).host}`);
  await expect(getAlert(page)).toContainText('Could not refresh this device');
  await expect(getAlert(page).getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(page.getByText('refresh failed, as of')).toBeVisible();
  await expect(getRecordRegion(page)).toBeVisible();
  await wire.open();
  await expect(getAlert(page)).toBeHidden();
  await expect(page.getByText('refresh failed, as of')).toBeHidden();
  await notReloaded();
  await wire.close();
});

test('1 names a host that does not exist at sign-in', { tag: '@long' }, async ({ page, service }) => {
  await page.goto('/');
  await page.getByLabel('Base URL').fill('http://nowhere.invalid/api');
  await signInAgain(page, service);
  await expect(getAlert(page)).toContainText('Cannot reach nowhere.invalid');
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue(service.apiKey);
});

test('2 a response reset in its body is not shown as complete', { tag: '@long' }, async ({ page, service }) => {
  await service.fault({ kind: 'reset', afterBytes: 900 }, { operation: 'pipeline' });
  await openDatastore(page, service);
  await expect(getAlert(page)).toContainText('Cannot reach');
  await expect(page.getByRole('grid')).toBeHidden();
  await service.calm();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(getAlert(page)).toBeHidden();
});

test('2 a device list reset in the middle of its body is shown as incomplete', async ({ page, service }) => {
  await service.fault({ kind: 'reset', afterBytes: 90_000 }, { operation: 'devices' });
  await openSignedIn(page, service, '/devices');
  await expect(getAlert(page).filter({ hasText: 'Could not load the devices' })).toContainText('Cannot reach');
  await expect(page.getByText(/^\d+ devices, incomplete$/)).toBeVisible();
  await expect(page.getByText(/^The list is incomplete: \d+ of 2,000 records were received\.$/)).toBeVisible();
  await service.calm();
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await expect(getAlert(page)).toBeHidden();
});

test('3 latency: shows a skeleton, and everything else stays usable', { tag: '@long' }, async ({ page, service }) => {
  // aborted when the page is left
  await service.fault({ kind: 'latency', ms: 20_000 }, { operation: 'device', times: 1 });
  await openSignedIn(page, service, buildDeviceUrl(getDemoDevice(service).deviceID));
  const skeleton = page.getByRole('progressbar', { name: 'Loading this device' });
  await expect(skeleton).toBeVisible();
  await expect(skeleton).toHaveCSS('animation-delay', '0.2s');
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await page.goBack();
  await expect(getRecordRegion(page)).toBeVisible();
});

test('4 a request can be canceled, and times out after 30 s', { tag: '@long' }, async ({ page, service }) => {
  await service.fault({ kind: 'never' }, { operation: 'device', times: 2 });
  await page.clock.install();
  await openSignedIn(page, service, buildDeviceUrl(getDemoDevice(service).deviceID));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Loading this device was canceled.')).toBeVisible();
  const asked = page.waitForRequest(/device\/get/);
  await page.getByRole('button', { name: 'Load' }).click();
  await asked;
  await page.clock.fastForward(25_000);
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect(getAlert(page)).toHaveCount(0);
  await page.clock.fastForward(6_000);
  await expect(getAlert(page)).toContainText('did not answer within 30 seconds');
  await getAlert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(getRecordRegion(page)).toBeVisible();
});

test('4 a refresh and a fetch can be canceled, and the data stays', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDeviceUrl(getDemoDevice(service).deviceID));
  await expect(getRecordRegion(page)).toBeVisible();
  await service.fault({ kind: 'never' }, { operation: 'device' });
  await clickRefresh(page);
  const stop = page.getByRole('button', { name: 'Stop refreshing' });
  await expect(stop).toBeFocused();
  await stop.press('Enter');
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeFocused();
  await expect(getRecordRegion(page)).toBeVisible();
  await expect(getAlert(page)).toHaveCount(0);

  const picker = page.getByRole('region', { name: 'One field' });
  await picker.getByRole('combobox', { name: 'Field', exact: true }).fill('status');
  await picker.getByRole('button', { name: 'Fetch', exact: true }).click();
  await picker.getByRole('button', { name: 'Cancel' }).click();
  const fetch = picker.getByRole('button', { name: 'Fetch', exact: true });
  await expect(fetch).toBeFocused();
  await expect(fetch).not.toHaveAttribute('aria-disabled', 'true');
  await service.calm();
  await fetch.click();
  await expect(picker.getByText(/ ms · /)).toBeVisible();
});

test('5 a slowly streamed page of documents has the same timeout', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await service.fault({ kind: 'trickle', bytes: 1, ms: 500 }, { operation: 'pipeline', times: 1 });
  await page.clock.install();
  const answering = page.waitForResponse(/pipeline/);
  await page.goto(buildDocumentsUrl());
  await answering;
  // the timeout counts from when the page took over the prefetched request
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.clock.fastForward(25_000);
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect(getAlert(page)).toHaveCount(0);
  await page.clock.fastForward(6_000);
  await expect(getAlert(page)).toContainText('did not answer within 30 seconds');
  await expect(page.getByRole('grid')).toBeHidden();
  await getAlert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('5 a slowly streamed device list shows progress', { tag: '@long' }, async ({ page, service }) => {
  await service.fault({ kind: 'trickle', bytes: 50_000, ms: 500 }, { operation: 'devices', times: 1 });
  await openSignedIn(page, service, '/devices');
  await expect(page.getByText(/ of 2,000 devices$/)).toBeVisible();
  await service.release();
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
});

const { proxyPage, truncated, empty } = FAULT_SENTENCES;
const UNREADABLE: [name: string, fault: FaultName | Fault, sentence: string][] = [
  ['a 200 with HTML', 'proxyPage', proxyPage],
  ['truncated JSON', { kind: 'truncate', afterBytes: 60 }, truncated],
  ['an empty 200', 'empty', empty],
  ['a 204', { kind: 'empty', status: 204 }, empty],
];

for (const operation of ['device', 'pipeline', 'devices'] as const) {
  test(`6, 7, 8 reports an unreadable response to ${operation}`, { tag: '@long' }, async ({ page, service }) => {
    const device = buildDeviceUrl(getDemoDevice(service).deviceID);
    const path = { device, pipeline: buildDocumentsUrl(), devices: '/devices' };
    await service.fault({ kind: 'truncate', afterBytes: 60 }, { operation });
    await openSignedIn(page, service, path[operation]);
    const retry = getAlert(page).getByRole('button', { name: 'Retry' });
    for (const [name, fault, sentence] of UNREADABLE) {
      await expect(retry).toBeVisible();
      await service.calm();
      await service.fault(fault, { operation });
      const answered = page.waitForResponse((response) => response.url().includes(`/${operation}`));
      await retry.click();
      await answered;
      await expect(getAlert(page), name).toContainText(sentence);
    }
    await service.calm();
    await retry.click();
    await expect(getAlert(page)).toBeHidden();
  });
}

test('9 marks records of the wrong shape, and renders the others', { tag: '@long' }, async ({ page, service }) => {
  const good = getDemoDevice(service);
  const odd = { ...good, deviceID: 'ODD-1', name: null, registeredAt: 'yesterday', lastPairedAt: null, paired: 'yes' };
  const list = { code: 'DEVICES-LIST-FETCHED', message: '', nDevices: 4, devices: [good, odd, 17, null] };
  await mockServiceResponse(service, 'devices', list);
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  await expect(page.getByRole('rowheader').filter({ hasText: 'ODD-1' }).getByRole('img')).toBeVisible();
  await expect(
    createAppShellPageObject(page).warning.filter({ hasText: '2 list entries are not records' }),
  ).toBeVisible();

  await mockServiceResponse(service, 'device', { code: 'DEVICE-DETAILS-FETCHED', message: '', device: odd });
  await page.getByRole('rowheader').getByRole('link', { name: 'ODD-1' }).click();
  const values = getRecordRegion(page).getByRole('definition');
  await expect(values.filter({ hasText: 'expected: ' })).toHaveText([
    /null.*expected: text/,
    /yesterday.*expected: number/,
    /yes.*expected: boolean/,
  ]);
});

test('9 counts entries that are not documents, and shows the others', { tag: '@long' }, async ({ page, service }) => {
  const documents: unknown[] = [{ documentID: 'good', constructor: 1 }, 17, { documentID: 'other' }];
  const body = { code: 'DATASTORE-DOCUMENTS-FETCHED', message: '', nDocuments: 3, documents };
  await mockServiceResponse(service, 'pipeline', body);
  await openDatastore(page, service);
  await expect(await getColumnCells(page, 'documentID')).toHaveText(['good', 'other']);
  // properties of Object.prototype are not fields
  await expect(await getColumnCells(page, 'constructor')).toHaveText(['1', 'missing']);
  await expect(page.getByText('1 entry on this page is not a document and was skipped.')).toBeVisible();
});

test('faults show their messages', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/about');
  const names = Object.keys(FAULT_SENTENCES) as (keyof typeof FAULT_SENTENCES)[]; // the object has no other keys
  for (const name of names) {
    await service.calm();
    await service.fault(name, { operation: 'device' });
    await page.goto(buildDeviceUrl(getDemoDevice(service).deviceID));
    await expect(getAlert(page), name).toContainText(FAULT_SENTENCES[name]);
  }
});
