import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse, recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
const grid = (page: Page) => page.getByRole('grid', { name: 'Documents' });
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });
const headings = (page: Page) => page.getByRole('list', { name: 'Stages' }).getByRole('heading');

async function paste(page: Page, text: string) {
  await page.getByRole('combobox', { name: 'Collection' }).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

const answer = (documents: string) =>
  `{"code":"DATASTORE-DOCUMENTS-FETCHED","message":"","nDocuments":1,"documents":[${documents}]}`;

test('imports a pasted pipeline of 5 MB, and rejects it before sending', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(grid(page)).toBeVisible();
  const values = Array.from({ length: 420_000 }, (_, n) => `"v${n}"`).join(', ');
  await paste(page, `[{"type":"match","filter":{"level":{"$in":[${values}]}}}]`);
  await expect(headings(page)).toHaveText([/1 JSON/]);
  await expect(page.getByText('too many to edit here')).toBeVisible();
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await run(page).click();
  await expect(page.getByText(/ MB of stages is too large to send/)).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  await expect(page.getByRole('textbox', { name: 'Pipeline as JSON' })).toContainText('"v0"');
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('Builder').click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(headings(page)).toHaveCount(0);
  await expect(run(page)).toBeEnabled();
});

test('shows 200 stages collapsed, with the error of the service about their number', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await paste(
    page,
    JSON.stringify(Array.from({ length: 200 }, (_, n) => ({ type: 'match', filter: { [`f${n}`]: n } }))),
  );
  await expect(headings(page)).toHaveCount(200);
  await page.getByRole('button', { name: 'Drag stage 200' }).press('Alt+ArrowUp');
  await expect(headings(page).filter({ hasText: 'f199 is 199' })).toHaveText(/^199/);
  await run(page).click();
  await expect(page.getByRole('alert').filter({ hasText: '32' })).toBeVisible();
  await page.getByRole('button', { name: 'More query actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click();
  await expect(page.getByText(/too long for a link, so it was copied as JSON/)).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied).pipeline).toHaveLength(200);
});

test('fields named __proto__ and constructor behave like other fields', { tag: '@long' }, async ({ page, service }) => {
  await mockServiceResponse(service, 'pipeline', answer('{"documentID":"a","__proto__":1,"constructor":{"name":"x"}}'));
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(page.getByRole('columnheader')).toHaveText(['documentID', '__proto__', 'constructor.name']);
  await page.getByRole('button', { name: 'Add a condition on __proto__' }).click();
  await page.getByRole('textbox', { name: 'Value, stage 1 condition 1' }).fill('1');
  const sent = page.waitForRequest((request) => request.postData()?.includes('"filter"') ?? false);
  await run(page).click();
  expect((await sent).postData()).toContain('"filter":{"__proto__":1}');
});

test('shows JSON nested 1,000 levels deep as a value, and reports an error in the editor', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`;
  await mockServiceResponse(service, 'pipeline', answer(`{"documentID":"a","deep":${deep}}`));
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await page.getByRole('gridcell', { name: 'a', exact: true }).click();
  await page.keyboard.press('p');
  const drawer = page.getByRole('complementary', { name: 'Document a', exact: true });
  await expect(drawer).toContainText('{"a":{"a":');
  await page.keyboard.press('Escape');
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  await page.getByRole('textbox', { name: 'Pipeline as JSON' }).fill(`[{"type":"match","filter":${deep}}]`);
  await expect(page.getByText('nested deeper than 500 levels')).toBeVisible();
});

test('opens a 2 MB document in the drawer, and exports it whole', { tag: '@long' }, async ({ page, service }) => {
  const text = 'x'.repeat(2_000_000);
  await mockServiceResponse(service, 'pipeline', answer(`{"documentID":"big","text":"${text}"}`));
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await page.getByRole('gridcell', { name: 'big' }).click();
  await page.keyboard.press('p');
  const drawer = page.getByRole('complementary', { name: 'Document big' });
  await expect(drawer).toBeVisible();
  expect((await drawer.innerText()).length).toBeLessThan(20_000);
  await drawer.getByRole('radio', { name: 'JSON' }).check({ force: true });
  await expect(drawer).toContainText('"documentID"');
  expect((await drawer.innerText()).length).toBeLessThan(200_000);
  await drawer.getByRole('button', { name: 'Copy the document' }).click();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.clipboard.readText()).length))
    .toBeGreaterThan(2_000_000);
});

test('shows right-to-left text, control characters and lone surrogates as what they are', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await mockServiceResponse(
    service,
    'pipeline',
    answer('{"documentID":"a\\u202eb","na\\u0000me":"\\u0007bell \\ud800 \\u200b","شرح":"نص"," h1":1,"h1":2}'),
  );
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(page.getByRole('columnheader').filter({ hasText: 'شرح' })).toBeVisible();
  await expect(grid(page)).toContainText('U+202E');
  await expect(grid(page)).toContainText('U+0007');
  await expect(grid(page)).toContainText('U+200B');
  // a leading space is made visible, so that the names differ
  await expect(page.getByRole('columnheader').filter({ hasText: 'h1' })).toHaveText(['U+0020h1', 'h1']);
  await expect(page.getByRole('button', { name: 'Add a condition on [U+0020]h1', exact: true })).toBeVisible();
  // named once, in directional isolates
  await expect(page.getByRole('button', { name: 'Add a condition on \u2068شرح\u2069', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Columns/ }).click();
  await expect(page.getByRole('button', { name: 'Pin [U+0020]h1', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Chart').click();
  await expect(page.getByRole('slider', { name: /^Chart/ })).toHaveAccessibleName(/\[U\+0020\]h1/);
  await expect(page.getByText('[U+0020]h1', { exact: true })).toBeVisible();
});

test('loads, links and remembers a collection with any name', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  for (const collection of ['a/b', '#hash?x=1&y', '  two  words', '🙂 emoji', '../..', '%2e%zz']) {
    const name = collection.trim();
    await service.seed({ documents: { [name]: [{ documentID: 'one', n: 1 }] } });
    await page.getByRole('combobox', { name: 'Collection' }).fill(collection);
    const sent = page.waitForRequest((request) => request.url().includes('/datastore/pipeline'));
    await run(page).click();
    expect(JSON.parse((await sent).postData() ?? '').collection).toBe(name);
    await expect(page.getByRole('gridcell', { name: 'one' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('gridcell', { name: 'one' })).toBeVisible();
    await page.getByRole('link', { name: 'Datastore' }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('gridcell', { name: 'one' })).toBeVisible();
  }
});
