import type { Page } from 'playwright/test';
import {
  getButton,
  getCollectionInput,
  getDocumentGrid,
  openDatastore,
  pasteText,
  showView,
  stopDocumentsAfter,
  waitForHistogram,
} from '#e2e/helpers/datastorePage.ts';
import { getColumnCells } from '#e2e/helpers/devicePages.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';

test.use({ viewport: { width: 1440, height: 1200 } });
const FIRST_MS = Date.UTC(2026, 0, 1);
const ids = async (page: Page) => getColumnCells(page, 'documentID');
const pageOf = (from: number, count = 20) => Array.from({ length: count }, (_, n) => `row ${from + n}`);
const document = (n: number) => ({
  documentID: `row ${n}`,
  time: FIRST_MS + n * 60_000,
  n,
  gps: { lat: 47 + n / 1000, lon: 8 },
});
const documents = (from: number, count: number) => Array.from({ length: count }, (_, n) => document(from + n));

async function open(page: Page, service: Service, count: number): Promise<void> {
  await service.seed({ documents: { rows: documents(1, count) } });
  await openDatastore(page, service, { collection: 'rows' });
}

test('loads further pages into the same view up to the end', async ({ page, service }) => {
  await open(page, service, 65);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByText('rows 1–40, more')).toBeVisible();
  await expect(getDocumentGrid(page)).toHaveAttribute('aria-rowcount', '41');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(await ids(page)).toHaveText(pageOf(41));
  await page.goBack();
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await expect(page.getByText('rows 1–65, the end')).toBeVisible();
  await expect(page.getByText('65 documents, 4 fields · pages 1–4')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  await expect(getDocumentGrid(page)).toHaveAttribute('aria-rowcount', '66');
});

test('keeps loaded rows, order and scroll position after a visit', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service, 65);
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await expect(page.getByText('rows 1–65, the end')).toBeVisible();
  const head = page.getByRole('columnheader', { name: 'n', exact: true });
  await head.click();
  await head.click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText('Sorted in this browser: only the 65 loaded documents.')).toBeVisible();
  await getDocumentGrid(page).evaluate((element) => element.scrollTo({ top: 600 }));
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('rows 1–65, the end')).toBeVisible();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => getDocumentGrid(page).evaluate(({ scrollTop }) => scrollTop)).toBe(600);
});

test('the order of the rows is in the URL, and a new order of the query replaces it', async ({ page, service }) => {
  await open(page, service, 3);
  const head = page.getByRole('columnheader', { name: 'n', exact: true });
  await head.click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/asc=n/);
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(await ids(page)).toHaveText(pageOf(1, 3).reverse());
  await expect(head).not.toHaveAttribute('aria-sort', 'ascending');
  await page.goBack();
  await expect(await ids(page)).toHaveText(pageOf(1, 3));
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
});

test('the opened document stays while rows arrive above it, and Next follows the table', async ({ page, service }) => {
  await open(page, service, 3);
  const head = page.getByRole('columnheader', { name: 'n', exact: true });
  await head.click();
  await head.click();
  await expect(await ids(page)).toHaveText(pageOf(1, 3).reverse());
  await page.getByRole('gridcell', { name: 'row 3' }).click();
  await page.keyboard.press('p');
  await expect(page.getByRole('complementary', { name: 'Document row 3' })).toBeVisible();
  await getButton(page, 'Next document').click();
  const drawer = page.getByRole('complementary', { name: 'Document row 2' });
  await expect(drawer).toContainText('2 of 3');
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByText('following, 0 new')).toBeVisible();
  await service.seed({ documents: { rows: documents(4, 2) } });
  await getButton(page, 'Refresh').click();
  await expect(drawer).toContainText('4 of 5');
});

