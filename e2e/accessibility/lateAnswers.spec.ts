import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';

/** Holds back requests to a URL. @returns a function that lets them pass */
async function hold(page: Page, url: string): Promise<() => void> {
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  await page.route(url, async (route) => {
    await passed;
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
