import type { Page } from 'playwright/test';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { downloadChart, FIRST_READING_MS, getChartSlider, seedAndOpenChart } from './chartPage.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });

const documents = Array.from({ length: 20 }, (_, n) => ({
  documentID: `w${n}`,
  time: FIRST_READING_MS + (19 - n) * 60_000,
  a: n + 0.5,
  ...(n !== 10 && { b: n * n }),
  note: 'text',
}));

async function open(page: Page, service: Service, link = {}) {
  await seedAndOpenChart(page, service, documents, link);
  await expect(getChartSlider(page)).toBeVisible();
}

test('plots numbers over their time, and arrow keys read them point by point', { tag: '@firefox' }, async ({
  page,
  service,
}) => {
  await open(page, service);
  await expect(getChartSlider(page)).toHaveAccessibleName('Chart of a, b over time');
  await getChartSlider(page).press('Home');
  await expect(getChartSlider(page)).toHaveAttribute('aria-valuetext', '2026-01-01 00:00:00, a 19.5, b 361');
  for (let n = 0; n < 9; n++) await page.keyboard.press('ArrowRight');
  await expect(getChartSlider(page)).toHaveAttribute('aria-valuetext', '2026-01-01 00:09:00, a 10.5, b missing');
  await expect(page.getByText('2026-01-01 00:09:00')).toBeVisible();
  await page.keyboard.press('End');
  await expect(getChartSlider(page)).toHaveAttribute('aria-valuetext', '2026-01-01 00:19:00, a 0.5, b 0');
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

test('selects a range with the pointer or the keyboard, and turns it into a match on the time', {
  tag: '@firefox',
}, async ({ page, service }) => {
  await open(page, service);
  const box = await getChartSlider(page).boundingBox();
  if (!box) throw new Error('The chart has no place.');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + 80, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText(/^\d+ documents$/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear the range' }).click();
  await getChartSlider(page).press('Home');
  await page.keyboard.press('ArrowRight');
  for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText('4 documents', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Filter by this range' }).click();
  await expect(page.getByRole('list', { name: 'Stages' }).getByRole('heading')).toHaveText([
    '1 Match keep where time from 2026-01-01 00:01:00 to 2026-01-01 00:04:00',
  ]);
  await expect(page.getByRole('group', { name: 'Time range' })).toContainText('from – to');
  await expect(page.getByText('rows 1–4, the end')).toBeVisible();
});

test('shows the values next to the lines', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  await page.getByRole('button', { name: 'Values', exact: true }).click();
  const table = page.getByRole('grid', { name: 'Chart values' });
  await expect(table.getByRole('columnheader')).toHaveText(['time', 'a', 'b']);
  await expect(table).toHaveAttribute('aria-rowcount', '21');
  await expect(table.getByRole('row').and(page.locator('[aria-rowindex="2"]'))).toContainText('19.5');
});

test('saves the chart as SVG and PNG in the colors of the theme', { tag: ['@firefox', '@long'] }, async ({
  page,
  service,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, service);
  const svg = await downloadChart(page, 'As SVG');
  expect(svg.name).toBe('waves.svg');
  const accent = await page.evaluate(() =>
    getComputedStyle(globalThis.document.documentElement).getPropertyValue('--accent').trim(),
  );
  expect(svg.bytes.toString()).toContain(`stroke="${accent}"`);
  expect(svg.bytes.toString()).toContain('>median</text>');
  const png = await downloadChart(page, 'As PNG');
  expect(png.name).toBe('waves.png');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBe(2400);
});

test('selecting a range moves nothing, and its time label overlaps no axis label', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await open(page, service);
  const places = async () => [
    await getChartSlider(page).boundingBox(),
    await getChartSlider(page).locator('svg').boundingBox(),
  ];
  await getChartSlider(page).press('Home');
  const before = await places();
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Shift+ArrowRight');
    const words = await getChartSlider(page).evaluate((element) =>
      [...element.querySelectorAll('span')]
        .filter((span) => /\d\d:\d\d/.test(span.textContent ?? '') && span.checkVisibility())
        .map((span) => span.getBoundingClientRect())
        .map(({ left, right }) => [left, right] as const)
        .sort(([one], [other]) => one - other),
    );
    for (const [at, [left]] of words.entries()) expect(left).toBeGreaterThan(words[at - 1]?.[1] ?? 0);
  }
  await expect(page.getByText('13 documents')).toBeVisible();
  expect(await places()).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(page.getByText('13 documents')).toHaveCount(0);
  expect(await places()).toEqual(before);
});
