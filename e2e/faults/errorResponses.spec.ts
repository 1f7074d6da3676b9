import type { Page, Request } from 'playwright/test';
import { OPERATIONS } from '#contract/operations.ts';
import { getCollectionInput, openDatastore } from '#e2e/helpers/datastorePage.ts';
import {
  clickRefresh,
  getDemoDevice,
  getFirstRow,
  getRecordRegion,
  openDemoDevicePage,
} from '#e2e/helpers/devicePages.ts';
import { expect, FAULTS, type Fault, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { chooseFromMenu, getAlert, signInAgain } from '#e2e/helpers/page.ts';
import { buildDeviceUrl } from '#urls/device.ts';

async function refreshWithFault(page: Page, service: Service, fault: Fault): Promise<void> {
  await service.calm();
  await service.fault(fault, { operation: 'device' });
  await clickRefresh(page);
}

for (const { title, status, words, tag } of [
  { title: '10 shows the message of a 200 response with an error code', status: 200, words: 'CODE-X', tag: [] },
  { title: '13 a 403 does not sign out', status: 403, words: 'do not permit this request', tag: ['@long'] },
]) {
  test(`${title}, and keeps the data`, { tag }, async ({ page, service }) => {
    await openDemoDevicePage(page, service);
    await refreshWithFault(page, service, { kind: 'error', status, code: 'CODE-X', message: 'Asleep until six.' });
    await expect(getAlert(page)).toContainText('Asleep until six.');
    await expect(getAlert(page)).toContainText(words);
    await expect(getRecordRegion(page)).toBeVisible();
  });
}

test('11 an error stays with its stage when the stage moves', { tag: '@long' }, async ({ page, service }) => {
  const match = { type: 'match', filter: { a: { $regex: 'x' } } };
  await openDatastore(page, service, { pipeline: [{ type: 'project', specs: { temperature: 1 } }, match] });
  const stage = (name: string) => page.getByRole('listitem', { name });
  await expect(page.getByText('Stage 2 failed')).toBeVisible();
  await expect(stage('2 Match').getByRole('alert')).toContainText('$regex: not an operator');
  await stage('2 Match').getByRole('button', { name: 'Collapse' }).press('Alt+ArrowUp');
  await expect(stage('1 Match').getByRole('alert')).toContainText('pipeline[1]');
  await chooseFromMenu(page, 'More actions for stage 1', 'Delete');
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('alert')).toContainText('pipeline[1]');
});

test('11 shows a 400 about an input at that input, and focuses it', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, { documentID: 'odd' });
  for (const [label, message] of [
    ['documentID', 'index.documentID: expected a string of at most 64 characters.'],
    ['Collection', 'Collection name is required to be specified.'],
  ] as const) {
    await service.calm();
    await service.fault({ kind: 'error', status: 400, code: 'DATA-INVALID', message }, { operation: 'pipeline' });
    await page.getByRole('button', { name: 'Run' }).click();
    const input = page.getByLabel(label, { exact: true });
    await expect(input).toHaveAccessibleDescription(message);
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toBeFocused();
    await expect(page.getByText(message)).toHaveCount(1);
    await input.fill('other');
    await expect(input).not.toHaveAttribute('aria-invalid', 'true');
  }
});

test('C1 reads an HTML page of a proxy by its status', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await openDemoDevicePage(page, service);
  for (const [status, words] of [
    [403, 'do not permit this request'],
    [404, 'base URL'],
    [408, 'too long'],
    [413, 'too large'],
  ] as const) {
    await refreshWithFault(page, service, { kind: 'html', status });
    await expect(getAlert(page)).toContainText(`HTTP ${status}`);
    await expect(getAlert(page)).toContainText(words);
    await expect(getAlert(page)).not.toContainText('is not a device service');
  }
  await refreshWithFault(page, service, { kind: 'html', status: 401 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect(page.getByText('A proxy rejected the')).toBeVisible();
});

test('C3 truncates messages and marks hidden characters', { tag: '@long' }, async ({ page, service }) => {
  await openDemoDevicePage(page, service);
  for (const [message, shown] of [
    ['no\u202egnp.exe', 'no[U+202E]gnp.exe'],
    ['x'.repeat(60_000), `${'x'.repeat(300)}…`],
    [{ en: 'No.' }, '{"en":"No."}'],
  ]) {
    await refreshWithFault(page, service, {
      kind: 'body',
      status: 400,
      body: JSON.stringify({ code: 'ODD', message }),
    });
    await expect(getAlert(page)).toContainText(String(shown));
    await expect(page.getByText('x'.repeat(301))).toHaveCount(0);
  }
});

test('12 a 401 asks to sign in once, and returns to the page', async ({ page, service }) => {
  const { deviceID } = await openDemoDevicePage(page, service);
  await refreshWithFault(page, service, FAULTS.unauthorized);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect(page.getByText(FAULTS.unauthorized.message)).toHaveCount(1);
  await service.calm();
  await signInAgain(page, service);
  await expect(getRecordRegion(page)).toBeVisible();
  await expect(page).toHaveURL(service.url + buildDeviceUrl(deviceID));
});

test('14 reports an unknown device as not registered', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDeviceUrl('unknown'));
  await expect(getAlert(page)).toContainText('Device is not registered with the project.');
});

