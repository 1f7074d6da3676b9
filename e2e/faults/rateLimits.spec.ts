import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { clickRefresh } from '#e2e/helpers/deviceList.ts';
import { getDemoDevice, getRecordRegion, openDemoDevicePage } from '#e2e/helpers/devicePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { createReloadAssertion, getAlert } from '#e2e/helpers/page.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDeviceUrl } from '#urls/device.ts';

test('17 a 429 counts down and is retried once', async ({ page, service }) => {
  const fault = {
    kind: 'error',
    status: 429,
    code: 'REQUESTS-TOO-MANY',
    message: 'Slower, please.',
    retryAfter: '25',
  } as const;
  await service.fault(fault, { operation: 'pipeline', times: 1 });
  await page.clock.install();
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(page.getByText('Slower, please.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/\d s/);
  await page.clock.fastForward(26_000);
  await expect(page.getByRole('grid')).toBeVisible();
});

test('17 a repeated 429 is retried once automatically, and then by the user', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const fault = {
    kind: 'error',
    status: 429,
    code: 'REQUESTS-TOO-MANY',
    message: 'Slower, please.',
    retryAfter: '1',
  } as const;
  await service.fault(fault, { operation: 'device' });
  const seen = recordRequestBodies(page, '/device/get');
  await openSignedIn(page, service, buildDeviceUrl(getDemoDevice(service).deviceID));
  await expect(getAlert(page).filter({ hasText: 'Could not load' })).toContainText('Slower, please.');
  expect(seen).toHaveLength(2);
  await service.calm();
  await getAlert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(getRecordRegion(page)).toBeVisible();
});

test('17 the wait after a 429 can be canceled', { tag: '@long' }, async ({ page, service }) => {
  const fault = {
    kind: 'error',
    status: 429,
    code: 'REQUESTS-TOO-MANY',
    message: 'Slower, please.',
    retryAfter: '30',
  } as const;
  await service.fault(fault, { operation: 'device', times: 1 });
  await openSignedIn(page, service, buildDeviceUrl(getDemoDevice(service).deviceID));
  await expect(page.getByText('The service is limiting requests')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Load' }).click();
  await expect(getRecordRegion(page)).toBeVisible();
});

test('18 a 500 offers Retry and names the request', { tag: '@long' }, async ({ page, service }) => {
  await openDemoDevicePage(page, service);
  const fault = { kind: 'error', status: 500, code: 'SERVER-ERROR', message: 'The disk is on fire.' } as const;
  await service.fault(fault, { operation: 'device', times: 3 });
  await clickRefresh(page);
  await expect(getAlert(page)).toContainText('The disk is on fire.');
  await expect(page.getByText('refresh failed, as of')).toBeVisible();
  await expect(getAlert(page)).toContainText(/request [0-9a-f-]{8}/);
  await getAlert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(getAlert(page)).toBeHidden();
});

async function passTime(page: Page, isSo: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000);
    await isSo();
  }).toPass();
}

test('19 a 502, a 503 and a 504 are temporary, and the page recovers automatically', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await page.clock.install();
  await openDemoDevicePage(page, service);
  const notReloaded = await createReloadAssertion(page);
  for (const status of [502, 503, 504]) {
    const fault = { kind: 'html', status } as const;
    await service.fault(fault, { operation: 'device' });
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

test('19 a long outage is polled at growing intervals, by one tab for all, and all tabs recover', {
  tag: '@long',
}, async ({ page, context, service }) => {
  await page.clock.install();
  await openDemoDevicePage(page, service);
  const other = await context.newPage();
  await openDemoDevicePage(other, service);
  await service.fault({ kind: 'html', status: 503 }, { operation: 'device' });
  for (const tab of [page, other]) {
    await clickRefresh(tab);
    await passTime(tab, () => expect(getAlert(tab)).toContainText('HTTP 503', { timeout: 300 }));
  }
  const asked = [page, other].map((tab) => recordRequestBodies(tab, '/device/get'));
  // both pages share the clock
  for (let step = 0; step < 20; step++) await page.clock.fastForward(5_000);
  // both tabs send requests if a step covers both intervals
  const count = asked.flat().length;
  expect(count).toBeGreaterThan(2);
  expect(count).toBeLessThan(12);
  await service.calm();
  await passTime(page, () => expect(getAlert(page)).toBeHidden({ timeout: 300 }));
  await expect(getAlert(other)).toBeHidden();
});

test('19 sign-in during a 503 does not promise an automatic retry', { tag: '@long' }, async ({ page, service }) => {
  await service.fault({ kind: 'html', status: 503 }, { operation: 'devices' });
  await page.goto('/');
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(getAlert(page)).toContainText('temporarily unavailable');
  await expect(getAlert(page)).not.toContainText('by itself');
});

for (const retryAfter of ['rubbish', '86400', '-1']) {
  test(`20 a Retry-After of ${retryAfter} waits at most 30 s`, { tag: '@long' }, async ({ page, service }) => {
    const fault = {
      kind: 'error',
      status: 429,
      code: 'REQUESTS-TOO-MANY',
      message: 'Slower, please.',
      retryAfter,
    } as const;
    await service.fault(fault, { operation: 'pipeline' });
    await page.clock.install();
    await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
    await expect(page.getByText('Slower, please.')).toBeVisible();
    if (retryAfter === '86400') {
      await page.clock.fastForward(20_000);
      await expect(getAlert(page)).toContainText('The service is limiting requests');
      await expect(getAlert(page)).toContainText('Slower, please.');
    }
    await page.clock.fastForward(31_000);
    await expect(getAlert(page).getByRole('button', { name: 'Retry' })).toBeVisible();
    await service.calm();
    await getAlert(page).getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
  });
}

test('2 reports that checking for a next page failed, and checks again on request', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await page.clock.install();
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await service.fault({ kind: 'reset' }, { operation: 'pipeline' });
  await page.getByRole('button', { name: 'Next page' }).click();
  await passTime(page, () =>
    expect(page.getByRole('button', { name: 'check for more' })).toBeVisible({ timeout: 300 }),
  );
  await service.calm();
  await page.getByRole('button', { name: 'check for more' }).click();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
});
