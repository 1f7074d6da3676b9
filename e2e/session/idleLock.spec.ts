import type { Page } from 'playwright/test';
import { recordAnnouncements, takeAnnouncements } from '#e2e/helpers/announcements.ts';
import { expect, signIn, test } from '#e2e/helpers/fixtures.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';

const MINUTE = 60_000;
const UNTIL_WARNING_MS = 14 * MINUTE + 5000;

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'The session is about to lock' });

test('an idle session warns, one click extends it, and then it locks and keeps the page', async ({ page, service }) => {
  await page.clock.install();
  await recordAnnouncements(page);
  await signIn(page, service, '/datastore?collection=logs');
  await page.clock.fastForward(UNTIL_WARNING_MS);
  await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expect(warning(page)).toHaveAccessibleDescription(/^Locks in 60 seconds\./);
  await warning(page).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning(page)).toBeHidden();

  await page.clock.fastForward(UNTIL_WARNING_MS);
  await expect(warning(page)).toBeVisible();
  await takeAnnouncements(page);
  for (let second = 0; second < 30; second++) await page.clock.runFor(1000);
  // the dialog's description is read when it opens
  const said = (await takeAnnouncements(page)).map(({ text }) => text);
  expect(said).toEqual(['Locks in 45 seconds.', 'Locks in 30 seconds.']);
  await page.clock.fastForward(2 * MINUTE);
  await expect(page.getByText('Locked after 15 minutes without activity.')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await signIn(page, service, page.url());
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);
});

test('activity in a tab keeps others open', { tag: ['@firefox', '@long'] }, async ({ page, context, service }) => {
  await page.clock.install();
  await signIn(page, service);
  const other = await context.newPage();
  await other.goto('/datastore');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await page.clock.fastForward(UNTIL_WARNING_MS);
  await expect(warning(page)).toBeVisible();
  // any key that the dialog's buttons do not handle
  await other.keyboard.press('ArrowDown');
  await expect(warning(page)).toBeHidden();
});

test('the warning returns the focus or locks', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await page.clock.install();
  await signIn(page, service, '/datastore?collection=logs');
  const collection = page.getByRole('combobox', { name: 'Collection' });
  await collection.focus();
  await page.clock.fastForward(UNTIL_WARNING_MS);
  await expect(warning(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(warning(page)).toBeHidden();
  await expect(collection).toBeFocused();
  await page.clock.fastForward(UNTIL_WARNING_MS);
  await warning(page).getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
  await expect(page.getByLabel('API key')).toBeFocused();
});

test('overlays under the warning stay open', { tag: '@long' }, async ({ page, service }) => {
  await page.clock.install();
  await signIn(page, service);
  await page.keyboard.press('Control+k');
  const command = page.getByRole('combobox', { name: 'Command' });
  await command.fill('drone');
  await page.clock.fastForward(UNTIL_WARNING_MS);
  await expect(warning(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(warning(page)).toBeHidden();
  await expect(command).toHaveValue('drone');
  await page.keyboard.press('Escape');
  await expect(command).toBeHidden();

  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  await page.clock.fastForward(UNTIL_WARNING_MS);
  await warning(page).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning(page)).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
});

test('“Use another connection” focuses the list', { tag: '@long' }, async ({ page, service }) => {
  await signIn(page, service, '/about');
  await chooseFromMenu(page, /, connection$/, 'Lock');
  await page.getByRole('button', { name: 'Use another connection' }).press('Enter');
  await expect(page.getByRole('radio', { name: /^This service/ })).toBeFocused();
});
