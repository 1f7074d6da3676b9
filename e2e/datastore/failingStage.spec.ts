import type { Page } from 'playwright/test';
import { getButton, getResults, openDatastore } from '#e2e/helpers/datastorePage.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';

const WORDS = 'An unknown error occurred while searching into the datastore.';
const CODE = 'DATASTORE-DOCUMENTS-FETCH-FAILED';
const PIPELINE = [
  { type: 'match', filter: {} },
  { type: 'frobnicate' },
  { type: 'match', filter: { temperature: { $gt: 0 } } },
];
const card = (page: Page, name: string) => page.getByRole('listitem', { name });

function refuse(service: Service, times = 1, status = 400) {
  const fault = { kind: 'error', status, code: CODE, message: WORDS } as const;
  return service.fault(fault, { operation: 'pipeline', times });
}

async function openRefused(page: Page, service: Service, times = 1, status = 400) {
  await refuse(service, times, status);
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await openDatastore(page, service, { pipeline: PIPELINE });
  return sent;
}

test('finds the failing stage, and runs the query without it', async ({ page, service }) => {
  const sent = await openRefused(page, service);
  await expect(getResults(page).getByText('Stage 2 failed')).toBeVisible();
  await expect(getResults(page)).toContainText(`“${WORDS}”`);
  await expect(getResults(page)).toContainText(CODE);
  await expect(getResults(page)).toContainText(
    'The pipeline up to stage 1 runs, but fails with stage 2. Checked with 2 requests.',
  );
  expect(sent.map((body) => JSON.parse(body).pipeline.length)).toEqual([3, 1, 2]);
  await expect(card(page, '2 JSON').getByRole('alert')).toHaveText(WORDS);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.getByRole('button', { name: 'Run without it' }).click();
  await expect(page.getByRole('button', { name: 'Switch stage 2 on' })).toBeVisible();
  await expect(getResults(page).getByRole('grid')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the search can be canceled and restarted', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await refuse(service);
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
  await openDatastore(page, service, { pipeline: PIPELINE });
  await expect(getResults(page)).toContainText('Finding the failing stage');
  await getResults(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(getResults(page).getByText('Finding the failing stage')).toBeHidden();
  await getResults(page).getByRole('button', { name: 'Find the failing stage' }).click();
  await expect(getResults(page).getByText('Stage 2 failed')).toBeVisible();
});

test('after a server error the user searches for the failing stage', { tag: '@long' }, async ({ page, service }) => {
  // the service rejects stage 2 with a specific error; the injected fault fails whole requests only
  const sent = await openRefused(page, service, 3, 500);
  await getResults(page).getByRole('button', { name: 'Find the failing stage' }).click();
  await expect(getResults(page).getByText('Stage 2 failed')).toBeVisible();
  await expect(getResults(page)).toContainText(
    'The pipeline up to stage 1 runs, but fails with stage 2. Checked with 2 requests, failed ones sent twice.',
  );
  await expect(getResults(page)).toContainText(CODE);
  expect(sent.map((body) => JSON.parse(body).pipeline.length)).toEqual([3, 3, 3, 1, 2]);
  await expect(card(page, '2 JSON').getByRole('alert')).toHaveText(WORDS);
  await getResults(page).getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, '2 JSON').getByRole('alert')).toContainText('pipeline[1]');
  await page.getByRole('button', { name: 'Run without it' }).click();
  await expect(getResults(page).getByRole('grid')).toBeVisible();
});

test('links to the failing stage, also collapsed or in a sheet', { tag: '@long' }, async ({ page, service }) => {
  await openRefused(page, service);
  const text = page.getByRole('textbox', { name: 'Stage 2 as JSON' });
  await expect(getResults(page).getByText('Stage 2 failed')).toBeVisible();
  await page.getByRole('button', { name: 'Collapse stage 2' }).click();
  await getResults(page).getByRole('button', { name: 'Edit stage 2' }).click();
  await expect(text).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('dialog', { name: 'Query' })).toBeVisible();
  await page.keyboard.press('Escape');
  await getResults(page).getByRole('button', { name: 'Edit stage 2' }).click();
  await expect(text).toBeFocused();
});

test('keeps and labels the previous rows when a query fails', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await expect(getResults(page).getByRole('grid')).toBeVisible();
  await service.fault({ kind: 'reset' }, { operation: 'pipeline' });
  await page.getByRole('textbox', { name: 'documentID' }).fill('nothing-like-it');
  await getButton(page, 'Run').click();
  await expect(page.getByText(/Cannot reach .* Retrying, /)).toBeVisible();
  await expect(getResults(page).getByRole('alert')).toContainText('Could not load the documents');
  await expect(getResults(page)).toContainText(/rows of the previous query ?logs/);
  await expect(getResults(page).getByRole('grid', { name: 'Documents' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  await service.calm();
  await getResults(page).getByRole('button', { name: 'Retry' }).click();
  await expect(getResults(page)).toContainText('No documents in logs');
  await expect(getResults(page)).not.toContainText('of the previous query');
});
