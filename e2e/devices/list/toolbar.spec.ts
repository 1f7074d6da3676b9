import type { Page } from 'playwright/test';
import { waitForConnectivity } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';

const bar = (page: Page) => page.getByRole('group', { name: 'Devices shown' });

test('typing moves no control, and the count is shown once', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, service, '/devices');
  await waitForConnectivity(page);
  const places = () =>
    bar(page)
      .locator('button, input, select')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const before = await places();
  const count = page.locator('[data-devices]');
  await expect(count).toHaveText('2,000 devices');
  await page.getByRole('searchbox', { name: 'Search' }).fill('drone');
  await expect(count).toHaveText(/^\d+ of 2,000 devices$/);
  await expect(bar(page)).not.toContainText('2,000');
  expect(await places()).toEqual(before);
});
