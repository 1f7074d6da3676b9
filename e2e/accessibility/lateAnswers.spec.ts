import type { Page } from 'playwright/test';
import { recordAnnouncements, takeAnnouncementsUntil } from '#e2e/helpers/announcements.ts';
import { openDatastore } from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';

/**
 * Holds back matching requests.
 * @returns a function that lets them pass
 */
async function hold(page: Page, url: string, isHeld: (body: string) => boolean = () => true): Promise<() => void> {
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  await page.route(url, async (route) => {
    if (isHeld(route.request().postData() ?? '')) await passed;
    await route.continue();
  });
  return () => pass();
}

for (const code of ['lazyPanels', 'panels']) {
  test(`keys typed while ${code} loads go to the filter search`, { tag: '@long' }, async ({ page, service }) => {
    const pass = await hold(page, `**/${code}-*.js`);
    const asked = page.waitForRequest(`**/${code}-*.js`);
    await openSignedIn(page, service, '/devices');
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('f');
    await page.keyboard.type('off');
    await asked;
    pass();
    const find = page.getByRole('dialog', { name: 'Filter' }).getByRole('combobox', { name: 'Add a filter' });
    await expect(find).toBeFocused();
    await page.keyboard.type('line');
    await expect(find).toHaveValue('offline');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeHidden();
    await page.keyboard.press('f');
    await expect(find).toHaveValue('');
  });
}

test('Next page announces its check, and then continues', { tag: '@long' }, async ({ page, service }) => {
  const pass = await hold(page, '**/datastore/pipeline?*', (body) => JSON.parse(body).nPage === 2);
  await recordAnnouncements(page);
  await openDatastore(page, service);
  await expect(page.getByText('rows 1–20')).toBeVisible();
  await takeAnnouncementsUntil(page, /rows 1–20/);
  const next = page.getByRole('button', { name: 'Next page' });
  await expect(next).toBeDisabled();
  await next.press('Enter');
  expect(await takeAnnouncementsUntil(page, /next page/)).toEqual(['Checking for a next page']);
  pass();
  await expect(page.getByText('rows 21–40')).toBeVisible();
  await expect(next).toBeFocused();
});
