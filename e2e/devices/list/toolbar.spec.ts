import type { Page } from 'playwright/test';
import { waitForConnectivity } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';

const WIDTHS = [641, 700, 760, 768, 900, 921, 1000, 1024, 1100, 1199, 1200, 1240, 1280, 1339, 1340, 1440, 1920, 2560];
const bar = (page: Page) => page.getByRole('group', { name: 'Devices shown' });

test('controls that do not fit are hidden entirely, and no column is truncated', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, '/devices');
  await waitForConnectivity(page);
  const cut: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect(bar(page).getByRole('button', { name: 'Export' })).toHaveText('Export');
    const faults = () => page.evaluate(findCut);
    let found = await faults();
    for (let looks = 0; looks < 5 && found.length > 0; looks++) found = await faults();
    cut.push(...found.map((fault) => `${fault} at ${width} px`));
  }
  expect(cut).toEqual([]);
});

test('shows the number of devices once above the list', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openSignedIn(page, service, '/devices');
  await waitForConnectivity(page);
  const count = page.locator('[data-devices]');
  await expect(count).toHaveText('2,000 devices');
  await expect(bar(page)).not.toContainText('2,000');
  await page.getByRole('searchbox', { name: 'Search' }).fill('drone');
  await expect(count).toHaveText(/^\d+ of 2,000 devices$/);
  await expect(bar(page)).not.toContainText('2,000');
});

async function findCut(): Promise<string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const found: string[] = [];
  const canvas = document.createElement('canvas').getContext('2d');
  for (const input of document.querySelectorAll<HTMLInputElement>('[aria-label="Devices shown"] input')) {
    if (!input.checkVisibility() || !canvas) continue;
    canvas.font = getComputedStyle(input).font;
    const hidden = Math.ceil(canvas.measureText(input.placeholder).width) - input.clientWidth;
    if (hidden > 0) found.push(`“${input.placeholder}” hides ${hidden} px`);
  }
  const grid = document.querySelector('[role=grid]');
  const edge = (grid?.getBoundingClientRect().left ?? 0) + (grid?.clientWidth ?? 0);
  for (const heading of document.querySelectorAll('[role=grid] [role=columnheader]')) {
    const { left, right } = heading.getBoundingClientRect();
    if (left < edge - 1 && right > edge + 1) found.push(`${heading.textContent} is cut by ${Math.round(right - edge)}`);
  }
  return found;
}
