import type { Page } from 'playwright/test';
import { buildDeviceListBody } from '#e2e/bench/fleetBody.ts';
import { withStubServer } from '#e2e/bench/stubServer.ts';
import { expect, openSignedIn, type StoredDevice, test } from '#e2e/helpers/fixtures.ts';

type Filter = [link: string, passes: (device: StoredDevice) => boolean];

const FILTERS: Filter[] = [
  ['#search=connectivity:offline', ({ online }) => !online],
  ['#search=-connectivity:online', ({ online }) => !online],
  ['#search=ridge+connectivity:"online"', ({ online, record }) => online && /ridge/i.test(JSON.stringify(record))],
  ['#is.connectivity=offline&is.paired=true', ({ online, record }) => !online && record.paired],
  ['#is.check=unpaired+yet+online', ({ online, record }) => online && !record.paired],
];

/** Expects the first rendered rows to be `ids`. More rows are rendered during layout. */
async function expectRows(page: Page, ids: readonly string[]): Promise<void> {
  await expect(async () => {
    const drawn = (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.trim());
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn).toEqual(ids.slice(0, drawn.length));
  }).toPass({ timeout: 30_000 });
}

test('a list is filtered and sorted by hidden joined fields', { tag: '@long' }, async ({ page, service }) => {
  const names = new Intl.Collator('en', { numeric: true });
  await openSignedIn(page, service, '/about');
  for (const [link, passes] of FILTERS) {
    await page.goto(`/devices?column=deviceID&desc=connectivity&asc=name${link}`);
    const found = service.devices
      .filter(passes)
      .sort(
        (a, b) =>
          Number(a.online) - Number(b.online) ||
          names.compare(a.record.name, b.record.name) ||
          a.record.registeredAt - b.record.registeredAt,
      );
    await expect(page.getByRole('grid'), link).toHaveAttribute('aria-rowcount', String(found.length + 1));
    await expectRows(
      page,
      found.map(({ record }) => record.deviceID),
    );
  }
});

test('sorts 300,000 devices by connectivity while its column is hidden', { tag: '@long' }, async ({ page }) => {
  const offline = JSON.parse(Buffer.concat(buildDeviceListBody(2_000, { filter: 'offline' })).toString('utf8'));
  await withStubServer(300_000, async (stub) => {
    const hidden = '/devices?desc=connectivity&column=deviceID&column=name';
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}${hidden}`);
    await expect(page.getByText(/· by connectivity, last first/)).toBeVisible();
    await expectRows(
      page,
      offline.devices.map(({ deviceID }: { deviceID: string }) => deviceID),
    );
  });
});
