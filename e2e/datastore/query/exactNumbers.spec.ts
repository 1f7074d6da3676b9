import type { Page } from 'playwright/test';
import { getButton, getValueInput, openDatastore, readClipboard, readDownload } from '#e2e/helpers/datastorePage.ts';
import { getColumnCells } from '#e2e/helpers/devicePages.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
const DIGITS = '90071992547409931';
const DOCUMENT = `{"documentID":"big","counter":${DIGITS},"list":[${DIGITS}]}`;
const ANSWER = `{"code":"DATASTORE-DOCUMENTS-FETCHED","message":"","nDocuments":1,"documents":[${DOCUMENT}]}`;

test.beforeEach(async ({ service, page }) => {
  await mockServiceResponse(service, 'pipeline', ANSWER);
  await openDatastore(page, service);
  await expect(page.getByRole('gridcell', { name: 'big' })).toBeVisible();
});

const copied = (page: Page) => expect.poll(() => readClipboard(page));
const counter = (page: Page) => getColumnCells(page, 'counter');

test('in the cell, on hover in a narrow one, and when copied', { tag: '@long' }, async ({ page }) => {
  const cell = await counter(page);
  await expect(cell).toHaveText(DIGITS);
  const heading = page.getByRole('columnheader', { name: 'counter', exact: true }).getByRole('button');
  for (let step = 0; step < 8; step++) await heading.press('Shift+Alt+ArrowLeft');
  await expect(cell).toHaveAttribute('title', DIGITS);
  await cell.click();
  await page.keyboard.press('Control+c');
  await copied(page).toBe(DIGITS);
  for (const [item, text] of [
    ['Copy path', 'counter'],
    ['Copy value', DIGITS],
  ] as const) {
    await cell.click({ button: 'right' });
    await page.getByRole('menuitem', { name: item }).click();
    await copied(page).toBe(text);
  }
});

test('in the document drawer, as JSON, and in the condition that is sent', { tag: '@long' }, async ({ page }) => {
  await (await counter(page)).click();
  await page.keyboard.press('p');
  const drawer = page.getByRole('complementary', { name: 'Document big' });
  await expect(drawer.getByText(DIGITS, { exact: true })).toBeVisible();
  await drawer.getByText('JSON', { exact: true }).click();
  await expect(drawer).toContainText(`"counter": ${DIGITS},`);
  await drawer.getByRole('button', { name: 'Copy the document' }).click();
  await copied(page).toContain(`"counter": ${DIGITS},`);
  await drawer.getByText('Fields', { exact: true }).click();
  await drawer.getByRole('button', { name: 'Only this counter' }).click();
  await expect(getValueInput(page)).toHaveValue(DIGITS);
  const sent = page.waitForRequest((request) => request.postData()?.includes('"filter"') ?? false);
  await getButton(page, 'Run').click();
  expect((await sent).postData()).toContain(`"filter":{"counter":${DIGITS}}`);
});

test('in exports', { tag: '@long' }, async ({ page }) => {
  for (const [format, text] of [
    ['NDJSON, one document per line', `${DOCUMENT}\n`],
    ['CSV, one column per field', `documentID,counter,list\r\nbig,${DIGITS},[${DIGITS}]\r\n`],
  ] as const) {
    await getButton(page, 'Export').click();
    await page.getByRole('combobox', { name: 'Documents' }).selectOption({ label: 'this page, 1 document' });
    await page.getByRole('combobox', { name: 'Format' }).selectOption({ label: format });
    const download = page.waitForEvent('download');
    await getButton(page, 'Export 1 document').click();
    expect(await readDownload(download)).toBe(text);
  }
});
