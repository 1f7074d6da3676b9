import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { getColumnCells } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

test.use({ viewport: { width: 1440, height: 1200 } });
const ROWS = { ...LOGS_URL_STATE, collection: 'rows' };
const FIRST_MS = Date.UTC(2026, 0, 1);
const grid = (page: Page) => page.getByRole('grid', { name: 'Documents' });
const ids = async (page: Page) => getColumnCells(page, 'documentID');
const pageOf = (from: number, count = 20) => Array.from({ length: count }, (_, n) => `row ${from + n}`);
const document = (n: number) => ({
  documentID: `row ${n}`,
  time: FIRST_MS + n * 60_000,
  n,
  gps: { lat: 47 + n / 1000, lon: 8 },
});
const documents = (from: number, count: number) => Array.from({ length: count }, (_, n) => document(from + n));

test('opening a page past the end shows the last page and says so', async ({ page, service }) => {
  await service.seed({ documents: { rows: documents(1, 45) } });
  await openSignedIn(page, service, buildDatastoreUrl({ ...ROWS, page: 5001 }));
  await expect(await ids(page)).toHaveText(pageOf(41, 5));
  await expect(page).toHaveURL(`${service.url}/datastore?collection=rows&page=3`);
  await expect(page.getByText('Page 5,001 does not exist. Showing the last page, 3.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('There is no page')).toHaveCount(0);
});

test('loads further pages into the same view up to the end', async ({ page, service }) => {
  await service.seed({ documents: { rows: documents(1, 65) } });
  await openSignedIn(page, service, buildDatastoreUrl(ROWS));
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByText('rows 1–40, more')).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '41');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(await ids(page)).toHaveText(pageOf(41));
  await page.goBack();
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await expect(page.getByText('rows 1–65, the end')).toBeVisible();
  await expect(page.getByText('65 documents, 4 fields · pages 1–4')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '66');
});

test('keeps loaded rows, their order and the scroll position after visiting another page', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await service.seed({ documents: { rows: documents(1, 65) } });
  await openSignedIn(page, service, buildDatastoreUrl(ROWS));
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await expect(page.getByText('rows 1–65, the end')).toBeVisible();
  const head = page.getByRole('columnheader', { name: 'n', exact: true });
  await head.click();
  await head.click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await grid(page).evaluate((element) => element.scrollTo({ top: 600 }));
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('rows 1–65, the end')).toBeVisible();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => grid(page).evaluate(({ scrollTop }) => scrollTop)).toBe(600);
});

test('a failed load says so and resumes where it stopped', { tag: '@long' }, async ({ page, service }) => {
  await service.seed({ documents: { rows: documents(1, 90) } });
  await openSignedIn(page, service, buildDatastoreUrl(ROWS));
  await expect(page.getByText('rows 1–20, more')).toBeVisible();
  const fault = { kind: 'error', status: 403, code: 'NO', message: 'Not these.' } as const;
  await service.fault(fault, { operation: 'pipeline', times: 1 });
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await expect(page.getByText('Could not load all rows: Not these.')).toBeVisible();
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await expect(page.getByText('rows 1–90, the end')).toBeVisible();
});

test('a load can be canceled and started again', { tag: '@long' }, async ({ page, service }) => {
  await service.seed({ documents: { rows: documents(1, 90) } });
  await openSignedIn(page, service, buildDatastoreUrl(ROWS));
  await expect(page.getByText('rows 1–20, more')).toBeVisible();
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await page.getByRole('button', { name: 'Cancel loading' }).click();
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await expect(page.getByText('rows 1–90, the end')).toBeVisible();
});

test('selects, pins and reorders columns, and remembers them for the collection', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await service.seed({ documents: { rows: documents(1, 3) } });
  await openSignedIn(page, service, buildDatastoreUrl(ROWS));
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText(['documentID', 'n', 'gps.lat', 'gps.lon', 'time']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'gps.lon' }).uncheck();
  await page.getByRole('button', { name: 'Pin gps.lat' }).click();
  await page.getByRole('button', { name: 'Move time up' }).click();
  await expect(heads).toHaveText(['documentID', 'gps.lat', 'time', 'n']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toContainText('4 of 5');
  await page.reload();
  await expect(heads).toHaveText(['documentID', 'gps.lat', 'time', 'n']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(heads).toHaveText(['documentID', 'n', 'gps.lat', 'gps.lon', 'time']);
});

