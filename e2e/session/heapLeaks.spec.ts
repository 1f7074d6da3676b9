import type { Page } from 'playwright/test';
import { buildDocumentsUrl } from '#e2e/helpers/datastorePage.ts';
import { expect, signIn, test } from '#e2e/helpers/fixtures.ts';

async function heapOf(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await client.send('HeapProfiler.enable');
  await client.send('HeapProfiler.collectGarbage');
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await client.detach();
  return chunks.join('');
}

const OWN = { project: 'heap', apiKey: 'key-of-the-heap-test', token: 'token-of-the-heap-test' };

test.beforeEach(async ({ service }) => {
  await service.project(OWN);
  await service.seed({
    project: OWN.project,
    devices: service.devices.slice(0, 1).map(({ record }) => record),
    documents: { logs: [{ documentID: 'a' }] },
  });
});

async function signOutAndLook(page: Page): Promise<void> {
  expect(await heapOf(page), 'the search can find it').toContain(OWN.token);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  const heap = await heapOf(page);
  expect(heap.includes(OWN.token), 'the token is in the heap').toBe(false);
  expect(heap.includes(OWN.apiKey), 'the key is in the heap').toBe(false);
  expect(await page.evaluate(() => JSON.stringify(performance.getEntries()))).not.toContain(OWN.apiKey);
}

test('C7 after sign-out neither key nor token is in the heap', { tag: '@long' }, async ({ page }) => {
  await signIn(page, OWN);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await signOutAndLook(page);
});

test('C7 nor is it after a reload and pending retries', { tag: '@long' }, async ({ page, service }) => {
  await signIn(page, OWN);
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  const fault = { kind: 'error', status: 429, code: 'REQUESTS-TOO-MANY', message: '', retryAfter: '30' } as const;
  await service.fault(fault, { operation: 'pipeline', times: 5 });
  await page.goto(buildDocumentsUrl());
  await expect(page.getByText('The service is limiting requests')).toBeVisible();
  await signOutAndLook(page);
});

test('after sign-out no record is in the heap of the page or a worker', { tag: '@long' }, async ({ page, service }) => {
  const NAME = 'Name of the heap test';
  const VALUE = 'value-of-the-heap-test';
  await service.seed({
    project: OWN.project,
    devices: service.devices.slice(10, 12).map(({ record }, n) => ({ ...record, name: `${NAME} ${n}` })),
    documents: { logs: [1, 2, 3].map((n) => ({ documentID: `${n}`, deviceID: 'd', time: n * 60_000, level: VALUE })) },
  });
  await signIn(page, OWN);
  await page.getByRole('gridcell', { name: `${NAME} 0` }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(NAME);
  await page.goBack();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  await page.goto(buildDocumentsUrl());
  await page
    .getByRole('button', { name: /^level/ })
    .first()
    .click();
  await expect(page.getByText(VALUE).first()).toBeVisible();
  const held = await heapOf(page);
  expect(held, 'the search can find it').toContain(VALUE);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  const heap = await heapOf(page);
  expect(heap.includes(VALUE), 'a document is in the heap').toBe(false);
  expect(heap.includes(NAME), 'a device is in the heap').toBe(false);
  expect(page.workers()).toEqual([]);
});