test('a failed or canceled load of all rows can be started again', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service, 90);
  await waitForHistogram(page);
  await service.fault('forbidden', { operation: 'pipeline', times: 1 });
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await expect(page.getByText('Could not load all rows: ')).toBeVisible();
  await stopDocumentsAfter(service, 0);
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await page.getByRole('button', { name: 'Cancel loading' }).click();
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await expect(page.getByText('rows 1–90, the end')).toBeVisible();
});

test('selects, pins and reorders columns, and remembers them', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service, 3);
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText(['documentID', 'n', 'gps.lat', 'gps.lon', 'time']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'gps.lon' }).uncheck();
  await page.getByRole('button', { name: 'Pin gps.lat' }).click();
  await page.getByRole('button', { name: 'Move time up' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toContainText('4 of 5');
  await page.reload();
  await expect(heads).toHaveText(['documentID', 'gps.lat', 'time', 'n']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(heads).toHaveText(['documentID', 'n', 'gps.lat', 'gps.lon', 'time']);
});

test('columns of a link apply once, and to its collection only', async ({ page, service }) => {
  await service.seed({ documents: { rows: documents(1, 3), others: documents(1, 3) } });
  await openDatastore(page, service, { collection: 'rows', hidden: ['n'] });
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText(['documentID', 'gps.lat', 'gps.lon', 'time']);
  await getCollectionInput(page).fill('others');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/collection=others/);
  await page.reload();
  await expect(heads).toHaveText(['documentID', 'n', 'gps.lat', 'gps.lon', 'time']);
  await page.goBack();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.reload();
  await expect(heads).toHaveText(['documentID', 'n', 'gps.lat', 'gps.lon', 'time']);
});

test('a known field becomes a column, also when a stage drops it', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service, 3);
  await page.getByRole('button', { name: 'Project: add stage' }).click();
  const keep = page.getByRole('combobox', { name: 'Fields to keep, stage 1' });
  await keep.fill('n');
  await keep.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('columnheader')).toHaveText(['documentID', 'n']);
  await page.getByRole('button', { name: 'Show time as a column' }).click();
  await expect(page.getByRole('columnheader')).toHaveText(['documentID', 'time', 'n']);
  await expect(page.getByText('edited since the last run')).toBeVisible();
  await getButton(page, 'Run').click();
  await expect(page.getByRole('gridcell', { name: /2026-01-01/ })).toHaveCount(3);
});

test('following marks new rows at the top, until the page is left', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service, 30);
  await expect(await ids(page)).toHaveText(pageOf(1));
  const often = page.getByRole('combobox', { name: 'Auto-refresh' });
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByRole('combobox', { name: 'Sort by, stage 1 field 1' })).toHaveValue('time');
  const old = pageOf(11).reverse();
  await expect(await ids(page)).toHaveText(old);
  await service.seed({ documents: { rows: documents(31, 2) } });
  // it refreshes, and leaves the chosen interval of all pages as it is
  await expect(often).toHaveValue('0');
  await expect(await ids(page)).toHaveText([/row 32$/, /row 31$/, ...old]);
  await expect(getDocumentGrid(page).locator('[data-mark="new"]')).toHaveText([/row 32/, /row 31/]);
  await expect(page.getByText('following, 2 new')).toBeVisible();
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Follow' }).click();
  await often.selectOption('30');
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(often).toHaveValue('30');
});

test('groups are refreshed in place, also after following', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service, 3);
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByText('following, 0 new')).toBeVisible();
  await showView(page, 'Table');
  await pasteText(getCollectionInput(page), JSON.stringify([{ type: 'group', fields: { count: { $count: {} } } }]));
  await getButton(page, 'Run').click();
  await showView(page, 'Table');
  const grid = getDocumentGrid(page);
  await expect(grid.getByRole('rowheader', { name: '3', exact: true })).toBeVisible();
  await service.seed({ documents: { rows: documents(4, 2) } });
  await getButton(page, 'Refresh').click();
  await expect(grid.getByRole('rowheader', { name: '5', exact: true })).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
});
