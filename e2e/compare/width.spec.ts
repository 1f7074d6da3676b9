import type { Page } from 'playwright/test';
import { expect, type Service, test } from '#e2e/kit/fixtures.ts';
import { openSignedIn } from '#e2e/kit/session.ts';
import { comparePath } from '#paths/compare.ts';
import { devicePath } from '#paths/device.ts';

/** Only a table scrolls sideways, never the page, however little room it has. */
const WIDTHS = [320, 390, 768, 1024, 1440];

/** Five devices, among them those that differ the most: paired and not, online and not. */
function fiveDevices(service: Service): string[] {
  const chosen = [true, false].flatMap((paired) =>
    service.devices.filter(({ record }) => record.paired === paired).slice(0, 3),
  );
  return chosen.slice(0, 5).map(({ record }) => record.deviceID);
}

/** How far the page itself can be scrolled; px. */
const slide = (page: Page) =>
  page.evaluate(() => {
    const { scrollingElement } = document;
    if (!scrollingElement) throw new Error('Nothing scrolls the page.');
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = scrollingElement;
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
  });

async function expectStill(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => slide(page), `at ${width} px`).toEqual([0, 0]);
  }
}

test('five devices side by side leave the page where it is, at any width', async ({ page, service }) => {
  await openSignedIn(page, service, comparePath({ deviceIDs: fiveDevices(service), different: false }));
  const table = page.getByRole('region', { name: 'Devices side by side' }).getByRole('table');
  await expect(table.getByText(', unlike the others')).not.toHaveCount(0);
  await expectStill(page);
  // what is beside the others is found by scrolling their table, and the page stays
  await page.setViewportSize({ width: 390, height: 800 });
  await table.hover();
  await page.mouse.wheel(2000, 0);
  const scroller = page.getByRole('region', { name: 'Devices side by side' });
  await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => scrollX)).toBe(0);
});

test('a device’s page stays where it is, at any width', async ({ page, service }) => {
  const [id = ''] = fiveDevices(service);
  await openSignedIn(page, service, devicePath(id));
  await expect(page.getByRole('region', { name: 'Record', exact: true })).toBeVisible();
  await expectStill(page);
});

test('the device list stays where it is, at any width', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await expectStill(page);
});
