import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { setHostExtensions } from '#e2e/helpers/page.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { findRowIconsBelowMinWidth, findTouchTargetsBelowMinHeight } from '#e2e/helpers/touchTargets.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

// a service without groups and page sizes: results are counted and read page by page
test.beforeEach(({ page, service }) => setHostExtensions(page, service, ['operators', 'sort']));

const QUERY = { ...LOGS_URL_STATE, pipeline: [{ type: 'match', filter: { temperature: { $gt: 25 } } }] };
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const bar = (page: Page) => page.getByRole('radiogroup', { name: 'View' }).locator('..');
const chartBar = (page: Page) => page.getByLabel('Plot over').locator('../../..');
const heightOf = async (page: Page, first: string) => {
  const bar = page.getByRole('radiogroup', { name: first }).locator('..');
  return (await bar.boundingBox())?.height ?? 0;
};

test('the header takes one line, the results bar two, all fully visible', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  const header = page.getByRole('heading', { level: 1 }).locator('..');
  expect((await header.boundingBox())?.height).toBeLessThan(64);
  expect(await heightOf(page, 'View')).toBeLessThan(2 * 52 + 8);
  for (const name of ['More query actions', 'Run', 'Follow', 'Columns', 'Export', 'Count rows']) {
    await expect(page.getByRole('button', { name, exact: true }), name).toBeInViewport({ ratio: 1 });
  }
  expect(await findTouchTargetsBelowMinHeight(header)).toEqual([]);
  expect(await findTouchTargetsBelowMinHeight(page.getByRole('radiogroup', { name: 'View' }).locator('..'))).toEqual(
    [],
  );
  expect(await findTouchTargetsBelowMinHeight(page.getByRole('region', { name: 'Query' }))).toEqual([]);
});

test('the results bar and the chart bar take two lines at 320 px', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page, service, buildDatastoreUrl({ ...QUERY, view: 'chart' }));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  const chart = chartBar(page);
  for (const bar of [page.getByRole('radiogroup', { name: 'View' }).locator('..'), chart]) {
    expect((await bar.boundingBox())?.height).toBeLessThan(2 * 52 + 8);
    const cut = await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(cut).toBe(0);
  }
  await page.getByRole('button', { name: 'Edit' }).tap();
  await expect(page.getByRole('button', { name: 'History' })).toBeInViewport({ ratio: 1 });
});

for (const width of [390, 320]) {
  test(`no state adds a line at ${width} px: counting, counted, a thousand rows, edits, a long status`, {
    tag: '@long',
  }, async ({ page, service }) => {
    await page.setViewportSize({ width, height: 700 });
    await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
    await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
    await page.getByRole('button', { name: 'Load up to 1,000' }).tap();
    await expect(page.getByText('1–1,000')).toBeVisible();
    const lines = () => heightOf(page, 'View');
    expect(await lines()).toBeLessThan(2 * 52 + 8);
    await service.fault({ kind: 'latency', ms: 1 }, { operation: 'pipeline', times: 2 });
    await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
    await page.getByRole('button', { name: 'Count rows' }).tap();
    await expect(results(page)).toContainText('or more');
    expect(await lines()).toBeLessThan(2 * 52 + 8);
    await expect(page.getByRole('button', { name: 'Cancel counting' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Cancel counting' }).tap();
    await service.calm();
    await page.getByRole('button', { name: 'Count rows' }).tap();
    await expect(page.getByText(/^[\d,]+ rows/)).toBeInViewport({ ratio: 1 });
    expect(await lines()).toBeLessThan(2 * 52 + 8);
    const status = page.getByText(/counted with \d+ requests/);
    await expect(status).toBeInViewport({ ratio: 1 });
    expect(await status.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Edit' }).tap();
    await page.getByRole('button', { name: 'Add a condition on voltage' }).tap();
    await page.keyboard.press('Escape');
    await expect(results(page).getByText('edited', { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(/^[\d,]+ rows/)).toBeInViewport({ ratio: 1 });
    expect(await lines()).toBeLessThan(2 * 52 + 8);
    expect(await bar(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test(`counts rows next to an indicator, and cancels the count, at ${width} px`, { tag: '@long' }, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
    await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
    await page.getByRole('button', { name: 'Edit' }).tap();
    await page.getByRole('button', { name: 'Add a condition on voltage' }).tap();
    await page.keyboard.press('Escape');
    await service.fault({ kind: 'latency', ms: 1 }, { operation: 'pipeline', times: 2 });
    await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
    await page.getByRole('button', { name: 'Count rows' }).tap();
    await expect(results(page)).toContainText('or more');
    await expect(page.getByRole('button', { name: 'Cancel counting' })).toBeInViewport({ ratio: 1 });
    expect(await heightOf(page, 'View')).toBeLessThan(2 * 52 + 8);
    await page.getByRole('button', { name: 'Cancel counting' }).tap();
    await expect(page.getByRole('button', { name: 'Count rows' })).toBeInViewport({ ratio: 1 });
  });

  test(`shows why a query cannot run at ${width} px`, { tag: '@long' }, async ({ page, service }) => {
    await page.setViewportSize({ width, height: 700 });
    await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
    await page.getByRole('button', { name: 'Edit' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Query' });
    await sheet.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').tap();
    await sheet.getByRole('textbox', { name: 'Pipeline as JSON' }).fill('[{"type": "match"\n"filter": {}}]');
    await expect(sheet.getByText('fix line 2 to run')).toBeInViewport({ ratio: 1 });
    await sheet.getByRole('button', { name: 'Close' }).tap();
    const line = page.getByRole('region', { name: 'Query' });
    await expect(line.getByRole('paragraph').and(page.getByText('fix line 2 to run'))).toBeInViewport({ ratio: 1 });
    await expect(line.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
    expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    // the results are visible
    await page.getByRole('button', { name: 'Edit' }).tap();
    await sheet.getByRole('textbox', { name: 'Pipeline as JSON' }).fill('[{"type": "sort", "specs": {"time": 1}}]');
    await sheet.getByRole('button', { name: 'Run', exact: true }).tap();
    await expect(sheet).toHaveCount(0);
    await expect(line).toContainText('Sort by time');
  });
}

test('the bar of a selected range replaces the chart bar at 320 px', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page, service, buildDatastoreUrl({ ...QUERY, view: 'chart' }));
  const bar = chartBar(page);
  await page.getByRole('slider').press('Home');
  const before = await bar.boundingBox();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('button', { name: 'Filter by this range' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Clear the range' })).toBeInViewport({ ratio: 1 });
  expect(await bar.boundingBox()).toEqual(before);
  expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('touch targets in the builder are tall enough, and the sheet scrolls as a whole', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await expect(results(page).getByRole('grid')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Query' });
  await expect(sheet.getByRole('list', { name: 'Fields seen' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'History' })).toBeInViewport({ ratio: 1 });
  expect(await findTouchTargetsBelowMinHeight(sheet)).toEqual([]);
  expect(await findRowIconsBelowMinWidth(sheet)).toEqual([]);
  const wide = await sheet.evaluate(
    (element) =>
      [...element.querySelectorAll('*')].filter(
        ({ scrollWidth, clientWidth, tagName }) => tagName === 'DIV' && clientWidth > 300 && scrollWidth > clientWidth,
      ).length,
  );
  expect(wide).toBe(0);
  await sheet.getByRole('button', { name: 'Add a condition on voltage' }).tap();
  await expect(sheet.getByRole('combobox', { name: 'Field, stage 1 condition 2' })).toHaveValue('voltage');
});
