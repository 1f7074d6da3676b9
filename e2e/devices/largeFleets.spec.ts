import type { Page } from 'playwright/test';
import type { Device } from '#contract/deviceSchemas.ts';
import { computeExpectedFleet, createBenchDevice } from '#e2e/bench/fleetBody.ts';
import { withStubServer } from '#e2e/bench/stubServer.ts';
import { getFirstRow } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';

test('a list long enough for a worker has the sort of its link, and reverses it', async ({ page }) => {
  const devices = Array.from({ length: 8_000 }, (_, index) => createBenchDevice(index));
  const byTime = devices.sort((a, b) => a.registeredAt - b.registeredAt);
  await withStubServer(devices.length, async (stub) => {
    // the first request for this sort order: the worker already computes it when the page needs it
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}/devices?asc=registeredAt`);
    await expectFirst(page, byTime);
    await sortBy(page, 'registeredAt');
    await expectFirst(page, byTime.reverse());
  });
});

test('loads, searches, sorts and scrolls a million devices', { tag: ['@long', '@firefox'] }, async ({ page }) => {
  const count = 1_000_000;
  const { firstId, firstBy } = computeExpectedFleet(count);
  await withStubServer(count, async (stub) => {
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}/devices`);
    await expect(page.getByText(`${count.toLocaleString('en')} devices`, { exact: true })).toBeVisible();
    const first = getFirstRow(page).getByRole('rowheader');
    await expect(first).toHaveText(firstId);
    await first.focus();
    await page.keyboard.press('Control+End');
    const last = page.locator(`[aria-rowindex="${count + 1}"]`).getByRole('rowheader');
    await expect(last).toHaveText(createBenchDevice(count - 1).deviceID);
    const { name, deviceID } = createBenchDevice(777_777);
    await page.getByRole('searchbox', { name: 'Search' }).fill(name);
    await expectCount(page, 1);
    await expect(first).toHaveText(deviceID);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await sortBy(page, 'registeredAt');
    await expect(first).toHaveText(firstBy.registeredAt);
  });
});

async function sortBy(page: Page, field: string): Promise<void> {
  await page.getByRole('columnheader', { name: field }).getByRole('button').click();
}

async function expectCount(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1));
}

async function expectFirst(page: Page, devices: readonly Device[]): Promise<void> {
  const ids = devices.slice(0, 3).map(({ deviceID }) => deviceID);
  await expect(page.getByRole('rowheader').nth(ids.length - 1)).toHaveText(ids.at(-1) ?? '');
  for (const [index, id] of ids.entries()) await expect(page.getByRole('rowheader').nth(index)).toHaveText(id);
}
