import { ActionCounter } from '#e2e/helpers/actionCounter.ts';
import { waitForConnectivity } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';

/**
 * Maximum number of key presses per task. The values in a query are not counted. The focus starts where the page sets
 * it.
 */
const MOST = { export: 40, watch: 25, query: 60 };

test('exports devices found by filters typed by keyboard', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await waitForConnectivity(page);
  const keys = new ActionCounter(page);
  await keys.press('f');
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await expect(filter.locator(':focus')).toHaveCount(1);
  const filters = page.getByRole('group', { name: 'Filters' });
  const find = filter.getByRole('combobox', { name: 'Add a filter' });
  const add = async (letters: string, words: string, place: number) => {
    await keys.type(letters);
    const option = page.getByRole('option', { name: words, exact: true });
    await expect(option).toBeVisible();
    await keys.press(...Array(place).fill('ArrowDown'));
    await expect(find).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? 'none');
    await keys.press('Enter');
    await expect(find).toHaveValue('');
  };
  await add('off', 'connectivity: offline', 1);
  await add('pai', 'paired: paired', 1);
  await add('e-01', 'productID: DRONE-01', 1);
  await add('30', 'lastPairedAt: more than 30 days ago', 2);
  for (const words of ['connectivity is offline', 'paired is paired', 'productID is DRONE-01']) {
    await expect(filters.getByRole('button', { name: words, exact: true })).toBeVisible();
  }
  await expect(filters.getByText(/more than 30 days ago/)).toBeVisible();
  await keys.press('Escape');
  await keys.press('ControlOrMeta+k');
  await keys.type('exp');
  await expect(page.getByRole('option', { name: 'Export', exact: true })).toHaveAttribute('aria-selected', 'true');
  await keys.press('Enter');
  const toFile = page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: /^Export [\d,]+ rows?$/ });
  await expect(page.getByRole('dialog', { name: 'Export' }).locator(':focus')).toHaveCount(1);
  await expect(toFile).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download', (download) => download.suggestedFilename().endsWith('.csv')),
    keys.press('Enter'),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(keys.keyCount, 'keys').toBeLessThanOrEqual(MOST.export);
});

test('watches one field of a device', { tag: '@long' }, async ({ page, service }) => {
  const { deviceID = '' } = service.devices[3]?.record ?? {};
  // the part of the ID that is unique
  const part = deviceID.slice(-5);
  expect(service.devices.filter(({ record }) => record.deviceID.includes(part))).toHaveLength(1);
  await openSignedIn(page, service, '/');
  const keys = new ActionCounter(page);
  await keys.press('ControlOrMeta+k');
  await keys.type(part);
  await expect(page.getByRole('option', { name: new RegExp(`${deviceID}`) }).nth(0)).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByRole('region', { name: 'One field' })).toBeVisible();
  await keys.focus(page.getByRole('combobox', { name: 'Field', exact: true }), 'F6');
  await keys.type('status');
  await keys.press('Enter');
  await keys.focus(page.getByRole('button', { name: 'Watch' }));
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Stop watching' })).toBeVisible();
  expect(keys.keyCount, 'keys').toBeLessThanOrEqual(MOST.watch);
});

test('runs a query of two stages and opens page 3', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  const keys = new ActionCounter(page);
  const part = (label: string, row = 1) => page.getByRole('combobox', { name: `${label} condition ${row}` });
  await keys.press('/');
  await keys.type('logs');
  // fields and types are known after the first page
  await keys.press('Enter');
  await expect(page.getByText('rows 1–20')).toBeVisible();
  await keys.focus(page.getByRole('button', { name: 'Match: add stage' }));
  await keys.press('Enter');
  await expect(part('Field, stage 1')).toBeFocused();
  await keys.type('signal');
  await keys.focus(page.getByLabel('Value, stage 1 condition 1'));
  await page.keyboard.type('-63');
  await keys.focus(page.getByRole('button', { name: 'Condition: add to stage 1' }));
  await keys.press('Enter');
  await expect(part('Field, stage 1', 2)).toBeFocused();
  await keys.type('level');
  await keys.focus(page.getByLabel('Value, stage 1 condition 2'));
  await page.keyboard.type('info');
  await keys.focus(page.getByRole('button', { name: 'Project: add stage' }));
  await keys.press('Enter');
  await keys.type('time');
  await keys.press('Enter');
  await keys.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/project/);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await keys.press('F6');
  await keys.focus(page.getByRole('button', { name: 'Next page' }));
  await keys.press('Enter');
  await expect(page.getByText('rows 21–40')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await keys.press('Enter');
  await expect(page.getByText('rows 41–60')).toBeVisible();
  expect(keys.keyCount, 'keys').toBeLessThanOrEqual(MOST.query);
});
