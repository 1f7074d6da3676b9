import type { Page } from 'playwright/test';
import { announcementsUntil, recordAnnouncements } from '#e2e/kit/announcements.ts';
import { LOGS } from '#e2e/kit/datastore.ts';
import { expect, test } from '#e2e/kit/fixtures.ts';
import { openSignedIn } from '#e2e/kit/session.ts';
import { datastorePath } from '#paths/datastore.ts';

/** Holds back matching requests. @returns a function that lets them pass */
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

for (const code of ['tools', 'panels']) {
  test(`keys typed while the filter waits for ${code} go to its search`, async ({ page, service }) => {
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

test('Next page answers while it is not known to exist, and goes on once it is', async ({ page, service }) => {
  const pass = await hold(page, '**/datastore/pipeline', (body) => /"nPage":2/.test(body));
  await recordAnnouncements(page);
  await openSignedIn(page, service, datastorePath(LOGS));
  await expect(page.getByText('rows 1–20')).toBeVisible();
  await announcementsUntil(page, /rows 1–20/);
  const next = page.getByRole('button', { name: 'Next page' });
  await expect(next).toBeDisabled();
  await next.press('Enter');
  expect(await announcementsUntil(page, /next page/)).toEqual(['Looking for a next page']);
  pass();
  await expect(page.getByText('rows 21–40')).toBeVisible();
  await expect(next).toBeFocused();
});
