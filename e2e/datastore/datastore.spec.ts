import type { Page } from 'playwright/test';
import {
  fetchDocuments,
  getButton,
  getDocumentGrid,
  getFieldInput,
  getValueInput,
  openDatastore,
} from '#e2e/helpers/datastorePage.ts';
import { getColumnCells } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';

// tall enough for a page of documents: rows out of view are not rendered
test.use({ viewport: { width: 1280, height: 1200 } });

const stage = (page: Page, name: string) => page.getByRole('listitem', { name });
const pick = (page: Page, what: string, place: string) => page.getByRole('combobox', { name: `${what}, ${place}` });
const SORTED = { timeout: 30_000 };
const FIRST = 'stage 1 condition 1';

async function expectRows(page: Page, service: Service, pipeline: object[] = []) {
  const expected = await fetchDocuments(page, service, { collection: 'logs', pipeline });
  await expect(await getColumnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
  return expected;
}

test('the empty page offers collections, and one click opens one', { tag: '@firefox' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await getButton(page, 'logs').click();
  await expectRows(page, service);
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Start from an example' })).toBeVisible();
});

test('opens and runs an example', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await page.getByRole('button', { name: 'Start from an example' }).click();
  await expect(stage(page, '1 Match')).toBeVisible();
  await getButton(page, 'Run').click();
  await expect(page.getByRole('columnheader')).toHaveText(['documentID', 'time', 'temperature'], SORTED);
});

test('builds match, sort and project stages by hand', { tag: '@firefox' }, async ({ page, service }) => {
  const [sample] = await fetchDocuments(page, service, { collection: 'logs' });
  const deviceID = String(sample?.['deviceID']);
  await openDatastore(page, service);
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  await expect(getFieldInput(page)).toBeFocused();
  await page.keyboard.type('deviceID');
  await getValueInput(page).fill(deviceID);
  await page.getByRole('button', { name: 'Condition: add to stage 1' }).click();
  await expect(getFieldInput(page, 2)).toBeFocused();
  await page.keyboard.type('temperature');
  await page.keyboard.press('Tab');
  await pick(page, 'Operator', 'stage 1 condition 2').selectOption('≥');
  await pick(page, 'Type', 'stage 1 condition 2').selectOption('number');
  await getValueInput(page, 2).fill('20');
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
  const expected = await expectRows(page, service, [
    { type: 'match', filter: { deviceID, temperature: { $gte: 20 } } },
    { type: 'sort', specs: { time: -1 } },
    { type: 'project', specs: { temperature: 1 } },
  ]);
  expect(expected.length).toBeGreaterThan(1);
});

test('an invalid query is not sent, and a number matches no texts', { tag: '@firefox' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  await getButton(page, 'Run').click();
  await expect(stage(page, '1 Match').getByRole('alert')).toHaveText('Condition 1: enter a field.');
  await expect(getFieldInput(page)).toBeFocused();
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);

  await getFieldInput(page).fill('temperature');
  await getValueInput(page).fill('25');
  for (const [type, temperature] of [
    ['text', '25'],
    ['number', 25],
  ] as const) {
    await pick(page, 'Type', FIRST).selectOption(type);
    await getButton(page, 'Run').click();
    const pipeline = [{ type: 'match', filter: { temperature } }];
    const expected = await expectRows(page, service, pipeline);
    expect(expected.every((document) => document['temperature'] === temperature)).toBe(true);
  }
});

test('warns about a value of a type not seen in the field', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await expect(await getColumnCells(page, 'temperature')).toHaveCount(20);
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  // a value that was already typed keeps its type when the field is named
  await getValueInput(page).fill('25');
  await getFieldInput(page).fill('temperature');
  await expect(page.getByText(/number in \d+ of \d+ loaded documents, text here/)).toBeVisible();
  await page.getByRole('button', { name: 'Change to number' }).click();
  await expect(pick(page, 'Type', FIRST)).toHaveValue('number');
  await expect(page.getByText(/documents, text here/)).toBeHidden();
});

test('lists the dropped parts of a damaged link and shows the rest', async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore?collection=logs&page=x#pipeline=[{');
  await expect(page.getByText('Some parts of this link are invalid and were ignored: pipeline, page')).toBeVisible();
  await expect(getDocumentGrid(page)).toBeVisible();
});