test('15 shows a 409 and a 422 where they happened', { tag: '@long' }, async ({ page, service }) => {
  await openDemoDevicePage(page, service);
  const picker = page.getByRole('region', { name: 'One field' });
  const field = picker.getByRole('combobox', { name: 'Field', exact: true });
  for (const status of [409, 422]) {
    const message = `The device is being moved (${status}).`;
    await service.calm();
    await service.fault({ kind: 'error', status, code: 'CONFLICT', message }, { operation: 'device' });
    await field.fill('status');
    await picker.getByRole('button', { name: 'Fetch', exact: true }).click();
    await expect(picker.getByRole('alert')).toContainText(message);
    await expect(picker.getByRole('alert')).toContainText('Could not fetch the field “status”');
    await expect(getAlert(page)).toHaveCount(1);
    await expect(field).toHaveValue('status');
  }
});

test('16 a 413 says that the query, or the list, is too large', { tag: '@long' }, async ({ page, service }) => {
  await service.fault('tooLarge', { operation: 'pipeline' });
  await service.fault({ kind: 'html', status: 413 }, { operation: 'devices' });
  await openDatastore(page, service);
  await expect(getAlert(page)).toContainText('The query is too large for the service.');
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(getAlert(page)).toContainText('A proxy rejected the device list as too large (HTTP 413).');
  await expect(getAlert(page)).toContainText('Load one product, or only online devices.');
});

test('C12 rejects the record of a device that was not requested', { tag: '@long' }, async ({ page, service }) => {
  const device = getDemoDevice(service);
  const other = { ...device, deviceID: 'another', name: 'Another one' };
  await mockServiceResponse(service, 'device', { code: OPERATIONS.device.success, message: '', device: other });
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await expect(getAlert(page)).toContainText('The service returned a different device.');
  await expect(page.getByText(other.name)).toHaveCount(0);
});

test('C13 keeps the devices when a list lacks the announced ones', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  await expect(getFirstRow(page)).toBeVisible();
  const empty = { code: OPERATIONS.devices.success, message: '', nDevices: 500, devices: [] };
  await mockServiceResponse(service, 'devices', empty);
  await clickRefresh(page);
  await expect(getAlert(page)).toContainText('it reports 500 devices but contains none');
  await expect(page.getByText(/ gone/)).toHaveCount(0);
  await expect(getFirstRow(page)).toBeVisible();
});

test('21 a CORS failure names the origin that the service must allow', async ({ page, service }) => {
  await page.goto('/');
  await page.getByLabel('Base URL').fill(`${service.url.replace('127.0.0.1', 'localhost')}/api`);
  await signInAgain(page, service);
  await expect(getAlert(page)).toContainText(`do not allow the origin ${service.url}`);
});

for (const { count, tag } of [
  { count: 7, tag: [] },
  { count: 100, tag: ['@long'] },
]) {
  test(`22 the newest of ${count} overlapping requests wins in any order`, { tag }, async ({ page, service }) => {
    await openDatastore(page, service);
    const collection = getCollectionInput(page);
    for (let swap = 0; swap < count; swap++) {
      await service.fault({ kind: 'latency', ms: 60 + (swap % 7) * 20 }, { operation: 'pipeline', times: 1 });
      const isOlder = (request: Request) => request.postData()?.includes(`"older-${swap}"`) ?? false;
      const ended = Promise.race([
        page.waitForEvent('requestfinished', isOlder),
        page.waitForEvent('requestfailed', isOlder),
      ]);
      for (const name of [`older-${swap}`, `newer-${swap}`]) {
        await collection.fill(name);
        await collection.press('Control+Enter');
      }
      await ended;
      await expect(page.getByText(`No documents in “newer-${swap}”`)).toBeVisible();
      await service.calm();
    }
  });
}
