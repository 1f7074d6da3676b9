import type { Locator, Page } from 'playwright/test';
import {
  getButton,
  getFieldInput,
  getJsonEditor,
  getResults,
  openDatastore,
  showEditor,
} from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { measureElementOverflow, setHostExtensions } from '#e2e/helpers/page.ts';
import { findRowIconsBelowMinWidth, findTouchTargetsBelowMinHeight } from '#e2e/helpers/touchTargets.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

// a service without groups and page sizes: results are counted and read page by page
test.beforeEach(({ page, service }) => setHostExtensions(page, service, ['operators', 'sort']));

const LINK = { pipeline: [{ type: 'match', filter: { temperature: { $gt: 25 } } }] };
const resultsBar = (page: Page) => page.getByRole('radiogroup', { name: 'View' }).locator('..');

async function expectTwoLines(bar: Locator): Promise<void> {
  expect((await bar.boundingBox())?.height).toBeLessThan(2 * 52 + 8);
  expect((await bar.evaluate(measureElementOverflow))[0]).toBe(0);
}

test('the header takes one line and the results bar two, all visible', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, LINK);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  const header = page.getByRole('heading', { level: 1 }).locator('..');
  expect((await header.boundingBox())?.height).toBeLessThan(64);
  await expectTwoLines(resultsBar(page));
  for (const name of ['More query actions', 'Run', 'Follow', 'Columns', 'Export', 'Count rows']) {
    await expect(getButton(page, name), name).toBeInViewport({ ratio: 1 });
  }
  for (const area of [header, resultsBar(page), page.getByRole('region', { name: 'Query' })]) {
    expect(await findTouchTargetsBelowMinHeight(area)).toEqual([]);
  }
});

test('the results and chart bars take two lines at 320 px', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openDatastore(page, service, { ...LINK, view: 'chart' });
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  const chartBar = page.getByLabel('Plot over').locator('../../..');
  await expectTwoLines(resultsBar(page));
  await expectTwoLines(chartBar);
  await page.getByRole('slider').press('Home');
  const before = await chartBar.boundingBox();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('button', { name: 'Filter by this range' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Clear the range' })).toBeInViewport({ ratio: 1 });
  expect(await chartBar.boundingBox()).toEqual(before);
});

test('shows why a query cannot run at 320 px', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openDatastore(page, service);
  await page.getByRole('button', { name: 'Edit' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Query' });
  await showEditor(page, 'JSON');
  await getJsonEditor(page).fill('[{"type": "match"\n"filter": {}}]');
  await expect(sheet.getByText('fix line 2 to run')).toBeInViewport({ ratio: 1 });
  await sheet.getByRole('button', { name: 'Close' }).tap();
  const line = page.getByRole('region', { name: 'Query' });
  await expect(line.getByRole('paragraph').and(page.getByText('fix line 2 to run'))).toBeInViewport({ ratio: 1 });
  await expect(getButton(line, 'Run')).toBeDisabled();
  expect((await line.evaluate(measureElementOverflow))[0]).toBe(0);
  // the results are visible
  await page.getByRole('button', { name: 'Edit' }).tap();
  await getJsonEditor(page).fill('[{"type": "sort", "specs": {"time": 1}}]');
  await getButton(sheet, 'Run').tap();
  await expect(sheet).toHaveCount(0);
  await expect(line).toContainText('Sort by time');
});

test('touch targets in the builder are tall enough', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, LINK);
  await expect(getResults(page).getByRole('grid')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Query' });
  await expect(sheet.getByRole('list', { name: 'Fields seen' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'History' })).toBeInViewport({ ratio: 1 });
  expect(await findTouchTargetsBelowMinHeight(sheet)).toEqual([]);
  expect(await findRowIconsBelowMinWidth(sheet)).toEqual([]);
  const wide = await sheet.evaluate(
    (element) =>
      [...element.querySelectorAll('div')].filter(
        ({ scrollWidth, clientWidth }) => clientWidth > 300 && scrollWidth > clientWidth,
      ).length,
  );
  expect(wide).toBe(0);
  await sheet.getByRole('button', { name: 'Add a condition on voltage' }).tap();
  await expect(getFieldInput(page, 2)).toHaveValue('voltage');
});
