import {
  exportAllPages,
  openDatastore,
  parseNdjson,
  readDownload,
  showView,
  waitForHistogram,
} from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';

test('a count takes one request, a chart two more, and an export reads pages of 1,000', async ({ page, service }) => {
  const rows = Array.from({ length: 2500 }, (_, n) => ({
    documentID: `row ${n}`,
    time: 1_767_225_600_000 + n * 60_000,
    n,
  }));
  await service.seed({ documents: { rows } });
  await openDatastore(page, service, { collection: 'rows' });
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await waitForHistogram(page);
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await page.getByRole('button', { name: 'Count rows' }).click();
  await expect(page.getByText('2,500 rows, ')).toBeVisible();
  expect(sent.splice(0)).toHaveLength(1);

  await showView(page, 'Chart');
  await expect(page.getByText(/^2,500 documents, /)).toBeVisible();
  // the range of times, and the groups
  expect(sent.splice(0)).toHaveLength(2);

  const download = page.waitForEvent('download');
  await exportAllPages(page);
  expect(parseNdjson(await readDownload(download))).toEqual(rows);
  expect(new Set(sent.map((body) => JSON.parse(body).pageSize))).toEqual(new Set([1000]));
  // three pages have documents, and further ones are requested ahead, before the empty page is known
  expect(sent.length).toBeGreaterThanOrEqual(4);
  expect(sent.length).toBeLessThanOrEqual(7);
});

test('a chart of few documents takes them from the displayed page', async ({ page, service }) => {
  const rows = Array.from({ length: 5 }, (_, n) => ({ documentID: `row ${n}`, time: 1_767_225_600_000 + n, n }));
  await service.seed({ documents: { rows } });
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await openDatastore(page, service, { collection: 'rows', view: 'chart' });
  await expect(page.getByText(/^5 documents · /)).toBeVisible();
  // the displayed page and the next one
  expect(sent).toHaveLength(2);
});
