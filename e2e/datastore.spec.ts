import type { Page } from 'playwright/test';
import { datastorePath } from '#paths/datastore.ts';
import { expect, type Service, test } from './fixtures.ts';
import { columnCells, LOGS, signIn } from './helpers.ts';

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

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });
const stage = (page: Page, name: string | RegExp) => page.getByRole('listitem', { name });
const field = (page: Page, place: string) => page.getByRole('combobox', { name: `Field, ${place}` });
const value = (page: Page, place: string) => page.getByRole('textbox', { name: `Value, ${place}` });
const pick = (page: Page, what: string, place: string) => page.getByRole('combobox', { name: `${what}, ${place}` });
/** A collection is sorted as a whole, whatever else the machine does. */
const SORTED = { timeout: 30_000 };
const FIRST = 'stage 1 condition 1';

/** The pipelines that are sent from now on, as texts. */
function pipelines(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/datastore/pipeline')) return;
    const text = /"pipeline":(.*),"nPage"/.exec(request.postData() ?? '')?.[1];
    if (text !== undefined) sent.push(text);
  });
  return sent;
}

test('the first look offers the host’s collections, and one click shows a page of one', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  await page.getByRole('button', { name: 'logs', exact: true }).click();
  const expected = await fetchDocuments(page, service, { collection: 'logs' });
  await expect(await columnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Start from an example' })).toBeVisible();
});

test('an example can be looked at and run', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  await page.getByRole('button', { name: 'Start from an example' }).click();
  await expect(stage(page, '1 Match')).toBeVisible();
  await run(page).click();
  await expect(page.getByRole('columnheader')).toHaveText(['documentID', 'time', 'temperature'], SORTED);
});

test('a collection is named and its documents stand in a table', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  await page.getByRole('combobox', { name: 'Collection' }).fill('logs');
  await run(page).click();
  const expected = await fetchDocuments(page, service, { collection: 'logs' });
  await expect(await columnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);
});

