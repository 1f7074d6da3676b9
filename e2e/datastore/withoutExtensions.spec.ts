import { getButton, getStageHeadings, openDatastore, showView } from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { setHostExtensions } from '#e2e/helpers/page.ts';

test.beforeEach(({ page, service }) => setHostExtensions(page, service, []));

test('offers neither operators nor sort, and the example uses neither', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await page.getByRole('button', { name: 'Start from an example' }).click();
  await expect(getStageHeadings(page)).toHaveText([/1 Match/, /2 Project/]);
  await expect(page.getByText('extension', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Type, stage 1 condition 1' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Operator, stage 1 condition 1' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sort: add stage' })).toHaveCount(0);
});

test('following adds no sort, and a range in the chart no match', { tag: '@long' }, async ({ page, service }) => {
  const documents = [1, 2, 3].map((n) => ({ documentID: `d${n}`, time: Date.UTC(2026, 0, n), n }));
  await service.seed({ documents: { few: documents } });
  await openDatastore(page, service, { collection: 'few' });
  const follow = getButton(page, 'Follow');
  await expect(follow).toHaveAttribute('data-tip', /in the service’s order/);
  await follow.click();
  await expect(page.getByText('following, 0 new')).toBeVisible();
  await expect(getStageHeadings(page)).toHaveCount(0);
  await follow.click();
  await showView(page, 'Chart');
  await page.getByRole('slider', { name: /^Chart of n/ }).press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText('This service can only match exact values, not ranges.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filter by this range' })).toHaveCount(0);
});

test('operators and sort from a link stay, marked as extensions', { tag: '@long' }, async ({ page, service }) => {
  const match = { type: 'match', filter: { temperature: { $gt: 20 } } };
  await openDatastore(page, service, { pipeline: [match, { type: 'sort', specs: { time: -1 } }] });
  await expect(getStageHeadings(page)).toHaveText([/1 Match/, /2 Sort/]);
  await expect(page.getByText('extension', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Operator, stage 1 condition 1' })).toHaveValue('above');
});
