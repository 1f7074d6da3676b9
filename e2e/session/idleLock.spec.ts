import { recordAnnouncements, takeAnnouncements } from '#e2e/helpers/announcements.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { signIn } from '#e2e/helpers/session.ts';

const MINUTE = 60_000;

test('an idle session warns, one click extends it, and then it locks and keeps the page', async ({ page, service }) => {
  await page.clock.install();
  await recordAnnouncements(page);
  await signIn(page, service, '/datastore?collection=logs');
  await page.clock.fastForward(14 * MINUTE + 5000);
  const warning = page.getByRole('alertdialog', { name: 'The session is about to lock' });
  await expect(warning.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expect(warning).toHaveAccessibleDescription(/^Locks in 60 seconds\./);
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();

  await page.clock.fastForward(14 * MINUTE + 5000);
  await expect(warning).toBeVisible();
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

test('a session ends after 8 hours, even with activity', async ({ page, service }) => {
  await page.clock.install();
  await signIn(page, service);
  for (let quarter = 0; quarter < 8 * 6; quarter++) {
    await page.clock.fastForward(10 * MINUTE);
    await page.keyboard.press('Shift');
  }
  await page.clock.fastForward(1000);
  await expect(page.getByText('Your session reached its limit of 8 hours.')).toBeVisible();
});

test('activity in one tab keeps the others from locking', { tag: ['@firefox', '@long'] }, async ({
  page,
  context,
  service,
}) => {
  await page.clock.install();
  await signIn(page, service);
  const other = await context.newPage();
  await other.goto('/datastore');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await page.clock.fastForward(14 * MINUTE + 5000);
  const warning = page.getByRole('alertdialog', { name: 'The session is about to lock' });
  await expect(warning).toBeVisible();
  // any key that the dialog's buttons do not handle
  await other.keyboard.press('ArrowDown');
  await expect(warning).toBeHidden();
});

test('the warning returns the focus, and can lock at once', { tag: ['@firefox', '@long'] }, async ({
  page,
  service,
}) => {
  await page.clock.install();
  await signIn(page, service, '/datastore?collection=logs');
  const collection = page.getByRole('combobox', { name: 'Collection' });
  await collection.focus();
  await page.clock.fastForward(14 * MINUTE + 5000);
  const warning = page.getByRole('alertdialog', { name: 'The session is about to lock' });
  await expect(warning).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(warning).toBeHidden();
  await expect(collection).toBeFocused();
  await page.clock.fastForward(14 * MINUTE + 5000);
  await warning.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
  await expect(page.getByLabel('API key')).toBeFocused();
});

test('overlays under the warning stay open after it closes, by keyboard or click', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await page.clock.install();
  await signIn(page, service);
  const warning = page.getByRole('alertdialog', { name: 'The session is about to lock' });
  await page.keyboard.press('Control+k');
  const command = page.getByRole('combobox', { name: 'Command' });
  await command.fill('drone');
  await page.clock.fastForward(14 * MINUTE + 5000);
  await expect(warning).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(warning).toBeHidden();
  await expect(command).toHaveValue('drone');
  await page.keyboard.press('Escape');
  await expect(command).toBeHidden();

  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  await page.clock.fastForward(14 * MINUTE + 5000);
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
});

test('“Use another connection” on the lock screen focuses the list of connections', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await signIn(page, service, '/about');
  await page.getByRole('button', { name: /, connection$/ }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await page.getByRole('button', { name: 'Use another connection' }).press('Enter');
  await expect(page.getByRole('radio', { name: /^This service/ })).toBeFocused();
});
