import { findAxeViolations } from '#e2e/accessibility/axe.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { createReadings, downloadChart, FIRST_READING_MS, getChartSlider, seedAndOpenChart } from './chartPage.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });

const createLevels = (count: number, nameOf: (n: number) => string | number) =>
  Array.from({ length: 100 }, (_, at) => {
    const n = at % count;
    return { documentID: `m${at}`, time: FIRST_READING_MS + at * 60_000, level: nameOf(n), n };
  });

test('draws a line per series, selected in all plots', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await seedAndOpenChart(page, service, createReadings(300));
  await page.getByRole('combobox', { name: 'Split by' }).selectOption('deviceID');
  await expect(page).toHaveURL(/by=deviceID/);
  await expect(page.getByText(/^300 documents of 3 devices, mean, minimum and maximum per pixel/)).toBeVisible();
  const parts = (field: string) => page.getByRole('radiogroup', { name: `Series of ${field}` });
  const chosen = (field: string) => parts(field).getByRole('radio', { checked: true });
  await expect(parts('t').getByRole('radio')).toHaveCount(3);
  await expect(chosen('t')).toHaveAccessibleName(/^GATEWAY-A-01752, mean 30\.\d+$/);
  await parts('t').getByRole('radio', { name: /^CAM/ }).click();
  await expect(chosen('v')).toHaveAccessibleName('CAM-360-00320, mean 4.1');
  await page.keyboard.press('ArrowDown');
  await expect(chosen('v')).toHaveAccessibleName('PUMP-X2-00504, mean 4.2');
  await getChartSlider(page).press('Home');
  await expect(getChartSlider(page)).toHaveAttribute(
    'aria-valuetext',
    /^2026-01-01 00:02:00, PUMP-X2-00504, t 10\.02, v 4\.2$/,
  );
  const box = await getChartSlider(page).boundingBox();
  if (!box) throw new Error('The chart has no place.');
  // the line at the top of the first plot
  await page.mouse.click(box.x + box.width * 0.7, box.y + 20);
  await expect(chosen('v')).toHaveAccessibleName(/^GATEWAY/);
});

test('draws six of many series, and any other selected from the list', { tag: '@long' }, async ({ page, service }) => {
  await seedAndOpenChart(
    page,
    service,
    createLevels(10, (n) => `level ${n}`),
    { by: 'level' },
  );
  await expect(page.getByText('showing the six with the highest mean of n')).toBeVisible();
  const parts = page.getByRole('radiogroup', { name: 'Series of n' }).getByRole('radio');
  await expect(parts).toHaveCount(6);
  await expect(parts.nth(5)).toHaveAccessibleName('level 4, mean 4');
  await page.getByRole('combobox', { name: '4 others, mean 1.5' }).selectOption('level 2');
  await expect(parts).toHaveCount(7);
  await expect(parts.nth(6)).toBeChecked();
  await expect(page.getByRole('combobox', { name: '3 others' })).toBeVisible();
});

test('the legend hides lines, and the axes fit the visible ones', { tag: '@long' }, async ({ page, service }) => {
  await seedAndOpenChart(page, service, createReadings(300), { by: 'deviceID', plot: ['t', 'v'] });
  const parts = page.getByRole('radiogroup', { name: 'Series of t' }).getByRole('radio');
  const line = (name: string, field = 't') => page.getByRole('button', { name: `Line of ${name} in ${field}` });
  const drawn = getChartSlider(page).locator('path[stroke-opacity="0.55"]');
  const highest = (words: string) => expect(getChartSlider(page).getByText(words, { exact: true })).toBeVisible();
  await expect(parts).toHaveCount(3);
  await highest('30');
  await expect(drawn).toHaveCount(4);
  await line('GATEWAY-A-01752').click();
  await expect(line('GATEWAY-A-01752', 'v')).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('1 hidden')).toBeVisible();
  await expect(parts).toHaveCount(2);
  await expect(parts.nth(0)).toBeChecked();
  await expect(drawn).toHaveCount(2);
  await expect(getChartSlider(page).getByText('30', { exact: true })).toHaveCount(0);
  await highest('20');
  expect(await findAxeViolations(page)).toEqual([]);
  await line('CAM-360-00320').press('Space');
  await expect(drawn).toHaveCount(0);
  await expect(line('PUMP-X2-00504')).toBeDisabled();
  await line('CAM-360-00320').press('Space');
  await line('GATEWAY-A-01752').press('Enter');
  await expect(drawn).toHaveCount(4);
  await highest('30');
  await expect(page.getByText(/hidden/)).toHaveCount(0);
});

test('a text and a number that look alike are two series', { tag: '@long' }, async ({ page, service }) => {
  await seedAndOpenChart(
    page,
    service,
    createLevels(2, (n) => (n === 1 ? 37 : '37')),
    { by: 'level' },
  );
  const parts = page.getByRole('radiogroup', { name: 'Series of n' }).getByRole('radio');
  await expect(parts.nth(0)).toHaveAccessibleName('37 (number), mean 1');
  await expect(parts.nth(1)).toHaveAccessibleName('“37” (text), mean 0');
  await page.getByRole('button', { name: 'Line of 37 (number) in n' }).click();
  await expect(parts).toHaveAccessibleName('“37” (text), mean 0');
  const { bytes } = await downloadChart(page, 'As CSV');
  expect(bytes.toString()).toContain('“37” (text)');
  expect(bytes.toString()).not.toContain('37 (number)');
});

test('on a phone the legend is a list below the chart', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await seedAndOpenChart(page, service, createReadings(300), { by: 'deviceID', plot: ['t', 'v'] });
  const list = page.getByRole('radiogroup', { name: 'Series of t, v' });
  await expect(list.getByRole('radio')).toHaveCount(3);
  await expect(list.getByText(/^t 30\.\d+ · v 4$/)).toBeVisible();
  await expect(async () => {
    const [plot, legend] = [await getChartSlider(page).boundingBox(), await list.boundingBox()];
    expect(legend?.y).toBeGreaterThanOrEqual((plot?.y ?? 0) + (plot?.height ?? 0));
  }).toPass();
  await list.getByRole('radio', { name: /^PUMP/ }).check();
  await expect(list.getByRole('radio', { checked: true })).toHaveAccessibleName(/^PUMP-X2-00504 /);
  await page.getByRole('button', { name: 'Line of CAM-360-00320' }).click();
  await expect(getChartSlider(page).locator('path[stroke-opacity="0.55"]')).toHaveCount(2);
});
