import {
  getButton,
  getCollectionInput,
  getDocumentGrid,
  getJsonEditor,
  getStageHeadings,
  openDatastore,
  pasteText,
  readClipboard,
  showEditor,
} from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse, recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });

const answer = (documents: string) =>
  `{"code":"DATASTORE-DOCUMENTS-FETCHED","message":"","nDocuments":1,"documents":[${documents}]}`;

test('takes a pasted pipeline of 5 MB, and rejects it before sending', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await expect(getDocumentGrid(page)).toBeVisible();
  const values = Array.from({ length: 420_000 }, (_, n) => `"v${n}"`).join(', ');
  await pasteText(getCollectionInput(page), `[{"type":"match","filter":{"level":{"$in":[${values}]}}}]`);
  await expect(getStageHeadings(page)).toHaveText([/1 JSON/]);
  await expect(page.getByText('too many to edit here')).toBeVisible();
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await getButton(page, 'Run').click();
  await expect(page.getByText(/ MB of stages is too large to send/)).toBeVisible();
  expect(sent).toEqual([]);
  await showEditor(page, 'JSON');
  await expect(getJsonEditor(page)).toContainText('"v0"');
  await showEditor(page, 'Builder');
  await getButton(page, 'Undo').click();
  await expect(getStageHeadings(page)).toHaveCount(0);
  await expect(getButton(page, 'Run')).toBeEnabled();
});

test('200 stages show the error of the service about their number', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  const stages = Array.from({ length: 200 }, (_, n) => ({ type: 'match', filter: { [`f${n}`]: n } }));
  await pasteText(getCollectionInput(page), JSON.stringify(stages));
  await expect(getStageHeadings(page)).toHaveCount(200);
  await page.getByRole('button', { name: 'Drag stage 200' }).press('Alt+ArrowUp');
  await expect(getStageHeadings(page).filter({ hasText: 'f199 is 199' })).toHaveText(/^199/);
  await getButton(page, 'Run').click();
  await expect(page.getByRole('alert').filter({ hasText: '32' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Find the failing stage' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More query actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click();
  await expect(page.getByText(/too long for a link, so it was copied as JSON/)).toBeVisible();
  expect(JSON.parse(await readClipboard(page)).pipeline).toHaveLength(200);
});

test('shows JSON nested 1,000 levels deep, or an error in the editor', { tag: '@long' }, async ({ page, service }) => {
  const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`;
  await mockServiceResponse(service, 'pipeline', answer(`{"documentID":"a","deep":${deep}}`));
  await openDatastore(page, service);
  await expect(page.getByRole('gridcell').filter({ hasText: '{"a":{"a":' })).toBeVisible();
  await showEditor(page, 'JSON');
  await getJsonEditor(page).fill(`[{"type":"match","filter":${deep}}]`);
  await expect(page.getByText('nested deeper than 500 levels')).toBeVisible();
});

test('loads, links and remembers a collection with any name', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  for (const collection of ['a/b', '#hash?x=1&y', '  two  words', '🙂 emoji', '../..', '%2e%zz']) {
    const name = collection.trim();
    await service.seed({ documents: { [name]: [{ documentID: 'one', n: 1 }] } });
    await getCollectionInput(page).fill(collection);
    const sent = page.waitForRequest((request) => request.url().includes('/datastore/pipeline'));
    await getCollectionInput(page).press('Enter');
    expect(JSON.parse((await sent).postData() ?? '').collection).toBe(name);
    await expect(page.getByRole('gridcell', { name: 'one' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('gridcell', { name: 'one' })).toBeVisible();
    await page.getByRole('link', { name: 'Datastore' }).click();
    await getButton(page, name).click();
    await expect(page.getByRole('gridcell', { name: 'one' })).toBeVisible();
  }
});
