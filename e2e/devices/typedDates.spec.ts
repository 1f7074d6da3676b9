import type { Page } from 'playwright/test';
import { findAxeViolations } from '#e2e/accessibility/axe.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/mockServiceResponse.ts';

const from = (page: Page) => page.getByRole('textbox', { name: 'lastPairedAt from' });
const to = (page: Page) => page.getByLabel('to (inclusive)');

async function openTimes(page: Page) {
  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('button', { name: 'lastPairedAt' }).click();
  return filter;
}

test('filters by a date typed digit by digit', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await openSignedIn(page, service);
  await openTimes(page);
  await to(page).focus();
  await page.keyboard.type('2025-11-16', { delay: 120 });
  await expect(to(page)).toHaveValue('2025-11-16');
  await expect(page).toHaveURL(new RegExp(String(Date.UTC(2025, 10, 17) - 1)));
  await from(page).focus();
  await page.keyboard.type('20250201');
  await from(page).blur();
  await expect(from(page)).toHaveValue('2025-02-01');
  await expect(to(page)).toHaveValue('2025-11-16');
  const expected = service.devices.filter(
    ({ record: { lastPairedAt } }) => lastPairedAt >= Date.UTC(2025, 1, 1) && lastPairedAt < Date.UTC(2025, 10, 17),
  ).length;
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(expected + 1));
});

test('filters by relative times, which stay relative in the link', { tag: '@long' }, async ({ page, service }) => {
  const days = (count: number) => Date.now() - count * 86_400_000;
  const expectRows = async (passes: (time: number) => boolean) => {
    const found = service.devices.filter(({ record: { lastPairedAt } }) => lastPairedAt > 0 && passes(lastPairedAt));
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(found.length + 1));
  };
  await openSignedIn(page, service);
  const filter = await openTimes(page);
  await filter.getByLabel('When').selectOption('more than … ago');
  await expect(page).toHaveURL(/#before\.lastPairedAt=7d$/);
  await expectRows((time) => time < days(7));
  await filter.getByLabel('Age').fill('200');
  await expectRows((time) => time < days(200));
  await filter.getByLabel('Age').fill('');
  await expect(filter.getByText('The previous number still applies')).toBeVisible();
  await filter.getByLabel('When').selectOption('in the last …');
  await filter.getByLabel('Age').fill('400');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'lastPairedAt in the last 400 days' })).toBeVisible();
  await expectRows((time) => time >= days(400));
  await page.reload();
  await expectRows((time) => time >= days(400));
});

test('ignores and reports an incomplete year', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  const filter = await openTimes(page);
  await to(page).focus();
  await page.keyboard.type('0020-11-16');
  await expect(to(page)).toHaveValue('0020-11-16');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(service.devices.length + 1));
  await from(page).focus();
  await expect(filter.getByText('This date is incomplete and is ignored.')).toBeVisible();
  await expect(to(page)).toHaveValue('0020-11-16');
  await to(page).fill('2025-11-16');
  await expect(filter.getByText('This date is incomplete')).toHaveCount(0);
  await from(page).fill('2025-11-17');
  await expect(filter.getByText('The end is before the start, so nothing matches.')).toBeVisible();
  await from(page).fill('');
  await to(page).fill('');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(service.devices.length + 1));
});

test('selects a day in the calendar by keyboard or click', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  const filter = await openTimes(page);
  await to(page).fill('2025-11-16');
  await page.keyboard.press('Alt+ArrowDown');
  const calendar = filter.getByRole('grid', { name: 'November 2025' });
  const day = (name: string) => filter.getByRole('button', { name, exact: true });
  await expect(day('Sunday, November 16, 2025')).toBeFocused();
  await expect(day('Sunday, November 16, 2025')).toHaveAttribute('aria-pressed', 'true');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await expect(day('Sunday, November 9, 2025')).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(day('Thursday, October 9, 2025')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(day('Monday, October 6, 2025')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(to(page)).toHaveValue('2025-10-06');
  await expect(page).toHaveURL(new RegExp(String(Date.UTC(2025, 9, 7) - 1)));
  await expect(filter.getByRole('button', { name: 'Calendar' }).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await filter.getByRole('button', { name: 'Next month' }).click();
  await expect(calendar).toBeVisible();
  await day('Monday, November 3, 2025').click();
  await expect(to(page)).toHaveValue('2025-11-03');
  await filter.getByRole('button', { name: 'Calendar' }).first().click();
  await expect(filter.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(filter.getByRole('grid')).toHaveCount(0);
  await expect(filter).toBeVisible();
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });
  test('the bars of the time filter use the time zone of the page', { tag: '@long' }, async ({ page, service }) => {
    const time = Date.UTC(2026, 4, 10);
    await mockDeviceList(service, [
      createDeviceRecord('A', { lastPairedAt: time }),
      createDeviceRecord('B', { lastPairedAt: time + 3 * 86_400_000 }),
    ]);
    await openSignedIn(page, service, '/devices?time=utc');
    const filter = await openTimes(page);
    await expect(filter.getByText('Days in UTC')).toBeVisible();
    await expect(filter.getByRole('group', { name: /^lastPairedAt: 13 bars, 2026-05-10 00:00 to/ })).toBeVisible();
  });
});
