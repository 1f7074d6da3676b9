import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { getTaskTrayItem } from '#e2e/helpers/page.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

const QUERY = { ...LOGS_URL_STATE, collection: 'rows' };
const createDocuments = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ documentID: `row ${n}`, time: 1_767_225_600_000 + n * 60_000, n }));

/** Three pages have documents. Further ones are requested ahead, before the empty page is known. */
function expectLargePages(bodies: readonly string[]): void {
  expect(new Set(bodies.map((body) => JSON.parse(body).pageSize))).toEqual(new Set([1000]));
  expect(bodies.length).toBeGreaterThanOrEqual(4);
  expect(bodies.length).toBeLessThanOrEqual(7);
}

test('counts with one request, draws a chart of two, and reads an export in pages of 1,000', async ({
  page,
  service,
}) => {
  await service.seed({ documents: { rows: createDocuments(2500) } });
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  const sent = recordRequestBodies(page, '/datastore/pipeline');

  await page.getByRole('button', { name: 'Count rows' }).click();
  await expect(page.getByText('2,500 rows, ')).toBeVisible();
  expect(sent.splice(0)).toHaveLength(1);

  await page.getByRole('radiogroup', { name: 'View' }).getByText('Chart').click();
  await expect(page.getByText(/^2,500 documents, /)).toBeVisible();
  expect(sent.splice(0)).toHaveLength(2);

  await expectExportedCount(page, 2500);
  expectLargePages(sent);
});

test('an export continues with smaller pages where 1,000 documents are too large', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await service.seed({ documents: { rows: createDocuments(1200) } });
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  const message = 'This page is larger than 8 MB. Request a pageSize of 400 or less.';
  const tooLarge = { kind: 'error', status: 413, code: 'PAGE-TOO-LARGE', message } as const;
  await service.fault(tooLarge, { operation: 'pipeline', times: 2 });
  await expectExportedCount(page, 1200);
  await expect(getTaskTrayItem(page, 'rows.ndjson')).toContainText('Exported 1,200 documents of 5 pages');
});

async function expectExportedCount(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all pages' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: count }, (_, n) => n));
}
