import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import {
  buildDocumentsUrl,
  exportAllPages,
  getButton,
  getValueInput,
  openDatastore,
  parseNdjson,
  readDownload,
  stopDocumentsAfter,
} from '#e2e/helpers/datastorePage.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { getTaskTrayItem, setHostExtensions } from '#e2e/helpers/page.ts';
import { mockSavePicker, readSavedFile } from '#e2e/helpers/savePicker.ts';

// a service without groups and page sizes: results are counted and read page by page
test.beforeEach(({ page, service }) => setHostExtensions(page, service, ['operators', 'sort']));

const SEEDED = Array.from({ length: 45 }, (_, index) => ({
  documentID: `s${String(index).padStart(2, '0')}`,
  n: index,
  ...(index === 44 && { late: '=1+1' }),
}));
const WARNINGS = { pipeline: [{ type: 'match', filter: { level: 'warning' } }] };

async function openSeeded(page: Page, service: Service): Promise<void> {
  await service.seed({ documents: { seeded: SEEDED } });
  await openDatastore(page, service, { collection: 'seeded' });
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
}

test('exports all pages in each format, and resumes after a partial file', async ({ page, service }) => {
  await openSeeded(page, service);
  const exportAs = async (format: string) => {
    const download = page.waitForEvent('download');
    await exportAllPages(page, format);
    return readDownload(download);
  };
  expect(parseNdjson(await exportAs('NDJSON, one document per line'))).toEqual(SEEDED);
  const report = getTaskTrayItem(page, 'seeded.ndjson');
  await expect(report).toContainText(/Exported 45 documents of 3 pages, [\d.]+ kB in \d+\.\d s/);
  await report.getByRole('button', { name: 'Dismiss seeded.ndjson' }).click();
  expect(JSON.parse(await exportAs('JSON, one array'))).toEqual(SEEDED);
  const csv = await exportAs('CSV, one column per field');
  expect(csv.split('\r\n').slice(0, 2)).toEqual(['documentID,n,late', 's00,0,']);
  expect(csv).toContain("s44,44,'=1+1");

  await stopDocumentsAfter(service, 1);
  const partial = page.waitForEvent('download');
  await exportAllPages(page, 'NDJSON, one document per line');
  const line = getTaskTrayItem(page, /^seeded\.(part\.)?ndjson/);
  await expect(line).toContainText('20 documents,');
  await page.getByRole('button', { name: 'Cancel seeded.ndjson' }).click();
  expect((await partial).suggestedFilename()).toBe('seeded.part.ndjson');
  expect(parseNdjson(await readDownload(partial))).toEqual(SEEDED.slice(0, 20));
  await expect(line).toContainText(
    /^seeded\.part\.ndjsonStopped after 20 documents of 1 page, [\d.]+ k?B in \d\.\d s\./,
  );
  const rest = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Resume from page 2' }).click();
  expect(parseNdjson(await readDownload(rest))).toEqual(SEEDED.slice(20));
});

test('writes the export to the chosen file, or reports why not', { tag: '@long' }, async ({ page, service }) => {
  await mockSavePicker(page);
  await openSeeded(page, service);
  const expectWritten = async (name: string, documents: object[]) => {
    const file = await readSavedFile(page);
    expect(file.name).toBe(name);
    expect(parseNdjson(file.text)).toEqual(documents);
  };
  const line = getTaskTrayItem(page, /seeded\.(part\.)?ndjson/);
  await exportAllPages(page);
  await expect(line).toContainText('Exported 45 documents of 3 pages');
  await expectWritten('seeded.ndjson', SEEDED);
  await line.getByRole('button', { name: 'Dismiss seeded.ndjson' }).click();
  await stopDocumentsAfter(service, 1);
  await exportAllPages(page);
  await expect(line).toContainText('20 documents,');
  await page.getByRole('button', { name: 'Cancel seeded.ndjson' }).click();
  await expect(line).toContainText('Stopped after 20 documents');
  await expectWritten('seeded.part.ndjson', SEEDED.slice(0, 20));
  await line.getByRole('button', { name: 'Dismiss seeded.part.ndjson' }).click();

  const failToChoose = (...error: [message: string, name: string]) =>
    page.evaluate((words) => {
      Reflect.set(window, 'showSaveFilePicker', () => Promise.reject(new DOMException(...words)));
    }, error);
  await failToChoose('Nothing was chosen.', 'AbortError');
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await exportAllPages(page);
  await expect(getButton(page, 'Export')).toBeEnabled();
  await expect(line).toHaveCount(0);
  expect(sent).toEqual([]);
  await failToChoose('The disk is full.', 'QuotaExceededError');
  await exportAllPages(page);
  await expect(line).toContainText('Could not write the file: The disk is full.');
});

test('saves a query, finds it after a reload, deletes it, and imports it from a file', async ({ page, service }) => {
  await openDatastore(page, service, WARNINGS);
  await getButton(page, 'Saved').click();
  await page.getByRole('textbox', { name: 'Query name' }).fill('Warnings');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“Warnings” is saved.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as a file' }).click();
  const file = await (await download).path();
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain(service.apiKey);
  expect(text).not.toContain(service.token);
  await page.goto('/datastore');
  await getButton(page, 'Saved').click();
  await page.getByRole('button', { name: 'Delete Warnings' }).click();
  await expect(getButton(page, 'Warnings')).toBeHidden();
  await page.getByLabel('Import a file').setInputFiles(file);
  await expect(page.getByText('1 query imported.')).toBeVisible();
  await getButton(page, 'Warnings').click();
  await expect(page).toHaveURL(/collection=logs/);
  await expect(getValueInput(page)).toHaveValue('warning');
});

test('the history lists past queries, and runs them again', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, WARNINGS);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await page.goto(buildDocumentsUrl({ collection: 'tasks' }));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await page.getByRole('button', { name: 'History' }).click();
  const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
  await expect(runs).toHaveText([/^tasks.*20, more/, /^logs · keep where level is "warning".*20, more/]);
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('warning');
  await expect(runs).toHaveCount(1);
  await page.getByRole('button', { name: 'logs · keep where level is "warning"' }).click();
  await expect(page).toHaveURL(/collection=logs/);
});

test('peeks at the result up to a stage, with the fields it drops, or its error', async ({ page, service }) => {
  const pipeline = [...WARNINGS.pipeline, { type: 'project', specs: { temperature: 1 } }, { type: 'frobnicate' }];
  await openDatastore(page, service, { pipeline: [...pipeline, { type: 'match', filter: {} }] });
  await page.getByRole('button', { name: 'Peek at the result after stage 2' }).click();
  const peek = page.getByRole('dialog', { name: 'After stage 2' });
  await expect(peek).toContainText('20 → 20 documents on the first page');
  await expect(peek).toContainText(/\d → 2 fields/);
  await expect(peek).toContainText(/− .*level/);
  await expect(peek.getByRole('columnheader')).toHaveText(['documentID', 'temperature']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Peek at the result after stage 4' }).click();
  const said = page.getByRole('dialog', { name: 'After stage 4' }).getByRole('alert');
  await expect(said).toContainText('Stage 3 fails:');
  await expect(said).toContainText('"frobnicate"');
});
