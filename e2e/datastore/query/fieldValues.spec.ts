import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { getTaskTrayItem, setHostExtensions } from '#e2e/helpers/page.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

test.use({ viewport: { width: 1440, height: 1200 } });

const LEVELS = ['info', 'info', 'warning', null];

const DOCUMENTS = Array.from({ length: 60 }, (_, n) => ({
  documentID: `d${String(n).padStart(2, '0')}`,
  level: LEVELS[n % 4],
  n: n % 20,
  ...(n < 10 && { rare: true }),
}));

async function openValues(page: Page, service: Service): Promise<void> {
  await service.seed({ documents: { values: DOCUMENTS } });
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'values' }));
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
}

const valuesOf = (page: Page, field: string) => page.getByRole('dialog', { name: `Values of ${field}` });
const opener = (page: Page, field: string) => page.getByRole('button', { name: `${field}: values`, exact: true });
const stages = (page: Page) => page.getByRole('list', { name: 'Stages' }).getByRole('heading');
const field = (page: Page, at: string) => page.getByRole('combobox', { name: `Field, ${at}` });

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
  await expect(field(page, 'stage 1 condition 1')).toHaveValue('level');
  await expect(page.getByRole('textbox', { name: 'Value, stage 1 condition 1' })).toHaveValue('warning');

  // "only" replaces the previous value; "not" is added to it
  await opener(page, 'level').click();
  await panel.getByRole('button', { name: 'Only where level is "info"' }).click();
  await expect(page.getByRole('textbox', { name: 'Value, stage 1 condition 1' })).toHaveValue('info');
  for (const value of ['"warning"', 'null']) {
    await opener(page, 'level').click();
    await panel.getByRole('button', { name: `Exclude where level is ${value}` }).click();
  }
  await expect(stages(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('rows 1–20, more')).toBeVisible();
  // ten of these twenty were seen before
  await expect(page.getByText('in 30 documents of values')).toBeVisible();
});

test('counts values in the whole collection on demand, and cancels the count', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await setHostExtensions(page, service, ['operators', 'sort']);
  await openValues(page, service);
  await opener(page, 'level').click();
  const panel = valuesOf(page, 'level');
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
  await panel.getByRole('button', { name: 'Count these 3' }).click();
  await expect(panel.getByText('Counting: 0 of 3')).toBeVisible();
  // continues on other pages
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(getTaskTrayItem(page, 'Values of level')).toBeVisible();
  await page.goBack();
  await opener(page, 'level').click();
  await expect(panel.getByText('Counting: 0 of 3')).toBeVisible();
  await panel.getByRole('button', { name: 'Cancel counting values' }).click();
  await panel.getByRole('button', { name: 'Count these 3' }).click();
  await expect(panel.getByText(/^Counted in all 60 documents, \d+ requests\.$/)).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveText([/info30, 50 %/, /warning15, 25 %/, /null15, 25 %/]);
});

test('other values of a query can be opened', { tag: '@long' }, async ({ page, service }) => {
  const documents = Array.from({ length: 300 }, (_, n) => ({ documentID: `m${n}`, code: `c${n % 150}` }));
  await service.seed({ documents: { codes: documents } });
  const pipeline = [{ type: 'match', filter: { code: { $ne: 'c0' } } }];
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'codes', pipeline }));
  await opener(page, 'code').click();
  const panel = valuesOf(page, 'code');
  await expect(panel.getByText('Counted in all 298 documents of this query.')).toBeVisible();
  await panel.getByRole('button', { name: '141 other values' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(100);
  await panel.getByRole('button', { name: '49 other values' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(149);
});

test('a number field shows its distribution, filters by a range, and Escape returns the focus', {
  tag: '@long',
}, async ({ page, service }) => {
  await openValues(page, service);
  await opener(page, 'n').click();
  const panel = valuesOf(page, 'n');
  await expect(panel.getByText('0 to 19, median 9.5')).toBeVisible();
  await panel.getByRole('slider', { name: 'n from' }).press('PageUp');
  await panel.getByRole('button', { name: 'Only this range of n' }).click();
  await expect(field(page, 'stage 1 condition 2')).toHaveValue('n');

  await opener(page, 'rare').click();
  await expect(valuesOf(page, 'rare').getByText('true / false, in 10 documents of 20 seen')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener(page, 'rare')).toBeFocused();
});
