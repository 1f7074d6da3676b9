import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

const WORDS = 'An unknown error occurred while searching into the datastore.';
const CODE = 'DATASTORE-DOCUMENTS-FETCH-FAILED';
const PIPELINE = [
  { type: 'match', filter: {} },
  { type: 'frobnicate' },
  { type: 'match', filter: { temperature: { $gt: 0 } } },
];
const ALWAYS = 50;
const QUERY = { ...LOGS_URL_STATE, pipeline: PIPELINE };
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const card = (page: Page, name: string) => page.getByRole('listitem', { name });
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });

function refuse(service: Service, times = 1, status = 400) {
  const fault = { kind: 'error', status, code: CODE, message: WORDS } as const;
  return service.fault(fault, { operation: 'pipeline', times });
}

async function openRefused(page: Page, service: Service, times = 1, status = 400) {
  await refuse(service, times, status);
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  return sent;
}

test('finds the failing stage, and runs the query without it', async ({ page, service }) => {
  const sent = await openRefused(page, service);
  await expect(results(page).getByText('Stage 2 failed')).toBeVisible();
  await expect(results(page)).toContainText(`“${WORDS}”`);
  await expect(results(page)).toContainText(CODE);
  await expect(results(page)).toContainText(
    'The pipeline up to stage 1 runs, but fails with stage 2. Checked with 2 requests.',
  );
  expect(sent.map((body) => JSON.parse(body).pipeline.length)).toEqual([3, 1, 2]);
  await expect(card(page, '2 JSON').getByRole('alert')).toHaveText(WORDS);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.getByRole('button', { name: 'Run without it' }).click();
  await expect(page.getByRole('button', { name: 'Switch stage 2 on' })).toBeVisible();
  await expect(results(page).getByRole('grid')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('reports the failing stage by its position when other stages are switched off', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await expect(card(page, '2 JSON').getByRole('alert')).toContainText('pipeline[1]');
  await page.getByRole('button', { name: 'Switch stage 1 off' }).click();
  await refuse(service);
  await run(page).click();
  await expect(results(page)).toContainText(
    'The query runs without stages, but fails with stage 2. Checked with 2 requests.',
  );
  await expect(card(page, '2 JSON').getByRole('alert')).toHaveText(WORDS);
  await expect(card(page, '1 Match').getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions for stage 2' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(results(page).getByRole('alert')).toContainText('Could not load the documents');
});

test('the search can be canceled and restarted', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await refuse(service);
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await expect(results(page)).toContainText('Finding the failing stage');
  await results(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(results(page).getByText('Looking for')).toBeHidden();
  await results(page).getByRole('button', { name: 'Find the failing stage' }).click();
  await expect(results(page).getByText('Stage 2 failed')).toBeVisible();
});

test('blames no stage when the query also fails without stages', { tag: '@long' }, async ({ page, service }) => {
  await openRefused(page, service, ALWAYS);
  await expect(results(page)).toContainText('The query is rejected even without stages. Checked with 2 requests.');
  await expect(page.getByRole('list', { name: 'Stages' }).getByRole('alert')).toHaveCount(0);
});

test('reports that the search for the failing stage itself failed', { tag: '@long' }, async ({ page, service }) => {
  await refuse(service);
  const fault = { kind: 'error', status: 403, code: 'NOT-ALLOWED', message: 'Not between six and eight.' } as const;
  await service.fault(fault, { operation: 'pipeline', times: 1 });
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await expect(results(page)).toContainText('Could not find the failing stage: Not between six and eight.');
});

for (const [name, status] of [
  ['fails', 500],
  ['is unavailable', 503],
] as const) {
  test(`does not start the search by itself when the service ${name}`, { tag: '@long' }, async ({ page, service }) => {
    const sent = await openRefused(page, service, ALWAYS, status);
    await expect(results(page).getByRole('alert')).toContainText('Could not load the documents');
    await expect(results(page).getByRole('alert')).toContainText(CODE);
    await expect(results(page).getByRole('button', { name: 'Find the failing stage' })).toBeVisible();
    await expect(results(page).getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(new Set(sent.map((body) => JSON.parse(body).pipeline.length))).toEqual(new Set([3]));
    await expect(page.getByText('Looking for')).toHaveCount(0);
  });
}

test('after a server error the user can search for the failing stage, remove it or retry it', { tag: '@long' }, async ({
  page,
  service,
}) => {
  // the service rejects stage 2 with a specific error; the injected fault fails whole requests only
  const sent = await openRefused(page, service, 3, 500);
  await results(page).getByRole('button', { name: 'Find the failing stage' }).click();
  await expect(results(page).getByText('Stage 2 failed')).toBeVisible();
  await expect(results(page)).toContainText(
    'The pipeline up to stage 1 runs, but fails with stage 2. Checked with 2 requests, failed ones sent twice.',
  );
  await expect(results(page)).toContainText(CODE);
  expect(sent.map((body) => JSON.parse(body).pipeline.length)).toEqual([3, 3, 3, 1, 2]);
  await expect(card(page, '2 JSON').getByRole('alert')).toHaveText(WORDS);
  await results(page).getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, '2 JSON').getByRole('alert')).toContainText('pipeline[1]');
  await page.getByRole('button', { name: 'Run without it' }).click();
  await expect(results(page).getByRole('grid')).toBeVisible();
});

test('the search after a server error survives a refresh, can be canceled, and blames no stage when all requests fail', {
  tag: '@long',
}, async ({ page, service }) => {
  const sent = await openRefused(page, service, 3, 500);
  const find = results(page).getByRole('button', { name: 'Find the failing stage' });
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
  await find.click();
  const searching = results(page).getByText('Finding the failing stage');
  await expect(searching).toBeVisible();
  // a repeated request with the same error does not end the search
  await refuse(service, 3, 500);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => sent.length).toBe(7);
  await expect(searching).toBeVisible();
  await results(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(results(page).getByText('Looking for')).toBeHidden();
  await service.calm();
  await refuse(service, ALWAYS, 500);
  await find.click();
  await expect(results(page)).toContainText('The query fails even without stages. Checked with 2 requests');
  await expect(page.getByRole('list', { name: 'Stages' }).getByRole('alert')).toHaveCount(0);
});

test('links to the failing stage, also when it is collapsed or in a sheet', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openRefused(page, service);
  const text = page.getByRole('textbox', { name: 'Stage 2 as JSON' });
  await expect(results(page).getByText('Stage 2 failed')).toBeVisible();
  await page.getByRole('button', { name: 'Collapse stage 2' }).click();
  await results(page).getByRole('button', { name: 'Edit stage 2' }).click();
  await expect(text).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('dialog', { name: 'Query' })).toBeVisible();
  await page.keyboard.press('Escape');
  await results(page).getByRole('button', { name: 'Edit stage 2' }).click();
  await expect(text).toBeFocused();
});

test('shows a retry, and keeps and labels the rows of the previous query when the new one fails', {
  tag: '@long',
}, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(results(page).getByRole('grid')).toBeVisible();
  await service.fault({ kind: 'reset' }, { operation: 'pipeline' });
  await page.getByRole('textbox', { name: 'documentID' }).fill('nothing-like-it');
  await run(page).click();
  await expect(page.getByText(/Cannot reach .* Retrying, /)).toBeVisible();
  await expect(results(page).getByRole('alert')).toContainText('Could not load the documents');
  await expect(results(page)).toContainText(/rows of the previous query ?logs/);
  await expect(results(page).getByRole('grid', { name: 'Documents' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  await service.calm();
  await results(page).getByRole('button', { name: 'Retry' }).click();
  await expect(results(page)).toContainText('No documents in logs');
  await expect(results(page)).not.toContainText('of the previous query');
});
