import type { Page } from 'playwright/test';
import { findAxeViolations } from '#e2e/accessibility/axe.ts';
import {
  exportAllPages,
  getButton,
  openDatastore,
  parseNdjson,
  readDownload,
  stopDocumentsAfter,
} from '#e2e/helpers/datastorePage.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { chooseFromMenu, getAlert, getTaskTrayItem, setHostExtensions, signInAgain } from '#e2e/helpers/page.ts';

// a service without groups and page sizes: results are counted and read page by page
test.beforeEach(({ page, service }) => setHostExtensions(page, service, ['operators', 'sort']));

const documents = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ documentID: `s${String(n).padStart(6, '0')}`, n }));
const SEEDED = documents(45);
const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

async function open(page: Page, service: Service, seeded: readonly object[] = SEEDED): Promise<void> {
  await service.seed({ documents: { seeded } });
  await openDatastore(page, service, { collection: 'seeded' });
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
}

async function beginExport(page: Page, service: Service, seeded: readonly object[] = SEEDED): Promise<void> {
  await open(page, service, seeded);
  await stopDocumentsAfter(service, 1);
  await exportAllPages(page);
  await expect(getTaskTrayItem(page, 'seeded.ndjson')).toContainText('20 documents,');
}

async function rejectCredentials(page: Page, service: Service): Promise<void> {
  await service.fault('unauthorized', { operation: 'pipeline', times: 1 });
  await service.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await service.calm();
}

test('an export survives three pages, a pause and a lost connection, and is complete', async ({ page, service }) => {
  await page.clock.install();
  const seeded = documents(200);
  const downloaded = page.waitForEvent('download', { timeout: 0 });
  await beginExport(page, service, seeded);
  const line = getTaskTrayItem(page, 'seeded.ndjson');

  await goTo(page, 'Overview');
  await expect(line).toContainText('20 documents,');
  await goTo(page, 'Devices');
  await line.getByRole('button', { name: 'Pause seeded.ndjson' }).click();
  await service.release();
  // a pending response still arrives
  await expect(line).toContainText('Paused, 60 documents,');

  await service.fault({ kind: 'reset' }, { operation: 'pipeline' });
  await chooseFromMenu(page, /, connection$/, 'About');
  await line.getByRole('button', { name: 'Resume seeded.ndjson' }).click();
  // retries, then waits for the connection
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(line).toContainText(/Paused: .+; resumes automatically\. 60 documents/, { timeout: 200 });
  }).toPass();
  await page.clock.runFor(20_000);
  await expect(line).toContainText('resumes automatically. 60 documents');
  await service.calm();
  await page.clock.runFor(5_000);

  expect((await downloaded).suggestedFilename()).toBe('seeded.ndjson');
  expect(parseNdjson(await readDownload(downloaded))).toEqual(seeded);
  await goTo(page, 'Datastore');
  await expect(line).toContainText('Exported 200 documents of 10 pages');
  await line.getByRole('button', { name: 'Dismiss seeded.ndjson' }).click();
  await expect(line).toHaveCount(0);
});

test('a reload asks first, and the export continues if the user stays', { tag: '@long' }, async ({ page, service }) => {
  const downloaded = page.waitForEvent('download');
  await beginExport(page, service);
  await goTo(page, 'Overview');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await service.release();
  expect((await downloaded).suggestedFilename()).toBe('seeded.ndjson');
  await expect(getTaskTrayItem(page, 'seeded.ndjson')).toContainText('Exported 45 documents');
  // no task is running, so no confirmation is shown
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
});

