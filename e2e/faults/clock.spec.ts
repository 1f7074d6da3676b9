import { buildDocumentsUrl } from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';

const HOUR = 3_600_000;
const time = { field: 'time', unit: 'ms', zone: 'utc', last: '1 h' };
const DOCUMENTS = buildDocumentsUrl({ collection: 'recent', pipeline: [{ type: 'range', time }] });
const DEVICES = buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, ranges: { registeredAt: { within: HOUR } } });

test('reports a clock 26 h off once, and uses the service’s time', { tag: '@long' }, async ({ page, service }) => {
  const now = Date.now();
  await service.clock(now);
  const registeredAt = now - HOUR / 2;
  const device = { deviceID: 'RECENT-1', productID: 'PUMP-X2', name: 'Recent', paired: false, registeredAt };
  await service.seed({ devices: [device], documents: { recent: [{ documentID: 'recent-1', time: registeredAt }] } });
  await page.clock.setFixedTime(now - 26 * HOUR);
  await openSignedIn(page, service, DOCUMENTS);
  // the first request was sent before the clock offset was known
  await page.reload();
  await expect(page.getByRole('gridcell', { name: 'recent-1' })).toBeVisible();
  const notice = page.getByText('This computer’s clock is 1 d 2 h behind the service’s clock.');
  await expect(notice).toBeVisible();

  await page.goto(DEVICES);
  await expect(page.getByText('1 of 2,001', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await page.goto(DOCUMENTS);
  await expect(page.getByRole('gridcell', { name: 'recent-1' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('does not report a clock half a minute off, or an unknown one', { tag: '@long' }, async ({ page, service }) => {
  const now = Date.now();
  const notice = page.getByText('This computer’s clock');
  await page.clock.setFixedTime(now + 30 * 60_000);
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.clock.setFixedTime(now + 30_000);
  await service.clock(now);
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(notice).toHaveCount(0);
});
