import type { Page } from 'playwright/test';
import { fetchDocuments, LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { getColumnCells } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

// tall enough for a page of documents: rows out of view are not rendered
test.use({ viewport: { width: 1280, height: 1200 } });

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });
const stage = (page: Page, name: string | RegExp) => page.getByRole('listitem', { name });
const field = (page: Page, place: string) => page.getByRole('combobox', { name: `Field, ${place}` });
const value = (page: Page, place: string) => page.getByRole('textbox', { name: `Value, ${place}` });
const pick = (page: Page, what: string, place: string) => page.getByRole('combobox', { name: `${what}, ${place}` });
const SORTED = { timeout: 30_000 };
const FIRST = 'stage 1 condition 1';

function pipelines(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/datastore/pipeline')) return;
    const text = /"pipeline":(.*),"nPage"/.exec(request.postData() ?? '')?.[1];
    if (text !== undefined) sent.push(text);
  });
  return sent;
}

test('the empty page offers the collections of the host, and one click shows the first page of one', {
  tag: '@firefox',
}, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await page.getByRole('button', { name: 'logs', exact: true }).click();
  const expected = await fetchDocuments(page, service, { collection: 'logs' });
  await expect(await getColumnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Start from an example' })).toBeVisible();
});

test('opens and runs an example', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await page.getByRole('button', { name: 'Start from an example' }).click();
  await expect(stage(page, '1 Match')).toBeVisible();
  await run(page).click();
  await expect(page.getByRole('columnheader')).toHaveText(['documentID', 'time', 'temperature'], SORTED);
});

test('selecting a collection shows its documents in a table', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await page.getByRole('combobox', { name: 'Collection' }).fill('logs');
  await run(page).click();
  const expected = await fetchDocuments(page, service, { collection: 'logs' });
  await expect(await getColumnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);
});

test('builds match, sort and project stages by hand to narrow the documents', { tag: '@firefox' }, async ({
  page,
  service,
}) => {
  const [sample] = await fetchDocuments(page, service, { collection: 'logs' });
  const deviceID = String(sample?.['deviceID']);
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  await expect(field(page, FIRST)).toBeFocused();
  await page.keyboard.type('deviceID');
  await value(page, FIRST).fill(deviceID);
  await page.getByRole('button', { name: 'Condition: add to stage 1' }).click();
  await expect(field(page, 'stage 1 condition 2')).toBeFocused();
  await page.keyboard.type('temperature');
  await page.keyboard.press('Tab');
  await pick(page, 'Operator', 'stage 1 condition 2').selectOption('≥');
  await pick(page, 'Type', 'stage 1 condition 2').selectOption('number');
  await value(page, 'stage 1 condition 2').fill('20');
  await page.getByRole('button', { name: 'Sort: add stage' }).click();
  await expect(pick(page, 'Sort by', 'stage 2 field 1')).toBeFocused();
  await page.keyboard.type('time');
  await page.keyboard.press('Tab');
  await pick(page, 'Direction', 'stage 2 field 1').selectOption('newest first');
  await page.getByRole('button', { name: 'Project: add stage' }).click();
  const keep = page.getByRole('combobox', { name: 'Fields to keep, stage 3' });
  await keep.fill('temperature');
  await keep.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('columnheader')).toHaveText(['documentID', 'temperature'], SORTED);
  const pipeline = [
    { type: 'match', filter: { deviceID, temperature: { $gte: 20 } } },
    { type: 'sort', specs: { time: -1 } },
    { type: 'project', specs: { temperature: 1 } },
  ];
  const expected = await fetchDocuments(page, service, { collection: 'logs', pipeline });
  expect(expected.length).toBeGreaterThan(1);
  await expect(await getColumnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
});

test('a typed number matches numbers and not texts', async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  await field(page, FIRST).fill('temperature');
  await value(page, FIRST).fill('25');
  for (const [type, typed] of [
    ['text', '25'],
    ['number', 25],
  ] as const) {
    await pick(page, 'Type', FIRST).selectOption(type);
    const sent = pipelines(page);
    await run(page).click();
    const pipeline = [{ type: 'match', filter: { temperature: typed } }];
    const expected = await fetchDocuments(page, service, { collection: 'logs', pipeline });
    expect(expected.every(({ temperature }) => temperature === typed)).toBe(true);
    await expect(await getColumnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
    expect(new Set(sent)).toEqual(new Set([JSON.stringify(pipeline)]));
  }
});

test('warns about a value of a type not seen in the field, and fixes it with one click', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(await getColumnCells(page, 'temperature')).toHaveCount(20);
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  // a value that was already typed keeps its type when the field is named
  await value(page, FIRST).fill('25');
  await field(page, FIRST).fill('temperature');
  await expect(page.getByText(/number in \d+ of \d+ loaded documents, text here/)).toBeVisible();
  await page.getByRole('button', { name: 'Change to number' }).click();
  await expect(pick(page, 'Type', FIRST)).toHaveValue('number');
  await expect(page.getByText(/documents, text here/)).toBeHidden();
});

test('shows an invalid query at its field, and sends nothing', { tag: '@firefox' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  await run(page).click();
  await expect(stage(page, '1 Match').getByRole('alert')).toHaveText('Condition 1: enter a field.');
  await expect(field(page, FIRST)).toBeFocused();
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);
});

test('lists the dropped parts of a damaged link and shows the rest', async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore?collection=logs&page=x#pipeline=[{');
  await expect(page.getByText('Some parts of this link are invalid and were ignored: pipeline, page')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
});
