import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { getTaskTrayItem, setHostExtensions } from '#e2e/helpers/page.ts';
import { mockSavePicker, readSavedFile } from '#e2e/helpers/savePicker.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

// a service without groups and page sizes: results are counted and read page by page
test.beforeEach(({ page, service }) => setHostExtensions(page, service, ['operators', 'sort']));

const SEEDED = Array.from({ length: 45 }, (_, index) => ({
  documentID: `s${String(index).padStart(2, '0')}`,
  n: index,
  ...(index === 44 && { late: '=1+1' }),
}));

async function exportAll(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('combobox', { name: 'Format' }).selectOption({ label: format });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all pages' }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

test('exports all pages and reports documents, size and duration', async ({ page, service }) => {
  await service.seed({ documents: { seeded: SEEDED } });
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'seeded' }));
  const lines = await exportAll(page, 'NDJSON, one document per line');
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(SEEDED);
  const report = getTaskTrayItem(page, 'seeded.ndjson');
  await expect(report).toContainText(/Exported 45 documents of 3 pages, [\d.]+ kB in \d+\.\d s/);
  await report.getByRole('button', { name: 'Dismiss seeded.ndjson' }).click();
  expect(JSON.parse(await exportAll(page, 'JSON, one array'))).toEqual(SEEDED);
  const csv = await exportAll(page, 'CSV, one column per field');
  expect(csv.split('\r\n').slice(0, 2)).toEqual(['documentID,n,late', 's00,0,']);
  expect(csv).toContain("s44,44,'=1+1");
});

test('writes the export to the chosen file as far as it gets, and exports nothing when no file is chosen', {
  tag: '@long',
}, async ({ page, service }) => {
  await service.seed({ documents: { seeded: SEEDED } });
  await mockSavePicker(page);
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'seeded' }));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  const start = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('button', { name: 'Export all pages' }).click();
  };
  const written = async (as = 'seeded.ndjson') => {
    const { name, text } = await readSavedFile(page);
    expect(name).toBe(as);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const line = getTaskTrayItem(page, /seeded\.(part\.)?ndjson/);
  await start();
  await expect(line).toContainText('Exported 45 documents of 3 pages');
  expect(await written()).toEqual(SEEDED);
  await line.getByRole('button', { name: 'Dismiss seeded.ndjson' }).click();
  await service.fault({ kind: 'latency', ms: 1 }, { operation: 'pipeline', times: 1 });
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
  await start();
  await expect(line).toContainText('20 documents,');
  await page.getByRole('button', { name: 'Cancel seeded.ndjson' }).click();
  await expect(line).toContainText('Stopped after 20 documents');
  expect(await written('seeded.part.ndjson')).toEqual(SEEDED.slice(0, 20));
  await line.getByRole('button', { name: 'Dismiss seeded.part.ndjson' }).click();
  const failToChoose = (message: string, name: string) =>
    page.evaluate(
      (words) => {
        Reflect.set(window, 'showSaveFilePicker', () => Promise.reject(new DOMException(...words)));
      },
      [message, name] as const,
    );
  await failToChoose('Nothing was chosen.', 'AbortError');
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await start();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeEnabled();
  await expect(line).toHaveCount(0);
  expect(sent).toEqual([]);
  await failToChoose('The disk is full.', 'QuotaExceededError');
  await start();
  await expect(line).toContainText('Could not write the file: The disk is full.');
});

test('an export shows its progress against the row count, and the remaining time', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await service.seed({ documents: { seeded: SEEDED } });
  await page.clock.install();
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'seeded' }));
  await page.getByRole('button', { name: 'Count rows' }).click();
  await expect(page.getByText('45 rows, ')).toBeVisible();
  await service.fault({ kind: 'latency', ms: 1 }, { operation: 'pipeline', times: 1 });
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Export all pages' }).click();
  const line = getTaskTrayItem(page, 'seeded.ndjson');
  await expect(line).toContainText(/44 %, \d+ B/);
  // updated with every event
  await page.clock.runFor(20_000);
  await page.getByRole('button', { name: 'Pause seeded.ndjson' }).click();
  await page.getByRole('button', { name: 'Resume seeded.ndjson' }).click();
  await expect(line).toContainText(/44 %, \d+ B, 2\d s left/);
  await expect(line.getByRole('progressbar')).toHaveJSProperty('value', 20 / 45);
});

