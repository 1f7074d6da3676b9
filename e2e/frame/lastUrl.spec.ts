import type { Page } from 'playwright/test';
import { getDemoDevice } from '#e2e/helpers/devicePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn, signIn } from '#e2e/helpers/session.ts';

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { tagName = '', textContent = '' } = document.activeElement ?? {};
    return tagName === 'H1' ? `H1 ${textContent}` : tagName;
  });
}

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });

test('the sidebar and a device link back to the last URL of a page', { tag: '@firefox' }, async ({ page, service }) => {
  const device = getDemoDevice(service);
  await openSignedIn(page, service, '/devices?type=registered&asc=deviceID');
  await page.getByRole('searchbox', { name: 'Search' }).fill(device.deviceID);
  await expect(page).toHaveURL(/asc=deviceID.*#search=/);
  const left = page.url();

  await pages(page).getByRole('link', { name: 'Datastore' }).click();
  await expect(page).toHaveURL(/\/datastore$/);
  await pages(page).getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(left);

  await page.getByRole('link', { name: device.deviceID, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(left);
});

test('returning to a page restores the last typed text, even after leaving at once', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await page.clock.install();
  await openSignedIn(page, service, '/devices#search=drone');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await expect(search).toHaveValue('drone');
  // the paused clock leaves no time between typing and leaving
  await page.clock.pauseAt(Date.now() + 60_000);
  await search.fill('pump');
  await page.getByRole('link', { name: 'Datastore' }).click();
  await page.clock.resume();
  await expect(page).toHaveURL(/\/datastore/);
  await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Devices' }).click();
  await expect(search).toHaveValue('pump');
});

test('the next user does not see the URLs of the previous one', { tag: '@long' }, async ({ page, service }) => {
  await signIn(page, service, '/devices#search=secret');
  await pages(page).getByRole('link', { name: 'Datastore' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, service, '/datastore');
  await pages(page).getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(/\/devices$/);
});

test('navigation focuses the heading of the new page', { tag: '@long' }, async ({ page, service }) => {
  const device = getDemoDevice(service);
  await signIn(page, service, '/devices');
  await expect.poll(() => focused(page)).toBe('H1 Devices');

  // typed before the palette's code is loaded
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Datastore');
  await expect(page.getByRole('combobox', { name: 'Command' })).toHaveValue('Datastore');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('H1 Datastore');

  await page.goto(`/devices#search=${device.deviceID}`);
  await page.getByRole('link', { name: device.deviceID, exact: true }).click();
  await expect.poll(() => focused(page)).toBe(`H1 ${device.name}`);
  await page.goBack();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect.poll(() => focused(page)).not.toBe('BODY');
});

test('shows “Not found” for unknown and malformed URLs', async ({ page, service }) => {
  await openSignedIn(page, service);
  for (const address of ['/datastore/%', '/about%', '/lost']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not found');
  }
});

test('a URL in uppercase opens the same page', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/DEVICES');
  await expect(page.getByRole('link', { name: 'Devices', exact: true })).toHaveAttribute('aria-current', 'page');
});

test('reports and ignores unknown fields in a link', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?desc=lost&asc=name&column=deviceID&column=gone');
  await expect(page.getByText('and were ignored: desc lost, column gone.')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'gone' })).toHaveCount(0);
  await expect(page.getByText(/^rows 1–\d+ of 2,000 · by name$/)).toBeVisible();
});

test('/ focuses the search and ? lists the shortcuts, but not while typing text', {
  tag: ['@firefox', '@long'],
}, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('grid')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('a/?');
  await expect(search).toHaveValue('a/?');

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Go to', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});
