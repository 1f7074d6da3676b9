import type { Page } from 'playwright/test';
import { fetchDocuments, LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { getColumnCells } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

const PAGE_SIZE = 20;

// tall enough for a page of documents: rows out of view are not rendered
test.use({ viewport: { width: 1280, height: 1200 } });

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });
const stage = (page: Page, name: string | RegExp) => page.getByRole('listitem', { name });
const value = (page: Page, place: string) => page.getByRole('textbox', { name: `Value, ${place}` });
const FIRST = 'stage 1 condition 1';

test('“Why no results?” finds a value of the wrong type, and fixes it with the second click', async ({
  page,
  service,
}) => {
  const [sample] = await fetchDocuments(page, service, { collection: 'logs' });
  const temperature = Number(sample?.['temperature']);
  const filter = { temperature: String(temperature), level: { $ne: 'nothing' } };
  const pipeline = [{ type: 'match', filter }];
  expect(await fetchDocuments(page, service, { collection: 'logs', pipeline })).toEqual([]);
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline }));
  await page.getByRole('button', { name: 'Why no results?' }).click();
  const tried = page.getByRole('list', { name: 'Queries tried' });
  const culprit = `temperature is "${temperature}" as number, not text`;
  await expect(tried.getByRole('listitem').filter({ hasText: culprit })).toBeVisible();
  await expect(page.getByText(/Checked with \d requests/)).toBeVisible();
  await page.getByRole('button', { name: 'Change to number' }).click();
  const mended = [{ type: 'match', filter: { ...filter, temperature } }];
  const expected = await fetchDocuments(page, service, { collection: 'logs', pipeline: mended });
  expect(expected.length).toBeGreaterThan(0);
  await expect(await getColumnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
});

test('“Why no results?” finds the failing condition and removes it', { tag: '@long' }, async ({ page, service }) => {
  const pipeline = [{ type: 'match', filter: { level: 'no such level', temperature: { $gt: 0 } } }];
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline }));
  await page.getByRole('button', { name: 'Why no results?' }).click();
  await page.getByRole('button', { name: 'Remove condition', exact: true }).click();
  await expect(await getColumnCells(page, 'documentID')).toHaveCount(PAGE_SIZE);
  await expect(page.getByRole('group', { name: /^Condition/ })).toHaveCount(1);
});

test('a documentID finds its document', { tag: '@long' }, async ({ page, service }) => {
  const [, sample] = await fetchDocuments(page, service, { collection: 'logs' });
  if (!sample) throw new Error('The collection holds too few documents.');
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, documentID: sample.documentID }));
  await expect(await getColumnCells(page, 'documentID')).toHaveText([sample.documentID]);
  await expect(page.getByText('row 1, the end')).toBeVisible();
});

test('paging reaches the last page, and never an empty one', async ({ page, service }) => {
  const rows = 45;
  const documents = Array.from({ length: rows }, (_, n) => ({ documentID: `p${n}` }));
  await service.seed({ documents: { paged: documents } });
  const full = [0, 20, 40].map((from) => documents.slice(from, from + PAGE_SIZE).map(({ documentID }) => documentID));
  const query = { ...LOGS_URL_STATE, collection: 'paged' };

  await openSignedIn(page, service, buildDatastoreUrl(query));
  const next = page.getByRole('button', { name: 'Next page' });
  for (const [position, ids] of full.entries()) {
    await expect(await getColumnCells(page, 'documentID')).toHaveText(ids);
    const first = position * PAGE_SIZE + 1;
    await expect(page.getByText(`rows ${first}–${first + ids.length - 1}`)).toBeVisible();
    const last = position === full.length - 1;
    await expect(next).toBeEnabled({ enabled: !last });
    if (!last) await next.click();
  }
  await expect(page.getByText(/, the end$/)).toBeVisible();
  await page.goBack();
  await expect(await getColumnCells(page, 'documentID')).toHaveText(full.at(-2) ?? []);

  await page.getByRole('button', { name: 'Count rows' }).click();
  await expect(page.getByText(`${rows} rows, `)).toBeVisible();

  await page.goto(buildDatastoreUrl({ ...query, page: 5001 }));
  await expect(await getColumnCells(page, 'documentID')).toHaveText(full.at(-1) ?? []);
  await page.getByRole('button', { name: /^page [\d,]+, go to a page$/ }).click();
  await page.getByRole('textbox', { name: 'Page number' }).fill('2');
  await page.keyboard.press('Enter');
  await expect(await getColumnCells(page, 'documentID')).toHaveText(full[1] ?? []);
});

test('shows results also as JSON, exactly as received', async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, view: 'json' }));
  const json = page.getByRole('region', { name: 'documents', exact: true });
  await expect(json).toBeVisible();
  expect(JSON.parse((await json.textContent()) ?? '')).toEqual(
    await fetchDocuments(page, service, { collection: 'logs' }),
  );
});

test('opens a document in the drawer, moves to the next, and adds a value as a condition', async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  const [first, second] = await fetchDocuments(page, service, { collection: 'logs' });
  if (!first || !second) throw new Error('The collection holds too few documents.');
  await page.getByRole('gridcell', { name: first.documentID }).click();
  await page.keyboard.press('p');
  await expect(page.getByRole('complementary', { name: `Document ${first.documentID}` })).toBeVisible();
  await page.getByRole('button', { name: 'Next document' }).click();
  const drawer = page.getByRole('complementary', { name: `Document ${second.documentID}` });
  await drawer.getByRole('radio', { name: 'JSON' }).check({ force: true });
  const json = drawer.getByRole('region', { name: 'document 2' });
  await expect(json).toBeVisible();
  expect(JSON.parse((await json.textContent()) ?? '')).toEqual(second);
  await drawer.getByRole('radio', { name: 'Fields' }).check({ force: true });
  await drawer.getByRole('button', { name: 'Only this deviceID' }).click();
  await expect(value(page, FIRST)).toHaveValue(String(second['deviceID']));
});

test('an unknown stage is kept as JSON, and shows the error of the service', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(
    page,
    service,
    buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline: [{ type: 'frobnicate', amount: 3 }] }),
  );
  const card = stage(page, '1 JSON');
  await expect(card.getByRole('textbox', { name: 'Stage 1 as JSON' })).toHaveValue(/"frobnicate"/);
  await expect(card.getByRole('alert')).toContainText('"frobnicate" is not a stage this service runs');
});

test('shows the error of the service at the right stage when the previous one is switched off', async ({
  page,
  service,
}) => {
  const pipeline = [{ type: 'match', filter: {} }, { type: 'frobnicate' }];
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline }));
  await expect(stage(page, '2 JSON').getByRole('alert')).toContainText('pipeline[1]');
  await page.getByRole('button', { name: 'Switch stage 1 off' }).click();
  await run(page).click();
  await expect(stage(page, '2 JSON').getByRole('alert')).toContainText('pipeline[0]');
  await expect(stage(page, '1 Match').getByRole('alert')).toHaveCount(0);
});

test('reports a collection that does not exist', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'no / where # 🙂' }));
  await expect(page.getByText('No documents in “no / where # 🙂”')).toBeVisible();
});
