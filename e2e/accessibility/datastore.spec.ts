import type { Page } from 'playwright/test';
import { buildDocumentsUrl, getCollectionInput, openDatastore, pasteText } from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { findAxeViolations } from './axe.ts';

test.use({ viewport: { width: 1440, height: 900 } });
const grid = (page: Page) => page.getByRole('grid', { name: 'Documents' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const MATCH = { type: 'match', filter: { temperature: { $gt: 10 }, level: 'x' } };
const ROWS = { pipeline: [{ type: 'match', filter: { level: 'info' } }] };
const STAGES = [MATCH, { type: 'project', specs: { temperature: 1 } }, { type: 'odd', a: 1 }];

test('editing a query', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, { pipeline: STAGES });
  await expect(page.getByRole('alert')).toContainText('is not a stage this service runs');
  expect(await findAxeViolations(page)).toEqual([]);
  await button(page, 'Switch stage 3 off').click();
  await button(page, 'Collapse stage 2').click();
  await button(page, 'More actions for stage 1').click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Stage 1, Match, deleted')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  await page.getByRole('textbox', { name: 'Pipeline as JSON' }).fill('[{');
  await expect(page.getByText(/^Line 1/)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

const OPENED = ['Columns', 'Export', 'Peek at the result after stage 1', 'page 1, go to a page', 'Saved', 'History'];

test('popovers, a document and a pasted query over rows', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, ROWS);
  await expect(grid(page)).toBeVisible();
  for (const name of [...OPENED, 'level: values', 'temperature: values']) {
    const opener = button(page, new RegExp(`^${name}`));
    await opener.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findAxeViolations(page), name).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  }

  await page.locator('[aria-rowindex="2"] > [aria-colindex="1"]').click();
  await page.keyboard.press('p');
  const document = page.getByRole('complementary', { name: /^Document / });
  await expect(document).toBeVisible();
  expect(await findAxeViolations(page), 'document').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(document).toHaveCount(0);

  const preview = page.getByRole('region', { name: 'Pasted query' });
  await pasteText(
    getCollectionInput(page),
    'db.logs.find({ odd: ISODate("2026-01-01"), name: /x/ }).sort({ time: -1 })',
  );
  await expect(preview.getByText('not understood')).toBeVisible();
  expect(await findAxeViolations(page), 'understood').toEqual([]);
  await pasteText(getCollectionInput(page), 'db.logs.find({ a: }');
  await expect(preview.getByText(/^Line 1, column 19/)).toBeVisible();
  expect(await findAxeViolations(page), 'not read').toEqual([]);
});

test('charts, no rows, and a service error', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, { view: 'chart' });
  await page.getByRole('slider', { name: /^Chart/ }).press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await button(page, 'Values').click();
  await expect(page.getByRole('grid', { name: 'Chart values' })).toBeVisible();
  expect(await findAxeViolations(page), 'chart').toEqual([]);
  const pipeline = [{ type: 'match', filter: { temperature: '31.4' } }];
  await page.goto(buildDocumentsUrl({ pipeline }));
  await button(page, 'Why no results?').click();
  await expect(page.getByText(/Checked with/)).toBeVisible();
  expect(await findAxeViolations(page), 'why nothing').toEqual([]);
  const fault = { kind: 'error', status: 403, code: 'NO', message: 'Not these.' } as const;
  await service.fault(fault, { operation: 'pipeline' });
  await page.goto(buildDocumentsUrl({ collection: 'other' }));
  await expect(page.getByText('Not these.')).toBeVisible();
  expect(await findAxeViolations(page), 'failed').toEqual([]);
});

test('on a phone', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDatastore(page, service);
  await expect(grid(page)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await button(page, 'Edit').click();
  await expect(page.getByRole('dialog', { name: 'Query' })).toBeVisible();
  expect(await findAxeViolations(page), 'query').toEqual([]);
});