test('a count reports all its requests, including a first page not loaded before', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await service.seed({ documents: { seeded: SEEDED } });
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'seeded', page: 2 }));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await page.getByRole('button', { name: 'Count rows' }).click();
  await expect(page.getByText('45 rows, ')).toBeVisible();
  expect(sent.map((body) => JSON.parse(body).nPage)).toContain(1);
  const said = /(\d+) requests/.exec(await page.getByText('45 rows, ').innerText())?.[1];
  expect(Number(said)).toBe(sent.length);
});

test('pauses an export, cancels it with the partial file, and resumes it', async ({ page, service }) => {
  await service.seed({ documents: { seeded: SEEDED } });
  await page.clock.install();
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'seeded' }));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  // the first page loads, the second never does
  await service.fault({ kind: 'latency', ms: 1 }, { operation: 'pipeline', times: 1 });
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all pages' }).click();
  const line = getTaskTrayItem(page, 'seeded');
  await expect(line).toContainText('20 documents,');
  await page.getByRole('button', { name: 'Pause seeded.ndjson' }).click();
  await expect(line).toContainText('Paused, 20 documents');
  // time waiting for a request or paused is not counted
  await page.clock.runFor(20_000);
  await page.getByRole('button', { name: 'Cancel seeded.ndjson' }).click();
  const kept = readFileSync(await (await download).path(), 'utf8');
  expect(kept.trimEnd().split('\n')).toHaveLength(20);
  await expect(line).toContainText(
    /^seeded\.part\.ndjsonStopped after 20 documents of 1 page, [\d.]+ k?B in \d\.\d s\./,
  );
  const rest = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Resume from page 2' }).click();
  const text = readFileSync(await (await rest).path(), 'utf8');
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(SEEDED.slice(20));
});

test('saves a query, finds it after a reload, transfers it as a file, and deletes it with undo', async ({
  page,
  service,
}) => {
  const pipeline = [{ type: 'match', filter: { level: 'warning' } }];
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline }));
  const saved = page.getByRole('button', { name: 'Saved', exact: true });
  await saved.click();
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
  await saved.click();
  await page.getByRole('button', { name: 'Delete Warnings' }).click();
  await expect(page.getByRole('button', { name: 'Warnings', exact: true })).toBeHidden();
  await page.getByLabel('Import a file').setInputFiles(file);
  await expect(page.getByText('1 query imported.')).toBeVisible();
  await page.getByRole('button', { name: 'Warnings', exact: true }).click();
  await expect(page).toHaveURL(/collection=logs/);
  await expect(page.getByRole('textbox', { name: 'Value, stage 1 condition 1' })).toHaveValue('warning');
});

test('the history lists past queries with their rows, and runs them again', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(
    page,
    service,
    buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline: [{ type: 'match', filter: { level: 'warning' } }] }),
  );
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await page.goto(buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'tasks' }));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await page.getByRole('button', { name: 'History' }).click();
  const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
  await expect(runs).toHaveText([/^tasks.*20, more/, /^logs · keep where level is "warning".*20, more/]);
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('warning');
  await expect(runs).toHaveCount(1);
  await page.getByRole('button', { name: 'logs · keep where level is "warning"' }).click();
  await expect(page).toHaveURL(/collection=logs/);
});

test('peeks at the result up to a stage, with the fields it drops', async ({ page, service }) => {
  const pipeline = [
    { type: 'match', filter: { level: 'warning' } },
    { type: 'project', specs: { temperature: 1 } },
    { type: 'frobnicate' },
  ];
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline }));
  await page.getByRole('button', { name: 'Peek at the result after stage 2' }).click();
  const peek = page.getByRole('dialog', { name: 'After stage 2' });
  await expect(peek).toContainText('20 → 20 documents on the first page');
  await expect(peek).toContainText(/\d → 2 fields/);
  await expect(peek).toContainText(/− .*level/);
  await expect(peek.getByRole('columnheader')).toHaveText(['documentID', 'temperature']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Peek at the result after stage 3' }).click();
  await expect(page.getByRole('dialog', { name: 'After stage 3' }).getByRole('alert')).toContainText('"frobnicate"');
});

test('peeking behind a failing stage names that stage with the error of the service', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const pipeline = [{ type: 'frobnicate' }, { type: 'match', filter: { level: 'warning' } }];
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline }));
  await page.getByRole('button', { name: 'Peek at the result after stage 2' }).click();
  const said = page.getByRole('dialog', { name: 'After stage 2' }).getByRole('alert');
  await expect(said).toContainText('Stage 1 fails:');
  await expect(said).toContainText('"frobnicate"');
});