test('signing out asks first, stops running tasks, and leaves nothing behind', async ({ page, service }) => {
  const files: string[] = [];
  page.on('download', (download) => files.push(download.suggestedFilename()));
  await beginExport(page, service);
  const signOut = getButton(page, 'Sign out');
  const asking = page.getByRole('dialog', { name: 'Running tasks will stop' });
  await signOut.click();
  await expect(asking).toContainText('seeded.ndjson: 20 documents,');
  await asking.getByRole('button', { name: 'Stay' }).click();
  await expect(getTaskTrayItem(page, 'seeded.ndjson')).toBeVisible();
  await signOut.click();
  await asking.getByRole('button', { name: 'Stop tasks and leave' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await signInAgain(page, service);
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toBeVisible();
  await expect(getTaskTrayItem(page, 'seeded')).toHaveCount(0);
  expect(files).toEqual([]);
});

test('signing in again after a 401 lets the export resume', { tag: '@long' }, async ({ page, service }) => {
  const downloaded = page.waitForEvent('download');
  await beginExport(page, service);
  await rejectCredentials(page, service);
  await signInAgain(page, service);
  const line = getTaskTrayItem(page, 'seeded.ndjson');
  await expect(line).toContainText('Paused: sign in again, then resume. 45 documents');
  await line.getByRole('button', { name: 'Resume seeded.ndjson' }).click();
  expect(parseNdjson(await readDownload(downloaded))).toEqual(SEEDED);
});

test('an export does not continue with the data of another project', { tag: '@long' }, async ({ page, service }) => {
  const downloaded = page.waitForEvent('download');
  await beginExport(page, service);
  await rejectCredentials(page, service);
  const other = { project: 'other', apiKey: 'key-of-another-project', token: 'token-of-another-project' };
  await service.project(other);
  await service.seed({ project: other.project, documents: { seeded: [{ documentID: 's000050' }] } });
  await signInAgain(page, other);
  await getButton(page, 'Resume seeded.ndjson').click();
  const report = getTaskTrayItem(page, 'seeded.part.ndjson');
  await expect(report).toContainText('You signed in again with a key that may open another project.');
  expect(parseNdjson(await readDownload(downloaded))).toEqual(SEEDED);
});

test('counting continues on other pages', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  await stopDocumentsAfter(service, 0);
  await page.getByRole('button', { name: 'Count rows' }).click();
  const line = getTaskTrayItem(page, 'Count of seeded');
  await expect(line).toBeVisible();
  await goTo(page, 'Overview');
  await expect(line.getByRole('progressbar')).toBeVisible();
  await goTo(page, 'Datastore');
  await expect(page.getByRole('button', { name: 'Cancel counting' })).toBeVisible();
  await goTo(page, 'Devices');
  await service.release();
  await expect(line).toContainText(/45 rows, \d+ requests/);
  await goTo(page, 'Datastore');
  await expect(page.getByText('45 rows, ')).toBeVisible();
  // the result was already read there
  await expect(line).toHaveCount(0);
});

test('loading rows continues on other pages', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service, documents(200));
  await stopDocumentsAfter(service, 1);
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  const line = getTaskTrayItem(page, 'Rows of seeded');
  await expect(line).toBeVisible();
  await goTo(page, 'Overview');
  await line.getByRole('button', { name: 'Pause Rows of seeded' }).click();
  await service.release();
  await expect(line).toContainText('Paused');
  await line.getByRole('button', { name: 'Resume Rows of seeded' }).click();
  await expect(line).toContainText('Loaded 200 rows.');
  await goTo(page, 'Datastore');
  await expect(page.getByText('rows 1–200, the end')).toBeVisible();
});

test('the collapsed sidebar and the phone layout have their own tray', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, service);
  await stopDocumentsAfter(service, 1);
  await exportAllPages(page);
  await page.getByRole('button', { name: /^1 background task: seeded\.ndjson: 20 documents/ }).click();
  const panel = page.getByRole('dialog', { name: 'Background tasks' });
  await panel.getByRole('button', { name: 'Pause seeded.ndjson' }).click();
  await expect(panel.getByText(/^Paused, 20 documents/)).toBeVisible();
  // without the tooltip of the pressed button
  await page.mouse.move(700, 300);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Resume seeded.ndjson' }).click();
  await expect(getTaskTrayItem(page, 'seeded.ndjson')).toContainText(/^seeded\.ndjson20 documents/);
  await page.getByRole('button', { name: 'Cancel seeded.ndjson' }).click();
  await expect(getTaskTrayItem(page, 'seeded.part.ndjson')).toContainText('Stopped after');
  await expect(getAlert(page)).toHaveCount(0);
});
