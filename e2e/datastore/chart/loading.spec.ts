import type { Page } from 'playwright/test';
import { showView, stopDocumentsAfter } from '#e2e/helpers/datastorePage.ts';
import { expect, FAULTS, test } from '#e2e/helpers/fixtures.ts';
import { getTaskTrayItem, setHostExtensions } from '#e2e/helpers/page.ts';
import { createReading, createReadings, downloadChart, seedAndOpenChart } from './chartPage.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });

// a service without groups and page sizes: results are counted and read page by page
test.beforeEach(({ page, service }) => setHostExtensions(page, service, ['operators', 'sort']));

async function expectNumbers(page: Page, count: number) {
  const { bytes } = await downloadChart(page, 'As CSV');
  const [heads = '', ...rows] = bytes.toString().trim().split('\r\n');
  expect(heads).toBe('time,time (epoch ms),t least,t mean,t most,t values,v least,v mean,v most,v values');
  let from = 0;
  const wrong = rows.filter((row) => {
    const [, , least, mean, most, values = 0] = row.split(',').map(Number);
    const here = Array.from({ length: values }, (_, at) => createReading(from + at).t);
    from += values;
    const middle = here.reduce((sum, t) => sum + t, 0) / values;
    return least !== Math.min(...here) || most !== Math.max(...here) || Math.abs(middle - (mean ?? 0)) > 1e-9;
  });
  expect(wrong).toEqual([]);
  expect(from).toBe(count);
}

test('loads the whole result once, with at most four requests at once', { tag: '@long' }, async ({ page, service }) => {
  let [underWay, most, asked] = [0, 0, 0];
  const ofPages = (url: string) => url.includes('/datastore/pipeline');
  page.on('request', (request) => {
    if (!ofPages(request.url())) return;
    asked++;
    most = Math.max(most, ++underWay);
  });
  page.on('requestfinished', (request) => ofPages(request.url()) && underWay--);
  await seedAndOpenChart(page, service, createReadings(3000));
  await expect(
    page.getByText(/^3,000 documents, mean, minimum and maximum per pixel · loaded in 15\d requests$/),
  ).toBeVisible();
  expect(most).toBeGreaterThan(2);
  // four requests of the chart at once, and the prefetch of the next page
  expect(most).toBeLessThanOrEqual(5);
  expect(asked).toBeLessThan(160);

  // switching views does not repeat the read
  const before = asked;
  await showView(page, 'Table');
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  await showView(page, 'Chart');
  await expect(page.getByText('3,000 documents, mean')).toBeVisible();
  expect(asked).toBe(before);

  await expectNumbers(page, 3000);

  // leaving the page does not repeat the read
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('3,000 documents, mean')).toBeVisible();
  // the displayed page and the next one
  expect(asked).toBeLessThan(before + 3);
});

test('pauses and resumes from any page, and waits when rate limited', { tag: '@long' }, async ({ page, service }) => {
  await seedAndOpenChart(page, service, createReadings(400), { view: 'table' });
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await stopDocumentsAfter(service, 0);
  await showView(page, 'Chart');
  await expect(page.getByText('loading: 20 documents')).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  const tray = getTaskTrayItem(page, 'Chart of waves');
  await tray.getByRole('button', { name: 'Pause Chart of waves' }).click();
  await page.goBack();
  await expect(page.getByText('paused: 20 documents')).toBeVisible();
  await page.getByRole('button', { name: 'Resume loading' }).click();
  await page.getByRole('button', { name: 'Pause loading' }).click();
  await expect(page.getByText('paused: 20 documents')).toBeVisible();
  expect((await downloadChart(page, 'As SVG')).bytes.toString()).toContain('20 documents, more are not loaded');

  await service.release();
  await service.fault({ ...FAULTS.tooMany, retryAfter: '1' }, { operation: 'pipeline', times: 2 });
  await page.getByRole('button', { name: 'Resume loading' }).click();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(tray).toContainText(/Loaded 400 documents in 2\d requests/);
  await page.goBack();
  await expect(page.getByText(/^400 documents · loaded in 2\d requests$/)).toBeVisible();
  await expect(tray).toHaveCount(0);
});
