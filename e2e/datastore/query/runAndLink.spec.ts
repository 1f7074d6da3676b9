import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

test.use({ timezoneId: 'Asia/Tokyo' });

const firstCell = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('gridcell').first();

test('Ctrl+Enter runs the query wherever the focus is on the page', async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(firstCell(page)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).focus();
  const requests = recordRequestBodies(page, '/pipeline');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => requests.length).toBeGreaterThan(0);
});

test('a query with too many stages and a chart of unknown fields send no further requests', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, '/about');
  const requests = recordRequestBodies(page, '/pipeline');
  const stages = Array.from({ length: 200 }, () => ({ type: 'match', filter: { level: 'info' } }));
  await page.goto(buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline: stages }));
  await expect(page.getByText(/at most 32 stages are allowed/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Find the failing stage' })).toHaveCount(0);
  expect(requests).toHaveLength(1);

  await page.goto(buildDatastoreUrl({ ...LOGS_URL_STATE, view: 'chart', plot: ['nothing'] }));
  await expect(page.getByText('This link plots nothing, but no document here has numbers in it.')).toBeVisible();
  // the displayed page and the next one
  await expect.poll(() => requests.length).toBe(3);
  await expect(page.getByText(/^reading/)).toHaveCount(0);
});

test('a day in a link uses the time zone named in it, and a peek behind a match shows only counts', {
  tag: '@long',
}, async ({ page, service }) => {
  const day = { type: 'range', time: { field: 'time', unit: 'ms', zone: 'Europe/Zurich', last: 'yesterday' } };
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline: [day] }));
  const range = page.getByRole('button', { name: /yesterday/ });
  await expect(range).toContainText('yesterday in Europe/Zurich');
  await range.click();
  await page.getByRole('button', { name: 'yesterday', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/zone%22%3A%22Asia%2FTokyo/);
  await expect(range).not.toContainText('in Europe');

  await page.goto(buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline: [{ type: 'match', filter: { level: 'warn' } }] }));
  await page.getByRole('button', { name: 'Peek at the result after stage 1' }).click();
  const peek = page.getByRole('dialog', { name: 'After stage 1' });
  await expect(peek).toContainText('documents on the first page');
  await expect(peek).not.toContainText(/\d fields/);
});

test('Back and Forward add no runs to the history', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(firstCell(page)).toBeVisible();
  await page.getByRole('textbox', { name: 'documentID' }).fill('none');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/document=none/);
  for (let times = 0; times < 3; times++) {
    await page.goBack();
    await expect(firstCell(page)).toBeVisible();
    await page.goForward();
    await expect(firstCell(page)).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('list', { name: 'Runs' }).getByRole('listitem')).toHaveCount(2);
});

test('a copied link contains hidden columns, the sort and disabled stages', async ({ page, service }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, service, '/about');
  const stage = { type: 'match', filter: { level: 'nothing' } };
  const sort = [{ key: 'documentID', descending: true }];
  await page.goto(buildDatastoreUrl({ ...LOGS_URL_STATE, hidden: ['level'], sort, off: [{ at: 0, stage }] }));
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('columnheader', { name: 'documentID' })).toHaveAttribute('aria-sort', 'descending');
  await expect(results.getByRole('columnheader', { name: 'level' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Switch .* on$/ })).toBeVisible();
  await page.getByRole('button', { name: 'More query actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click();
  await expect(page.getByText('Copied link', { exact: true })).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.searchParams.getAll('hide')).toEqual(['level']);
  expect(link.searchParams.getAll('desc')).toEqual(['documentID']);
  expect(new URLSearchParams(link.hash.slice(1)).get('off')).toBe(
    '[[0,{"type":"match","filter":{"level":"nothing"}}]]',
  );
});
