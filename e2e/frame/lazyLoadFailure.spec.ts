import type { Page } from 'playwright/test';
import { getFirstRow } from '#e2e/helpers/deviceList.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { NetworkFaultProxy, NOT_FOUND_RESPONSE } from '#e2e/helpers/networkFaultProxy.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';

const unloaded = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' });
const again = (page: Page) => unloaded(page).getByRole('button', { name: 'Try again' });

async function withoutPanels(page: Page, service: Service) {
  let [gone, failures] = [true, 0];
  const wire = await new NetworkFaultProxy(service.url, (line) => {
    if (!gone || !/\/panels-[^/]*\.js/.test(line)) return undefined;
    failures++;
    return NOT_FOUND_RESPONSE;
  }).open();
  await openSignedIn(page, service, `${wire.url}/devices`);
  await expect(getFirstRow(page)).toBeVisible();
  return {
    close: () => wire.close(),
    back: () => {
      // the code was requested, and is what the user waits for
      expect(failures).toBeGreaterThan(0);
      gone = false;
    },
  };
}

test('a popover that fails to load shows an error, can be closed, and opens on retry', async ({ page, service }) => {
  const wire = await withoutPanels(page, service);
  const opener = page.getByRole('button', { name: /, connection$/ });
  await opener.click();
  await unloaded(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(unloaded(page)).toHaveCount(0);
  await opener.click();
  await expect(unloaded(page)).toBeVisible();
  wire.back();
  await again(page).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await opener.click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await wire.close();
});

test('a menu and a dialog that fail to load cause no other errors', { tag: '@long' }, async ({ page, service }) => {
  const wire = await withoutPanels(page, service);
  await page.getByRole('button', { name: 'More list actions' }).click();
  await expect(unloaded(page)).toBeVisible();
  await unloaded(page).getByRole('button', { name: 'Dismiss' }).click();
  // the focus is on the next control, which may take text
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await expect(unloaded(page)).toBeVisible();
  wire.back();
  await again(page).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More list actions' }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await wire.close();
});
