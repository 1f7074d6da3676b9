import type { Page } from 'playwright/test';
import {
  buildDocumentsUrl,
  fetchDocuments,
  getButton,
  getValueInput,
  openDatastore,
  showView,
} from '#e2e/helpers/datastorePage.ts';
import { getColumnCells } from '#e2e/helpers/devicePages.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';

// tall enough for a page of documents: rows out of view are not rendered
test.use({ viewport: { width: 1280, height: 1200 } });

const PAGE_SIZE = 20;
const ids = (page: Page) => getColumnCells(page, 'documentID');
const stage = (page: Page, name: string) => page.getByRole('listitem', { name });

test('“Why no results?” finds a value of the wrong type, and fixes it', async ({ page, service }) => {
  const [sample] = await fetchDocuments(page, service, { collection: 'logs' });
  const temperature = Number(sample?.['temperature']);
  const filter = { temperature: String(temperature), level: { $ne: 'nothing' } };
  await openDatastore(page, service, { pipeline: [{ type: 'match', filter }] });
  await page.getByRole('button', { name: 'Why no results?' }).click();
  const tried = page.getByRole('list', { name: 'Queries tried' });
  const culprit = `temperature is "${temperature}" as number, not text`;
  await expect(tried.getByRole('listitem').filter({ hasText: culprit })).toBeVisible();
  await expect(page.getByText(/Checked with \d requests/)).toBeVisible();
  await page.getByRole('button', { name: 'Change to number' }).click();
  const pipeline = [{ type: 'match', filter: { ...filter, temperature } }];
  const expected = await fetchDocuments(page, service, { collection: 'logs', pipeline });
  expect(expected.length).toBeGreaterThan(0);
  await expect(await ids(page)).toHaveText(expected.map(({ documentID }) => documentID));
});

test('a documentID finds its document, or reports that there is none', { tag: '@long' }, async ({ page, service }) => {
  const [, sample] = await fetchDocuments(page, service, { collection: 'logs' });
  await openDatastore(page, service, { documentID: sample?.documentID ?? '' });
  await expect(await ids(page)).toHaveText([sample?.documentID ?? '']);
  await expect(page.getByText('row 1, the end')).toBeVisible();
  await page.goto(buildDocumentsUrl({ collection: 'no / where # 🙂' }));
  await expect(page.getByText('No documents in “no / where # 🙂”')).toBeVisible();
});

test('paging reaches the last page, and never an empty one', async ({ page, service }) => {
  const documents = Array.from({ length: 45 }, (_, n) => ({ documentID: `p${n}` }));
  await service.seed({ documents: { paged: documents } });
  const full = [0, 20, 40].map((from) => documents.slice(from, from + PAGE_SIZE).map(({ documentID }) => documentID));
  await openDatastore(page, service, { collection: 'paged', page: 5001 });
  await expect(await ids(page)).toHaveText(full[2] ?? []);
  await expect(page).toHaveURL(`${service.url}/datastore?collection=paged&page=3`);
  await expect(page.getByText('Page 5,001 does not exist. Showing the last page, 3.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();

  await page.getByRole('button', { name: /^page [\d,]+, go to a page$/ }).click();
  await page.getByRole('textbox', { name: 'Page number' }).fill('1');
  await page.keyboard.press('Enter');
  const next = page.getByRole('button', { name: 'Next page' });
  for (const [position, rows] of ['rows 1–20, more', 'rows 21–40, more', 'rows 41–45, the end'].entries()) {
    await expect(await ids(page)).toHaveText(full[position] ?? []);
    await expect(page.getByText(rows)).toBeVisible();
    await expect(next).toBeEnabled({ enabled: position < 2 });
    if (position < 2) await next.click();
  }
  await page.goBack();
  await expect(await ids(page)).toHaveText(full[1] ?? []);
  await page.getByRole('button', { name: 'Count rows' }).click();
  await expect(page.getByText('45 rows, ')).toBeVisible();
});

test('the drawer shows documents, and makes a value a condition; JSON shows all', async ({ page, service }) => {
  await openDatastore(page, service);
  const documents = await fetchDocuments(page, service, { collection: 'logs' });
  const [first, second] = documents;
  if (!first || !second) throw new Error('The collection holds too few documents.');
  await page.getByRole('gridcell', { name: first.documentID }).click();
  await page.keyboard.press('p');
  await expect(page.getByRole('complementary', { name: `Document ${first.documentID}` })).toBeVisible();
  await page.getByRole('button', { name: 'Next document' }).click();
  const drawer = page.getByRole('complementary', { name: `Document ${second.documentID}` });
  await drawer.getByRole('radio', { name: 'JSON' }).check({ force: true });
  const json = drawer.getByRole('region', { name: 'document 2' });
  expect(JSON.parse((await json.textContent()) ?? '')).toEqual(second);
  await drawer.getByRole('radio', { name: 'Fields' }).check({ force: true });
  await drawer.getByRole('button', { name: 'Only this deviceID' }).click();
  await expect(getValueInput(page)).toHaveValue(String(second['deviceID']));

  await page.keyboard.press('Escape');
  await showView(page, 'JSON');
  const all = page.getByRole('region', { name: 'documents', exact: true });
  expect(JSON.parse((await all.textContent()) ?? '')).toEqual(documents);
});

test('shows an error at the right stage when the previous one is switched off', async ({ page, service }) => {
  await openDatastore(page, service, { pipeline: [{ type: 'match', filter: {} }, { type: 'frobnicate' }] });
  const card = stage(page, '2 JSON');
  await expect(card.getByRole('textbox', { name: 'Stage 2 as JSON' })).toHaveValue(/"frobnicate"/);
  await expect(card.getByRole('alert')).toContainText('pipeline[1]');
  await page.getByRole('button', { name: 'Switch stage 1 off' }).click();
  await getButton(page, 'Run').click();
  await expect(card.getByRole('alert')).toContainText('pipeline[0]');
  await expect(stage(page, '1 Match').getByRole('alert')).toHaveCount(0);
});