test('a known field becomes a column, also when a stage drops it', { tag: '@long' }, async ({ page, service }) => {
  await service.seed({ documents: { rows: documents(1, 3) } });
  await openSignedIn(page, service, buildDatastoreUrl(ROWS));
  await page.getByRole('button', { name: 'Project: add stage' }).click();
  const keep = page.getByRole('combobox', { name: 'Fields to keep, stage 1' });
  await keep.fill('n');
  await keep.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('columnheader')).toHaveText(['documentID', 'n']);
  await page.getByRole('button', { name: 'Show time as a column' }).click();
  await expect(page.getByRole('columnheader')).toHaveText(['documentID', 'time', 'n']);
  await expect(page.getByText('edited since the last run')).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: /2026-01-01/ })).toHaveCount(3);
});

test('following sorts the newest first, marks new rows, and keeps the others in place', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await service.seed({ documents: { rows: documents(1, 30) } });
  await openSignedIn(page, service, buildDatastoreUrl(ROWS));
  await expect(await ids(page)).toHaveText(pageOf(1));
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByRole('combobox', { name: 'Sort by, stage 1 field 1' })).toHaveValue('time');
  await expect(await ids(page)).toHaveText(pageOf(11).reverse());
  await expect(page.getByRole('combobox', { name: 'Auto-refresh' })).toHaveValue('10');
  await service.seed({ documents: { rows: documents(31, 2) } });
  await page.getByRole('button', { name: 'Refresh' }).click();
  const old = pageOf(11).reverse();
  await expect(await ids(page)).toHaveText([/row 32$/, /row 31$/, ...old]);
  await expect(grid(page).locator('[data-mark="new"]')).toHaveText([/row 32/, /row 31/]);
  await expect(page.getByText('following, 2 new')).toBeVisible();
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByRole('combobox', { name: 'Auto-refresh' })).toHaveValue('0');
});

test('leaving the page while following restores the refresh interval', { tag: '@long' }, async ({ page, service }) => {
  await service.seed({ documents: { rows: documents(1, 3) } });
  await openSignedIn(page, service, buildDatastoreUrl(ROWS));
  const often = page.getByRole('combobox', { name: 'Auto-refresh' });
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(often).toHaveValue('10');
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  await expect(often).toHaveValue('0');
  await page.goBack();
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(often).toHaveValue('10');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible();
  await expect(often).toHaveValue('0');
});

test('dims the old rows while a query runs, until it is canceled', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  const answer = grid(page).locator('xpath=ancestor::*[@aria-busy][last()]');
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  await page.keyboard.type('level');
  await expect(page.getByText('from before your edits')).toBeVisible();
  await expect(answer).toHaveCSS('opacity', '1');
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
  await page.keyboard.press('Control+Enter');
  await expect(answer).toHaveCSS('opacity', '0.6');
  await expect(answer).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('region', { name: 'Query' })).toContainText(/[1-9]\d*\.\d s/);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(answer).toHaveCSS('opacity', '1');
});

test('shows a skeleton with the known columns of the collection while rows load', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const pipeline = [{ type: 'match', filter: { temperature: { $gt: 20 } } }];
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline }));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await page.getByRole('link', { name: 'Devices' }).click();
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('logs');
  await page.getByRole('option', { name: 'Collection logs', exact: true }).click();
  const awaited = page.getByRole('grid', { name: 'Loading documents' });
  await expect(awaited.getByRole('columnheader', { name: 'temperature' })).toBeVisible();
  await expect(awaited).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
  await service.release();
  await expect(page.getByRole('grid', { name: 'Documents', exact: true })).toBeVisible();
  await expect(awaited).toHaveCount(0);
});
