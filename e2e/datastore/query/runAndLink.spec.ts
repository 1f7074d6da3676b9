import type { Page } from 'playwright/test';
import { getResults, openDatastore, readClipboard } from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';

const firstCell = (page: Page) => getResults(page).getByRole('gridcell').first();

test('Back and Forward add no runs to the history', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
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

test('a copied link has columns, sort and disabled stages, and Ctrl+Enter runs', async ({ page, service }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const stage = { type: 'match', filter: { level: 'nothing' } };
  const sort = [{ key: 'documentID', descending: true }];
  await openDatastore(page, service, { hidden: ['level'], sort, off: [{ at: 0, stage }] });
  const results = getResults(page);
  await expect(results.getByRole('columnheader', { name: 'documentID' })).toHaveAttribute('aria-sort', 'descending');
  await expect(results.getByRole('columnheader', { name: 'level' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Switch .* on$/ })).toBeVisible();
  await page.getByRole('button', { name: 'More query actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click();
  await expect(page.getByText('Copied link', { exact: true })).toBeVisible();
  const link = new URL(await readClipboard(page));
  expect(link.searchParams.getAll('hide')).toEqual(['level']);
  expect(link.searchParams.getAll('desc')).toEqual(['documentID']);
  expect(new URLSearchParams(link.hash.slice(1)).get('off')).toBe(JSON.stringify([[0, stage]]));

  await page.getByRole('heading', { level: 1 }).focus();
  const requests = recordRequestBodies(page, '/pipeline');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => requests.length).toBeGreaterThan(0);
});
