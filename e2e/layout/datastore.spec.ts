import type { Page } from 'playwright/test';
import { buildDocumentsUrl, getCollectionInput, pasteText } from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { expectValidLayout, type LayoutCases } from './expectValidLayout.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const close = (page: Page) => page.keyboard.press('Escape');
const STAGES = [
  { type: 'match', filter: { temperature: { $gt: 10 }, level: 'info' } },
  { type: 'project', specs: { temperature: 1 } },
  { type: 'sort', specs: { time: -1 } },
];
const ROWS = { pipeline: [{ type: 'match', filter: { level: 'info' } }] };

const OPENED = [
  ...['Columns', 'Export', 'page 1, go to a page', 'Saved', 'History'],
  ...['level: values', 'temperature: values', 'More query actions'],
];

const DATASTORE: LayoutCases = {
  datastore: async (page) => {
    await page.goto('/datastore');
    await expect(button(page, 'Start from an example')).toBeVisible();
  },
  'stages and rows': async (page) => {
    await page.goto(buildDocumentsUrl({ pipeline: STAGES }));
    await expect(button(page, 'Next page')).toBeEnabled();
  },
  peek: async (page) => {
    await button(page, 'Peek at the result after stage 1').click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  rows: async (page) => {
    await page.goto(buildDocumentsUrl(ROWS));
    await expect(button(page, 'Next page')).toBeEnabled();
  },
  ...Object.fromEntries(
    OPENED.map((name) => [
      name,
      async (page: Page) => {
        await close(page);
        await button(page, new RegExp(`^${name}`)).click();
        await expect(page.getByRole(name.startsWith('More') ? 'menu' : 'dialog')).toBeVisible();
      },
    ]),
  ),
  document: async (page) => {
    await close(page);
    await page.locator('[aria-rowindex="2"] > [aria-colindex="1"]').click();
    await page.keyboard.press('p');
    await expect(page.getByRole('complementary', { name: /^Document/ })).toBeVisible();
  },
  'results as JSON': async (page) => {
    await page.goto(buildDocumentsUrl({ ...ROWS, view: 'json' }));
    await expect(button(page, 'Next page')).toBeEnabled();
  },
  chart: async (page) => {
    await page.goto(buildDocumentsUrl({ view: 'chart' }));
    await page.getByRole('slider', { name: /^Chart/ }).press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(button(page, 'Filter by this range')).toBeVisible();
  },
  'chart, split': async (page) => {
    await page.goto(buildDocumentsUrl({ view: 'chart', by: 'level' }));
    await expect(page.getByRole('slider', { name: /^Chart/ })).toBeVisible();
  },
  pasted: async (page) => {
    await page.goto(buildDocumentsUrl(ROWS));
    await pasteText(
      getCollectionInput(page),
      'db.logs.find({ odd: ISODate("2026-01-01"), name: /x/ }).sort({ time: -1 })',
    );
    await expect(page.getByRole('region', { name: 'Pasted query' }).getByText('not understood')).toBeVisible();
  },
  'JSON with a mistake': async (page) => {
    await page.goto(buildDocumentsUrl());
    await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
    await page.getByRole('textbox', { name: 'Pipeline as JSON' }).fill('[{"type" 1}]');
    await expect(button(page, 'Go to error')).toBeVisible();
  },
  'why nothing': async (page) => {
    await page.goto(
      buildDocumentsUrl({ pipeline: [{ type: 'match', filter: { temperature: '31.4', level: 'info' } }] }),
    );
    await button(page, 'Why no results?').click();
    await expect(page.getByText(/Checked with/)).toBeVisible();
  },
  'a stage refused': async (page) => {
    await page.goto(buildDocumentsUrl({ pipeline: [{ type: 'odd' }] }));
    await expect(page.getByText('Stage 1 failed')).toBeVisible();
  },
  'work tray': async (page, service) => {
    await page.goto(buildDocumentsUrl());
    await expect(button(page, 'Next page')).toBeEnabled();
    await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
    await button(page, 'Export').click();
    await button(page, 'Export all pages').click();
    await expect(page.getByRole('region', { name: 'Background tasks' }).getByRole('listitem')).toBeVisible();
  },
};

test('the datastore is fully visible at every width', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/about');
  await expectValidLayout(page, service, DATASTORE);
});
