import type { Locator, Page } from 'playwright/test';
import { getLiveRegion } from '#e2e/helpers/announcements.ts';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';
import { seedIrregularDevices } from './seedIrregularDevices.ts';

async function openFilter(page: Page, service: Service, count = 3_000) {
  const { credentials, devices } = await seedIrregularDevices(service, count);
  await openSignedIn(page, credentials, LINK);
  await expect(page.getByRole('rowheader').nth(0)).toBeVisible();
  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  return { panel: page.getByRole('dialog', { name: 'Filter' }), devices };
}

const LINK = '/devices?column=deviceID&column=battery&column=charging&column=lastSeenAt';

const shown = (page: Page, count: number) =>
  expect(page.getByRole('grid', { name: 'Devices' })).toHaveAttribute('aria-rowcount', String(count + 1));

test('filters numbers by range, by a histogram, and by value', { tag: '@long' }, async ({ page, service }) => {
  const { panel, devices } = await openFilter(page, service);
  const count = (passes: (battery: unknown) => boolean) => devices.filter(({ battery }) => passes(battery)).length;
  const isBetween = (from: number, to: number) => count((one) => typeof one === 'number' && one >= from && one <= to);
  await panel.getByRole('button', { name: 'battery' }).click();
  await expect(panel.getByRole('group', { name: /^battery: \d+ bars, 0 to 4 to 105 or more, most in / })).toBeVisible();
  const others = count((one) => typeof one === 'string');
  const missing = count((one) => one === undefined);
  const words = `${(3_000 - missing - others).toLocaleString('en')} numbers, ${missing} without a value, ${others} of another type`;
  await expect(panel.getByText(words)).toBeVisible();
  const from = panel.getByRole('textbox', { name: 'battery from' });
  await from.fill('20');
  await panel.getByRole('textbox', { name: 'to (inclusive)' }).fill('29');
  await expect(page).toHaveURL(/#from\.battery=20&to\.battery=29$/);
  await shown(page, isBetween(20, 29));
  await expect(page.getByRole('group', { name: 'Filters' }).getByText('battery from 20 to 29')).toBeVisible();
  // an invalid number shows an error and keeps the last value
  await from.fill('twenty');
  await expect(panel.getByText('This is not a number.')).toBeVisible();
  await from.fill('30');
  await expect(panel.getByText('The end is below the start, so nothing matches.')).toBeVisible();
  await from.fill('');
  await shown(page, isBetween(Number.NEGATIVE_INFINITY, 29));
  await from.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(panel.getByRole('slider', { name: 'battery from' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/#from\.battery=5&to\.battery=29$/);
  await expect(from).toHaveValue('5');
  await panel.getByRole('combobox', { name: 'Devices without a value' }).selectOption('show only these');
  await shown(page, missing);
  await expect(page.getByRole('group', { name: 'Filters' }).getByText('battery has no value')).toBeVisible();
  await panel.getByRole('button', { name: 'Clear battery' }).click();
  await panel.getByRole('radio', { name: 'Values' }).check();
  await expect(panel.getByRole('listitem').nth(0)).toHaveText(new RegExp(`^none\\s*${missing}$`));
  // the least frequent of more than 100 values
  await panel.getByRole('searchbox', { name: 'Search battery' }).fill('low');
  await panel.getByRole('checkbox', { name: /^“low” \(text\)/ }).check();
  await shown(page, others);
});

test('filters times, flags and objects of custom fields', { tag: '@long' }, async ({ page, service }) => {
  const { panel, devices } = await openFilter(page, service);
  await panel.getByRole('button', { name: 'lastSeenAt' }).click();
  await expect(
    panel.getByRole('group', { name: /^lastSeenAt: \d+ bars, 2026-02-23 to 2026-03-30, most/ }),
  ).toBeVisible();
  await panel.getByRole('combobox', { name: 'When' }).selectOption('more than … ago');
  await expect(page).toHaveURL(/#before\.lastSeenAt=7d$/);
  await panel.getByRole('combobox', { name: 'Devices with “never”' }).selectOption('show only these');
  await shown(page, devices.filter(({ lastSeenAt }) => lastSeenAt === null).length);
  await panel.getByRole('button', { name: 'Clear lastSeenAt' }).click();
  // same icon in the filter and in the grid
  await panel.getByRole('button', { name: 'charging' }).click();
  const yes = page.getByRole('checkbox', { name: /^yes\s/ });
  const sign = (within: Locator) =>
    within.locator('[data-word="yes"]').evaluate((word) => getComputedStyle(word, '::before').maskImage);
  await expect(panel.locator('[data-word="yes"]')).toHaveText('yes');
  expect(await sign(panel.getByRole('listitem').filter({ has: yes }))).toBe(
    await sign(page.getByRole('gridcell', { name: 'yes', exact: true }).nth(0)),
  );
  await panel.getByRole('button', { name: 'location', exact: true }).click();
  await expect(panel.getByText(/^100 most frequent of 3,000 values in 3,000 devices/)).toBeVisible();
  await panel.getByRole('button', { name: 'charging' }).click();
  // values of other types are separate, also in the link
  await panel.getByRole('checkbox', { name: /^“yes” \(text\)/ }).check();
  await shown(page, devices.filter(({ charging }) => charging === 'yes').length);
  await page.reload();
  await expect(page.getByText('charging is “yes” (text)')).toBeVisible();
  await shown(page, devices.filter(({ charging }) => charging === 'yes').length);
});

test('searches a text field with many values', { tag: '@long' }, async ({ page, service }) => {
  const { panel, devices } = await openFilter(page, service, 20_000);
  await panel.getByRole('button', { name: 'serial' }).click();
  await expect(panel.getByText('100 most frequent of 20,000 values in 20,000 devices')).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveCount(100);
  const find = panel.getByRole('searchbox', { name: 'Search serial' });
  await find.fill('0123-');
  const fitting = devices.filter(({ serial }) => String(serial).includes('0123-'));
  await expect(panel.getByRole('listitem')).toHaveCount(fitting.length);
  await expect(getLiveRegion(page)).toContainText(`${fitting.length} value`);
  await find.fill('SN-000123-');
  await panel.getByRole('checkbox', { name: /^sn-000123-/ }).check();
  await expect(page.getByRole('rowheader')).toHaveText(['D-000123']);
  // chosen values stay listed
  await find.fill('sn-000124-');
  await expect(panel.getByRole('listitem')).toHaveCount(2);
});

test('the age of a time filter follows a filter that is added', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices#within.registeredAt=7d');
  await page
    .getByRole('group', { name: 'Filters' })
    .getByRole('button', { name: /^registeredAt/ })
    .click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await expect(panel.getByRole('textbox', { name: 'Age' })).toHaveValue('7');
  await panel.getByRole('combobox', { name: 'Add a filter' }).fill('30');
  await page.getByRole('option', { name: 'registeredAt: in the last 30 days' }).click();
  await expect(page).toHaveURL(/#within\.registeredAt=30d$/);
  await expect(panel.getByRole('textbox', { name: 'Age' })).toHaveValue('30');
});