test('match, sort and project are built by hand and narrow the documents', async ({ page, service }) => {
  const [sample] = await fetchDocuments(page, service, { collection: 'logs' });
  const deviceID = String(sample?.['deviceID']);
  await signIn(page, service, datastorePath(LOGS));
  await page.getByRole('button', { name: 'Add Match stage' }).click();
  await expect(field(page, FIRST)).toBeFocused();
  await page.keyboard.type('deviceID');
  await value(page, FIRST).fill(deviceID);
  await page.getByRole('button', { name: 'Add a condition to stage 1' }).click();
  await expect(field(page, 'stage 1 condition 2')).toBeFocused();
  await page.keyboard.type('temperature');
  await page.keyboard.press('Tab');
  await pick(page, 'Operator', 'stage 1 condition 2').selectOption('≥');
  await pick(page, 'Type', 'stage 1 condition 2').selectOption('number');
  await value(page, 'stage 1 condition 2').fill('20');
  await page.getByRole('button', { name: 'Add Sort stage' }).click();
  await expect(pick(page, 'Sort by', 'stage 2 field 1')).toBeFocused();
  await page.keyboard.type('time');
  await page.keyboard.press('Tab');
  await pick(page, 'Direction', 'stage 2 field 1').selectOption('newest first');
  await page.getByRole('button', { name: 'Add Project stage' }).click();
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
  await expect(await columnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
});

test('a typed number matches numbers and not texts', async ({ page, service }) => {
  await signIn(page, service, datastorePath(LOGS));
  await page.getByRole('button', { name: 'Add Match stage' }).click();
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
    await expect(await columnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
    expect(new Set(sent)).toEqual(new Set([JSON.stringify(pipeline)]));
  }
});

test('a value of another type than all that were seen is named, and mended by one click', async ({ page, service }) => {
  await signIn(page, service, datastorePath(LOGS));
  await expect(await columnCells(page, 'temperature')).toHaveCount(PAGE_SIZE);
  await page.getByRole('button', { name: 'Add Match stage' }).click();
  await field(page, FIRST).fill('temperature');
  await value(page, FIRST).fill('25');
  await expect(page.getByText(/number in \d+ of \d+ seen, text here/)).toBeVisible();
  await page.getByRole('button', { name: 'Make it a number' }).click();
  await expect(pick(page, 'Type', FIRST)).toHaveValue('number');
  await expect(page.getByText(/seen, text here/)).toBeHidden();
});

test('why nothing: the value’s type is found, and mended by the second click', async ({ page, service }) => {
  const [sample] = await fetchDocuments(page, service, { collection: 'logs' });
  const temperature = Number(sample?.['temperature']);
  const filter = { temperature: String(temperature), level: { $ne: 'nothing' } };
  const pipeline = [{ type: 'match', filter }];
  expect(await fetchDocuments(page, service, { collection: 'logs', pipeline })).toEqual([]);
  await signIn(page, service, datastorePath({ ...LOGS, pipeline }));
  await page.getByRole('button', { name: 'Why no results?' }).click();
  const tried = page.getByRole('list', { name: 'What was tried' });
  const culprit = `temperature is "${temperature}" as number, not text`;
  await expect(tried.getByRole('listitem').filter({ hasText: culprit })).toBeVisible();
  await expect(page.getByText(/Found with \d requests/)).toBeVisible();
  await page.getByRole('button', { name: 'Make it number' }).click();
  const mended = [{ type: 'match', filter: { ...filter, temperature } }];
  const expected = await fetchDocuments(page, service, { collection: 'logs', pipeline: mended });
  expect(expected.length).toBeGreaterThan(0);
  await expect(await columnCells(page, 'documentID')).toHaveText(expected.map(({ documentID }) => documentID));
});

test('why nothing: a condition is to blame and is dropped', async ({ page, service }) => {
  const pipeline = [{ type: 'match', filter: { level: 'no such level', temperature: { $gt: 0 } } }];
  await signIn(page, service, datastorePath({ ...LOGS, pipeline }));
  await page.getByRole('button', { name: 'Why no results?' }).click();
  await page.getByRole('button', { name: 'Drop it' }).click();
  await expect(await columnCells(page, 'documentID')).toHaveCount(PAGE_SIZE);
  await expect(page.getByRole('group', { name: /^Condition/ })).toHaveCount(1);
});

test('a documentID finds its document', async ({ page, service }) => {
  const [, sample] = await fetchDocuments(page, service, { collection: 'logs' });
  if (!sample) throw new Error('The collection holds too few documents.');
  await signIn(page, service, datastorePath({ ...LOGS, documentID: sample.documentID }));
  await expect(await columnCells(page, 'documentID')).toHaveText([sample.documentID]);
  await expect(page.getByText('rows 1–1, the end')).toBeVisible();
});

test('pages follow each other to the end, and never land on an empty one', async ({ page, service }) => {
  const [sample] = await fetchDocuments(page, service, { collection: 'logs' });
  const pipeline = [{ type: 'match', filter: { deviceID: sample?.['deviceID'] } }];
  const pages: string[][] = [];
  for (let nPage = 1; pages.at(-1)?.length !== 0; nPage++) {
    pages.push((await fetchDocuments(page, service, { collection: 'logs', pipeline, nPage })).map((d) => d.documentID));
  }
  const full = pages.filter((ids) => ids.length > 0);
  const rows = full.flat().length;
  expect(full.length).toBeGreaterThanOrEqual(3);

  await signIn(page, service, datastorePath({ ...LOGS, pipeline }));
  const next = page.getByRole('button', { name: 'Next page' });
  for (const [position, ids] of full.entries()) {
    await expect(await columnCells(page, 'documentID')).toHaveText(ids);
    const first = position * PAGE_SIZE + 1;
    await expect(page.getByText(`rows ${first}–${first + ids.length - 1}`)).toBeVisible();
    const last = position === full.length - 1;
    await expect(next).toBeEnabled({ enabled: !last });
    if (!last) await next.click();
  }
  await expect(page.getByText(/, the end$/)).toBeVisible();
  await page.goBack();
  await expect(await columnCells(page, 'documentID')).toHaveText(full.at(-2) ?? []);

  await page.getByRole('button', { name: 'Count the rows' }).click();
  await expect(page.getByText(`${rows} rows, `)).toBeVisible();

  await page.goto(datastorePath({ ...LOGS, pipeline, page: 5001 }));
  await page.getByRole('button', { name: `Go to page ${full.length}` }).click();
  await expect(await columnCells(page, 'documentID')).toHaveText(full.at(-1) ?? []);
  await page.getByRole('button', { name: 'Go to a page' }).click();
  await page.getByRole('textbox', { name: 'Page number' }).fill('2');
  await page.keyboard.press('Enter');
  await expect(await columnCells(page, 'documentID')).toHaveText(full[1] ?? []);
});

test('results are also shown as JSON, exactly as they came', async ({ page, service }) => {
  await signIn(page, service, datastorePath({ ...LOGS, view: 'json' }));
  const json = page.getByRole('region', { name: 'documents', exact: true });
  await expect(json).toBeVisible();
  expect(JSON.parse((await json.textContent()) ?? '')).toEqual(
    await fetchDocuments(page, service, { collection: 'logs' }),
  );
});

test('a document opens beside the table, goes on to the next, and becomes a condition', async ({ page, service }) => {
  await signIn(page, service, datastorePath(LOGS));
  const [first, second] = await fetchDocuments(page, service, { collection: 'logs' });
  if (!first || !second) throw new Error('The collection holds too few documents.');
  await page.getByRole('gridcell', { name: first.documentID }).click();
  await page.keyboard.press('p');
  await expect(page.getByRole('dialog', { name: first.documentID })).toBeVisible();
  await page.getByRole('button', { name: 'Next document' }).click();
  const drawer = page.getByRole('dialog', { name: second.documentID });
  await drawer.getByRole('radio', { name: 'JSON' }).check({ force: true });
  const json = drawer.getByRole('region', { name: 'document 2' });
  await expect(json).toBeVisible();
  expect(JSON.parse((await json.textContent()) ?? '')).toEqual(second);
  await drawer.getByRole('radio', { name: 'Fields' }).check({ force: true });
  await drawer.getByRole('button', { name: 'Only this deviceID' }).click();
  await expect(value(page, FIRST)).toHaveValue(String(second['deviceID']));
});

test('an unknown stage survives as JSON, and the service’s answer stands on it', async ({ page, service }) => {
  await signIn(page, service, datastorePath({ ...LOGS, pipeline: [{ type: 'frobnicate', amount: 3 }] }));
  const card = stage(page, '1 JSON');
  await expect(card.getByRole('textbox', { name: 'Stage 1 as JSON' })).toHaveValue(/"frobnicate"/);
  await expect(card.getByRole('alert')).toContainText('"frobnicate" is not a stage this service runs');
});

test('the service’s answer finds its card when the one before is switched off', async ({ page, service }) => {
  const pipeline = [{ type: 'match', filter: {} }, { type: 'frobnicate' }];
  await signIn(page, service, datastorePath({ ...LOGS, pipeline }));
  await expect(stage(page, '2 JSON').getByRole('alert')).toContainText('pipeline[1]');
  await page.getByRole('button', { name: 'Switch stage 1 off' }).click();
  await run(page).click();
  await expect(stage(page, '2 JSON').getByRole('alert')).toContainText('pipeline[0]');
  await expect(stage(page, '1 Match').getByRole('alert')).toHaveCount(0);
});

test('a collection that does not exist says so', async ({ page, service }) => {
  await signIn(page, service, datastorePath({ ...LOGS, collection: 'no / where # 🙂' }));
  await expect(page.getByText('“no / where # 🙂” gives no documents')).toBeVisible();
});

test('what cannot be run is named where it is, and nothing is sent', async ({ page, service }) => {
  await signIn(page, service, datastorePath(LOGS));
  await page.getByRole('button', { name: 'Add Match stage' }).click();
  await run(page).click();
  await expect(stage(page, '1 Match').getByRole('alert')).toHaveText('Condition 1: name the field.');
  await expect(field(page, FIRST)).toBeFocused();
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);
});

test('a damaged link names what was dropped and shows the rest', async ({ page, service }) => {
  await signIn(page, service, '/datastore?collection=logs&page=x#pipeline=[{');
  await expect(page.getByText('This link is damaged: pipeline, page could not be read')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
});
