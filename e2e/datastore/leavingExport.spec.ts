import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { LOGS } from '#e2e/kit/datastore.ts';
import { expect, type Service, test } from '#e2e/kit/fixtures.ts';
import { openSignedIn, signIn } from '#e2e/kit/session.ts';
import { datastorePath } from '#paths/datastore.ts';

/** An export that is at work while somebody goes elsewhere. */

const SEEDED = Array.from({ length: 45 }, (_, n) => ({ documentID: `s${String(n).padStart(2, '0')}`, n }));
const line = (page: Page) => page.getByRole('region', { name: 'Export' });

/** An export whose first page is there, and whose second waits until it is released. */
async function beginExport(page: Page, service: Service): Promise<void> {
  // otherwise the browser asks where to
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await service.control('seed', { documents: { seeded: SEEDED } });
  await openSignedIn(page, service, datastorePath({ ...LOGS, collection: 'seeded' }));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await service.control('fault', { operation: 'pipeline', fault: { kind: 'latency', ms: 1 } });
  await service.control('fault', { operation: 'pipeline', fault: { kind: 'never' } });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Export all pages' }).click();
  await expect(line(page)).toContainText('20 documents, 1 page,');
}

test('goes on while other pages are looked at, says so, and is whole under its own name', async ({ page, service }) => {
  const downloaded = page.waitForEvent('download');
  await beginExport(page, service);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('The export of seeded goes on.')).toBeVisible();
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  await service.control('release', {});
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('seeded.ndjson');
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.map((one) => JSON.parse(one))).toEqual(SEEDED);
  await expect(page.getByText(/^Exported 45 documents of 3 pages/)).toBeVisible();
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(line(page)).toContainText('Exported 45 documents of 3 pages');
});

test('is asked about before its tab is closed or loaded anew, and goes on for whoever stays', async ({
  page,
  service,
}) => {
  const downloaded = page.waitForEvent('download');
  await beginExport(page, service);
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await service.control('release', {});
  expect((await downloaded).suggestedFilename()).toBe('seeded.ndjson');
  await expect(line(page)).toContainText('Exported 45 documents');
  // nothing is at work any more, and nobody is asked
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
});

test('that is given up leaves a file that is named as a part', async ({ page, service }) => {
  const downloaded = page.waitForEvent('download');
  await beginExport(page, service);
  await page.getByRole('button', { name: 'Cancel the export' }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('seeded.part.ndjson');
  expect(
    readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n'),
  ).toHaveLength(20);
  await expect(line(page)).toContainText('seeded.part.ndjson keeps them');
});

test('ends with the session, and leaves nothing', async ({ page, service }) => {
  const files: string[] = [];
  page.on('download', (download) => files.push(download.suggestedFilename()));
  await beginExport(page, service);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await signIn(page, service, datastorePath({ ...LOGS, collection: 'seeded' }));
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  await expect(line(page)).toHaveCount(0);
  expect(files).toEqual([]);
});
