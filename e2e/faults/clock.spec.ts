import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';

const HOUR = 3_600_000;
const LAST_HOUR = { field: 'time', unit: 'ms', zone: 'utc', last: '1 h' };
const DOCUMENTS = buildDatastoreUrl({
  ...LOGS_URL_STATE,
  collection: 'recent',
  pipeline: [{ type: 'range', time: LAST_HOUR }],
});
const DEVICES = buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, ranges: { registeredAt: { within: HOUR } } });

async function seedRecent(service: Service, now: number): Promise<void> {
  const registeredAt = now - HOUR / 2;
  const device = { deviceID: 'RECENT-1', productID: 'PUMP-X2', name: 'Recent', paired: false, registeredAt };
  await service.seed({ devices: [device], documents: { recent: [{ documentID: 'recent-1', time: registeredAt }] } });
}

for (const { hours, words } of [
  { hours: 3, words: 'This computer’s clock is 3 h ahead of the service’s clock.' },
  { hours: -26, words: 'This computer’s clock is 1 d 2 h behind the service’s clock.' },
]) {
  test(`a clock ${hours} h off is reported once, and “last hour” uses the time of the service`, {
    tag: '@long',
  }, async ({ page, service }) => {
    const now = Date.now();
    await service.clock(now);
    await seedRecent(service, now);
    await page.clock.setFixedTime(now + hours * HOUR);
    await openSignedIn(page, service, DOCUMENTS);
    // the first request was sent before the clock offset was known
    await page.reload();
    await expect(page.getByRole('gridcell', { name: 'recent-1' })).toBeVisible();
    const notice = page.getByText(words);
    await expect(notice).toBeVisible();

    await page.goto(DEVICES);
    await expect(page.getByText('1 of 2,001', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice).toHaveCount(0);
    await page.goto(DOCUMENTS);
    await expect(page.getByRole('gridcell', { name: 'recent-1' })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
}

test('does not report a clock half a minute off, or a service that sends no time', { tag: '@long' }, async ({
  page,
  service,
}) => {
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
