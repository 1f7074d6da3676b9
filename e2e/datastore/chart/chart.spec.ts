import type { Page } from 'playwright/test';
import { addMatchStage, getStageHeadings, getValueInput } from '#e2e/helpers/datastorePage.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { downloadChart, FIRST_READING_MS, getChartSlider, seedAndOpenChart } from './chartPage.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });

const waves = Array.from({ length: 20 }, (_, n) => ({
  documentID: `w${n}`,
  time: FIRST_READING_MS + (19 - n) * 60_000,
  a: n + 0.5,
  ...(n !== 10 && { b: n * n }),
  note: 'text',
}));

async function open(page: Page, service: Service, link = {}) {
  await seedAndOpenChart(page, service, waves, link);
  await expect(getChartSlider(page)).toBeVisible();
}

test('plots numbers over time, and turns a range into a match', { tag: '@firefox' }, async ({ page, service }) => {
  await open(page, service);
  const chart = getChartSlider(page);
  await expect(chart).toHaveAccessibleName('Chart of a, b over time');
  await chart.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', '2026-01-01 00:00:00, a 19.5, b 361');
  for (let n = 0; n < 9; n++) await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', '2026-01-01 00:09:00, a 10.5, b missing');
  await expect(page.getByText('2026-01-01 00:09:00')).toBeVisible();
  await expect(chart.getByText('10.5', { exact: true })).toBeVisible();
  await expect(chart.locator('span').getByText('missing', { exact: true })).toBeVisible();

  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart has no place.');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + 80, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText(/^\d+ documents$/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear the range' }).click();
  await chart.press('Home');
  await page.keyboard.press('ArrowRight');
  for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText('4 documents', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Filter by this range' }).click();
  await expect(getStageHeadings(page)).toHaveText([
    '1 Match keep where time from 2026-01-01 00:01:00 to 2026-01-01 00:04:00',
  ]);
  await expect(page.getByRole('group', { name: 'Time range' })).toContainText('from – to');
  await expect(page.getByText('rows 1–4, the end')).toBeVisible();
});

test('another query ends the selected range', async ({ page, service }) => {
  await open(page, service);
  const chart = getChartSlider(page);
  await chart.press('Home');
  await chart.press('Shift+ArrowRight');
  const clear = page.getByRole('button', { name: 'Clear the range' });
  await expect(clear).toBeVisible();
  await addMatchStage(page, 'note');
  await getValueInput(page).fill('text');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/note/);
  await expect(page.getByText(/^20 documents · /)).toBeVisible();
  await expect(clear).toHaveCount(0);
});

test('selects fields and the axis, and keeps them in the link', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  await page.getByRole('button', { name: 'Remove a from the chart' }).click();
  await page.getByRole('combobox', { name: 'Plot over' }).selectOption('index');
  await expect(getChartSlider(page)).toHaveAccessibleName('Chart of b over the row index');
  await expect(page).toHaveURL(/plot=b&over=$/);
  await page.reload();
  await expect(getChartSlider(page)).toHaveAccessibleName('Chart of b over the row index');
  await page.getByRole('button', { name: 'Field', exact: true }).click();
  await page.getByRole('menuitem', { name: 'a' }).click();
  await expect(getChartSlider(page)).toHaveAccessibleName('Chart of b, a over the row index');
});

test('shows the values next to the lines', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  await page.getByRole('button', { name: 'Values', exact: true }).click();
  const table = page.getByRole('grid', { name: 'Chart values' });
  await expect(table.getByRole('columnheader')).toHaveText(['time', 'a', 'b']);
  await expect(table).toHaveAttribute('aria-rowcount', '21');
  await expect(table.getByRole('row').and(page.locator('[aria-rowindex="2"]'))).toContainText('19.5');
});

test('saves the chart as an image in the theme’s colors', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, service);
  const svg = await downloadChart(page, 'As SVG');
  expect(svg.name).toBe('waves.svg');
  const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
  const text = svg.bytes.toString();
  expect(text).toContain(`stroke="${accent.trim()}"`);
  for (const words of [
    'a, b over time',
    'Collection waves · 2026-01-01 00:00:00Z to 2026-01-01 00:19:00Z · 20 documents',
    'median',
  ]) {
    expect(text).toContain(`>${words}<`);
  }
  const png = await downloadChart(page, 'As PNG');
  expect(png.name).toBe('waves.png');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  // size of the drawing at two pixels per unit
  const [, height = 0] = /height="(\d+)"/.exec(text) ?? [];
  expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([2400, 2 * Number(height)]);
});
