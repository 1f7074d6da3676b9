import type { Page } from 'playwright/test';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse, recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const SECOND = 1000;

async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

test('pages refresh at the chosen interval, and not in a hidden tab', async ({ page, service }) => {
  await page.clock.install();
  const [device] = service.devices;
  await openSignedIn(page, service, buildDeviceUrl(device?.record.deviceID ?? ''));
  await expect(page.getByRole('region', { name: 'Record', exact: true })).toBeVisible();
  const asked = recordRequestBodies(page, '/device/get');
  await page.clock.fastForward(25 * SECOND);
  expect(asked).toHaveLength(0);

  const interval = page.getByLabel('Auto-refresh');
  await interval.selectOption('every 10 s');
  const answered = page.waitForResponse(/device\/get/);
  await page.clock.fastForward(11 * SECOND);
  await answered;
  expect(asked).toHaveLength(1);

  await setVisibility(page, 'hidden');
  await page.clock.fastForward(25 * SECOND);
  expect(asked).toHaveLength(1);
  await setVisibility(page, 'visible');
  await page.clock.fastForward(11 * SECOND);
  await expect.poll(() => asked.length).toBe(2);

  await interval.selectOption('no auto-refresh');
  await page.clock.fastForward(25 * SECOND);
  expect(asked).toHaveLength(2);
});

test('the refresh interval applies to every page, also later', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  await page.getByLabel('Auto-refresh').selectOption('every 5 min');
  await page.reload();
  await expect(page.getByLabel('Auto-refresh')).toHaveValue('300');
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await expect(page.getByLabel('Auto-refresh')).toHaveValue('300');
});

test('ten focus changes cause one request, also if it fails', { tag: '@long' }, async ({ page, service }) => {
  await page.clock.install();
  const [device] = service.devices;
  await openSignedIn(page, service, buildDeviceUrl(device?.record.deviceID ?? ''));
  await expect(page.getByRole('region', { name: 'Record', exact: true })).toBeVisible();
  await page.clock.fastForward(60 * SECOND);
  await mockServiceResponse(service, 'device', { code: 'ODD', message: 'No.' }, 400);
  const asked = recordRequestBodies(page, '/device/get');
  for (let change = 0; change < 10; change++) {
    await setVisibility(page, 'hidden');
    await setVisibility(page, 'visible');
    await expect(page.getByRole('alert')).toBeVisible();
  }
  expect(asked).toHaveLength(1);
});
