import type { Page } from 'playwright/test';
import { datastorePath } from '#paths/datastore.ts';
import { expect, type Service, test } from './fixtures.ts';
import { columnCells, signIn } from './helpers.ts';

const LOGS = { collection: 'logs', documentID: '', pipeline: [], page: 1, view: 'table' } as const;
const PAGE_SIZE = 20;

// tall enough for a page of documents: rows out of view are not in the page
test.use({ viewport: { width: 1280, height: 1200 } });

type Document = { documentID: string } & Record<string, unknown>;

/** Documents straight from the service, to compare the page with. */
async function fetchDocuments(page: Page, service: Service, body: object): Promise<Document[]> {
  const response = await page.request.post(`${service.url}/api/datastore/pipeline?apiKey=${service.apiKey}`, {
    headers: { authorization: service.token },
    data: body,
  });
  expect(response.status()).toBe(200);
  return (await response.json()).documents;
}

test('a collection is queried and its documents stand in a table', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  await expect(page.getByText('No query yet')).toBeVisible();
  await page.getByRole('combobox', { name: 'Collection' }).fill('logs');
  await page.getByRole('button', { name: 'Run' }).click();
  const expected = await fetchDocuments(page, service, { collection: 'logs' });
  await expect(await columnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);
});

test('match and project stages are built by hand and narrow the documents', async ({ page, service }) => {
  const [sample] = await fetchDocuments(page, service, { collection: 'logs' });
  const deviceID = String(sample?.['deviceID']);
  await signIn(page, service, datastorePath(LOGS));

  await page.getByRole('button', { name: 'Add Match stage' }).click();
  const match = page.getByRole('listitem', { name: /Match/ });
  await match.getByRole('combobox', { name: 'Field' }).fill('deviceID');
  await match.getByRole('textbox', { name: 'Value', exact: true }).fill(deviceID);
  await page.getByRole('button', { name: 'Run' }).click();
  const matched = await fetchDocuments(page, service, {
    collection: 'logs',
    pipeline: [{ type: 'match', filter: { deviceID } }],
  });
  await expect(await columnCells(page, 'documentID')).toHaveText(matched.map(({ documentID }) => documentID));
  await expect(await columnCells(page, 'deviceID')).toHaveText(matched.map(() => deviceID));

  await page.getByRole('button', { name: 'Add Project stage' }).click();
  const project = page.getByRole('listitem', { name: /Project/ });
  await project.getByRole('combobox', { name: 'Fields to keep' }).fill('temperature');
  await project.getByRole('combobox', { name: 'Fields to keep' }).press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('columnheader')).toHaveText(['documentID', 'temperature']);
  const expected = await fetchDocuments(page, service, {
    collection: 'logs',
    pipeline: [
      { type: 'match', filter: { deviceID } },
      { type: 'project', specs: { temperature: 1 } },
    ],
  });
  await expect(await columnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
});

test('a typed number matches numbers and not texts', async ({ page, service }) => {
  await signIn(page, service, datastorePath(LOGS));
  await page.getByRole('button', { name: 'Add Match stage' }).click();
  const match = page.getByRole('listitem', { name: /Match/ });
  await match.getByRole('combobox', { name: 'Field' }).fill('temperature');
  await match.getByRole('textbox', { name: 'Value', exact: true }).fill('25');
  for (const [type, value] of [
    ['text', '25'],
    ['number', 25],
  ] as const) {
    await match.getByRole('combobox', { name: 'Value type' }).selectOption(type);
    await page.getByRole('button', { name: 'Run' }).click();
    const pipeline = [{ type: 'match', filter: { temperature: value } }];
    const expected = await fetchDocuments(page, service, { collection: 'logs', pipeline });
    expect(expected.every(({ temperature }) => temperature === value)).toBe(true);
    await expect(await columnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
  }
});

test('a documentID finds its document', async ({ page, service }) => {
  const [, sample] = await fetchDocuments(page, service, { collection: 'logs' });
  if (!sample) throw new Error('The collection holds too few documents.');
  await signIn(page, service, datastorePath({ ...LOGS, documentID: sample.documentID }));
  await expect(await columnCells(page, 'documentID')).toHaveText([sample.documentID]);
  await expect(page.getByText('1 document · the end')).toBeVisible();
});

test('pages follow each other to the end, and never land on an empty one', async ({ page, service }) => {
  const [sample] = await fetchDocuments(page, service, { collection: 'logs' });
  const pipeline = [{ type: 'match', filter: { deviceID: sample?.['deviceID'] } }];
  const pages: string[][] = [];
  for (let nPage = 1; pages.at(-1)?.length !== 0; nPage++) {
    pages.push((await fetchDocuments(page, service, { collection: 'logs', pipeline, nPage })).map((d) => d.documentID));
  }
  const full = pages.filter((ids) => ids.length > 0);
  expect(full.length).toBeGreaterThanOrEqual(3);

  await signIn(page, service, datastorePath({ ...LOGS, pipeline }));
  const next = page.getByRole('button', { name: 'Next' });
  for (const [position, ids] of full.entries()) {
    await expect(await columnCells(page, 'documentID')).toHaveText(ids);
    expect(ids.length).toBeLessThanOrEqual(PAGE_SIZE);
    const last = position === full.length - 1;
    await expect(next).toBeEnabled({ enabled: !last });
    if (!last) await next.click();
  }
  await expect(page.getByText('the end')).toBeVisible();
  await page.goBack();
  await expect(await columnCells(page, 'documentID')).toHaveText(full.at(-2) ?? []);
});

test('results are also shown as JSON, exactly as they came', async ({ page, service }) => {
  await signIn(page, service, datastorePath({ ...LOGS, view: 'json' }));
  const json = page.getByRole('region', { name: 'documents', exact: true });
  await expect(json).toBeVisible();
  expect(JSON.parse((await json.textContent()) ?? '')).toEqual(
    await fetchDocuments(page, service, { collection: 'logs' }),
  );
});

test('an unknown stage survives as JSON, and the service’s answer stands on it', async ({ page, service }) => {
  await signIn(page, service, datastorePath({ ...LOGS, pipeline: [{ type: 'frobnicate', amount: 3 }] }));
  const card = page.getByRole('listitem', { name: /JSON/ });
  await expect(card.getByRole('textbox', { name: 'Stage as JSON' })).toHaveValue(/"frobnicate"/);
  await expect(card.getByRole('alert')).toContainText('"frobnicate" is not a stage this service runs');
});

test('a collection that does not exist says so', async ({ page, service }) => {
  await signIn(page, service, datastorePath({ ...LOGS, collection: 'nowhere' }));
  await expect(page.getByText('The collection “nowhere” is empty or does not exist.')).toBeVisible();
});

test('what cannot be run is named where it is, and nothing is sent', async ({ page, service }) => {
  await signIn(page, service, datastorePath(LOGS));
  await page.getByRole('button', { name: 'Add Match stage' }).click();
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('listitem', { name: /Match/ }).getByRole('alert')).toHaveText(
    'Condition 1: name the field.',
  );
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);
});

test('a damaged link names what was dropped and shows the rest', async ({ page, service }) => {
  await signIn(page, service, '/datastore?collection=logs&page=x#pipeline=[{');
  await expect(page.getByText('This link is damaged: pipeline, page could not be read')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
});
