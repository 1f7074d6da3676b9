import type { Page } from 'playwright/test';
import { getDocumentGrid, openDatastore } from '#e2e/helpers/datastorePage.ts';
import { clickRefresh, getDemoDevice, getRecordRegion, openDemoDevicePage } from '#e2e/helpers/devicePages.ts';
import { expect, FAULTS, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { createReloadAssertion, getAlert, signInAgain } from '#e2e/helpers/page.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const limitRequests = (retryAfter: string) => ({ ...FAULTS.tooMany, message: 'Slower, please.', retryAfter });

async function passTime(page: Page, isSo: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000);
    await isSo();
  }).toPass();
}

test('17 a 429 counts down and is retried once', async ({ page, service }) => {
  await service.fault(limitRequests('25'), { operation: 'pipeline', times: 1 });
  await page.clock.install();
  await openDatastore(page, service);
  await expect(page.getByText('Slower, please.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/\d s/);
  await page.clock.fastForward(26_000);
  await expect(getDocumentGrid(page)).toBeVisible();
});

test('17 a repeated 429 is retried once, and then by the user', { tag: '@long' }, async ({ page, service }) => {
  await service.fault(limitRequests('1'), { operation: 'device' });
  const seen = recordRequestBodies(page, '/device/get');
  await openSignedIn(page, service, buildDeviceUrl(getDemoDevice(service).deviceID));
  await expect(getAlert(page).filter({ hasText: 'Could not load' })).toContainText('Slower, please.');
  expect(seen).toHaveLength(2);
  await service.calm();
  await getAlert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(getRecordRegion(page)).toBeVisible();
});

test('17 the wait after a 429 can be canceled', { tag: '@long' }, async ({ page, service }) => {
  await service.fault(limitRequests('30'), { operation: 'device', times: 1 });
  await openSignedIn(page, service, buildDeviceUrl(getDemoDevice(service).deviceID));
  await expect(page.getByText('The service is limiting requests')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Load' }).click();
  await expect(getRecordRegion(page)).toBeVisible();
});

test('18 a 500 offers Retry and names the request', { tag: '@long' }, async ({ page, service }) => {
  await openDemoDevicePage(page, service);
  await service.fault('failed', { operation: 'device', times: 3 });
  await clickRefresh(page);
  await expect(getAlert(page)).toContainText(FAULTS.failed.message);
  await expect(page.getByText('refresh failed, as of')).toBeVisible();
  await expect(getAlert(page)).toContainText(/request [0-9a-f-]{8}/);
  await getAlert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(getAlert(page)).toBeHidden();
});

test('19 the page recovers automatically from a 502, 503 and 504', { tag: '@long' }, async ({ page, service }) => {
  await page.clock.install();
  await openDemoDevicePage(page, service);
  const notReloaded = await createReloadAssertion(page);
  for (const status of [502, 503, 504]) {
    await service.fault({ kind: 'html', status }, { operation: 'device' });
    await clickRefresh(page);
    await passTime(page, () => expect(getAlert(page)).toContainText(`HTTP ${status}`, { timeout: 300 }));
    await expect(getAlert(page)).toContainText('temporarily unavailable');
    await expect(getAlert(page)).toContainText('This page retries automatically.');
    // the field has no separate pending request
    const picker = page.getByRole('region', { name: 'One field' });
    await expect(picker.locator('[data-loading]')).toHaveCount(0);
    await service.calm();
    await passTime(page, () => expect(getAlert(page)).toBeHidden({ timeout: 300 }));
    await expect(getRecordRegion(page)).toBeVisible();
  }
  await notReloaded();
});

test('19 sign-in during a 503 does not promise an automatic retry', { tag: '@long' }, async ({ page, service }) => {
  await service.fault({ kind: 'html', status: 503 }, { operation: 'devices' });
  await page.goto('/');
  await signInAgain(page, service);
  await expect(getAlert(page)).toContainText('temporarily unavailable');
  await expect(getAlert(page)).not.toContainText('retries automatically');
});

for (const retryAfter of ['rubbish', '86400']) {
  test(`20 a Retry-After of ${retryAfter} waits at most 30 s`, { tag: '@long' }, async ({ page, service }) => {
    await service.fault(limitRequests(retryAfter), { operation: 'pipeline' });
    await page.clock.install();
    await openDatastore(page, service);
    await expect(page.getByText('Slower, please.')).toBeVisible();
    if (retryAfter === '86400') {
      await page.clock.fastForward(20_000);
      await expect(getAlert(page)).toContainText('The service is limiting requests');
    }
    await page.clock.fastForward(31_000);
    await expect(getAlert(page).getByRole('button', { name: 'Retry' })).toBeVisible();
    await service.calm();
    await getAlert(page).getByRole('button', { name: 'Retry' }).click();
    await expect(getDocumentGrid(page)).toBeVisible();
  });
}

test('2 a failed check for a next page can be repeated', { tag: '@long' }, async ({ page, service }) => {
  await page.clock.install();
  await openDatastore(page, service);
  const next = page.getByRole('button', { name: 'Next page' });
  await expect(next).toBeEnabled();
  await service.fault({ kind: 'reset' }, { operation: 'pipeline' });
  await next.click();
  const check = page.getByRole('button', { name: 'check for more' });
  await passTime(page, () => expect(check).toBeVisible({ timeout: 300 }));
  await service.calm();
  await check.click();
  await expect(next).toBeEnabled();
});
