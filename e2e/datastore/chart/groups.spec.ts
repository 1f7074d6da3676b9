import { showView, waitForHistogram } from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { createReadings, downloadChart, FIRST_READING_MS, seedAndOpenChart } from './chartPage.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });

const COUNT = 2400;

test('a chart of a large result takes two requests, with the numbers of its documents', async ({ page, service }) => {
  await seedAndOpenChart(page, service, createReadings(COUNT), { view: 'table', plot: ['t', 'v'] });
  // the displayed page and the next one
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await waitForHistogram(page);
  const asked = recordRequestBodies(page, '/datastore/pipeline');
  await showView(page, 'Chart');
  const summary = `${COUNT.toLocaleString('en')} documents, mean, minimum and maximum per`;
  await expect(page.getByText(`${summary} 5 minutes · grouped in 2 requests`)).toBeVisible();
  expect(asked).toHaveLength(2);

  await page.getByRole('combobox', { name: 'One value per' }).selectOption('hour');
  await expect(page.getByText(`${summary} hour · grouped in 2 requests`)).toBeVisible();
  const readings = createReadings(COUNT);
  const hours = Array.from({ length: COUNT / 60 }, (_, hour) => {
    const here = readings.slice(60 * hour, 60 * hour + 60).map(({ t }) => t);
    const mean = here.reduce((sum, t) => sum + t, 0) / here.length;
    return [FIRST_READING_MS + hour * 3_600_000, Math.min(...here), mean, Math.max(...here), here.length];
  });
  const { bytes } = await downloadChart(page, 'As CSV');
  const rows = bytes.toString().trim().split('\r\n').slice(1);
  const round = (numbers: number[]) => numbers.map((number) => number.toFixed(9));
  expect(rows.map((row) => round(row.split(',').slice(1, 6).map(Number)))).toEqual(hours.map(round));

  await page.getByRole('combobox', { name: 'Split by' }).selectOption('deviceID');
  await expect(
    page.getByText(`${COUNT.toLocaleString('en')} documents of 3 devices, mean, minimum and maximum per hour`),
  ).toBeVisible();
  const parts = page.getByRole('radiogroup', { name: 'Series of v' }).getByRole('radio');
  await expect(parts).toHaveCount(3);
  await expect(parts.nth(0)).toHaveAccessibleName('GATEWAY-A-01752, mean 4');
});
