import type { Page } from 'playwright/test';
import {
  getButton,
  getDocumentGrid,
  getFieldInput,
  getStageHeadings,
  getValueInput,
  openDatastore,
} from '#e2e/helpers/datastorePage.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { setHostExtensions } from '#e2e/helpers/page.ts';

test.use({ viewport: { width: 1440, height: 1200 } });

const LEVELS = ['info', 'info', 'warning', null];

const DOCUMENTS = Array.from({ length: 60 }, (_, n) => ({
  documentID: `d${String(n).padStart(2, '0')}`,
  level: LEVELS[n % 4],
  n: n % 20,
  ...(n < 10 && { rare: true }),
  ...(n % 3 > 0 && { zone: n % 3 === 1 ? 'north' : null }),
}));

async function openValues(page: Page, service: Service): Promise<void> {
  await service.seed({ documents: { values: DOCUMENTS } });
  await openDatastore(page, service, { collection: 'values' });
  await expect(getDocumentGrid(page)).toBeVisible();
}

const valuesOf = (page: Page, field: string) => page.getByRole('dialog', { name: `Values of ${field}` });
const opener = (page: Page, field: string) => getButton(page, `${field}: values`);

test('a field shows its most frequent values, and the keyboard filters by one', async ({ page, service }) => {
  await openValues(page, service);
  await opener(page, 'level').focus();
  await page.keyboard.press('Enter');
  const panel = valuesOf(page, 'level');
  await expect(panel.getByText('text, 5 null, in 20 documents seen')).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveText([/info30, 50 %/, /warning15, 25 %/, /null15, 25 %/]);
  await expect(panel.getByText('Counted in all 60 documents of this query.')).toBeVisible();
  const only = panel.getByRole('button', { name: 'Only where level is "warning"' });
  while (!(await only.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(panel).toBeHidden();
  await expect(getFieldInput(page)).toHaveValue('level');
  await expect(getValueInput(page)).toHaveValue('warning');

  // "only" replaces the previous value; "not" is added to it
  await opener(page, 'level').click();
  await panel.getByRole('button', { name: 'Only where level is "info"' }).click();
  await expect(getValueInput(page)).toHaveValue('info');
  for (const value of ['"warning"', 'null']) {
    await opener(page, 'level').click();
    await panel.getByRole('button', { name: `Exclude where level is ${value}` }).click();
  }
  await expect(getStageHeadings(page)).toHaveCount(2);
  await getButton(page, 'Run').click();
  await expect(page.getByText('rows 1–20, more')).toBeVisible();
  // ten of these twenty were seen before
  await expect(page.getByText('in 30 documents of values')).toBeVisible();
});

test('documents without a field are a row of their own, which filters by them', async ({ page, service }) => {
  await openValues(page, service);
  await opener(page, 'zone').click();
  const panel = valuesOf(page, 'zone');
  await expect(panel.getByText('Counted in all 60 documents of this query.')).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveText([/north20, 33 %/, /null20, 33 %/, /missing20, 33 %/]);
  await panel.getByRole('button', { name: 'Only where zone is null' }).click();
  await opener(page, 'zone').click();
  await panel.getByRole('button', { name: 'Only where zone is missing' }).click();
  await getButton(page, 'Run').click();
  await expect.poll(() => decodeURIComponent(page.url())).toContain('"filter":{"zone":{"$exists":false}}');
  await expect(page.getByText('rows 1–20, the end')).toBeVisible();
  await opener(page, 'zone').click();
  await expect(panel.getByRole('listitem')).toHaveText([/missing20, 100 %/]);
});

test('without groups, values are counted in the documents seen', { tag: '@long' }, async ({ page, service }) => {
  await setHostExtensions(page, service, ['operators', 'sort']);
  await openValues(page, service);
  await opener(page, 'level').click();
  const panel = valuesOf(page, 'level');
  await expect(panel.getByText('Counted in the 20 documents seen.')).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveText([/info10, 50 %/, /warning5, 25 %/, /null5, 25 %/]);
});

test('counts and distribution cover the same documents', async ({ page, service }) => {
  await openValues(page, service);
  await opener(page, 'n').click();
  const panel = valuesOf(page, 'n');
  await expect(panel.getByText('Counted in all 60 documents of this query.')).toBeVisible();
  await expect(panel.getByRole('group', { name: 'n: 20 bars, 0 to 19, most in 0: 3' })).toBeVisible();
});

test('other values of a query can be opened', { tag: '@long' }, async ({ page, service }) => {
  const documents = Array.from({ length: 300 }, (_, n) => ({ documentID: `m${n}`, code: `c${n % 150}` }));
  await service.seed({ documents: { codes: documents } });
  const pipeline = [{ type: 'match', filter: { code: { $ne: 'c0' } } }];
  await openDatastore(page, service, { collection: 'codes', pipeline });
  await opener(page, 'code').click();
  const panel = valuesOf(page, 'code');
  await expect(panel.getByText('Counted in all 298 documents of this query.')).toBeVisible();
  await panel.getByRole('button', { name: '141 other values' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(100);
  await panel.getByRole('button', { name: '49 other values' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(149);
});

test('a number field shows its distribution and filters by a range', { tag: '@long' }, async ({ page, service }) => {
  await openValues(page, service);
  await opener(page, 'n').click();
  const panel = valuesOf(page, 'n');
  await expect(panel.getByText('0 to 19, mean 9.5')).toBeVisible();
  // the 20 documents seen have 20 values, but all 60 documents repeat them
  await expect(panel.getByText('Counted in all 60 documents of this query.')).toBeVisible();
  await expect(panel.getByText(/all different/)).toHaveCount(0);
  await expect(panel.getByRole('button', { name: '15 other values' })).toBeVisible();
  await panel.getByRole('slider', { name: 'n from' }).press('PageUp');
  await panel.getByRole('button', { name: 'Only this range of n' }).click();
  await expect(getFieldInput(page, 2)).toHaveValue('n');

  await opener(page, 'rare').click();
  await expect(valuesOf(page, 'rare').getByText('true / false, in 10 documents of 20 seen')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener(page, 'rare')).toBeFocused();
});
