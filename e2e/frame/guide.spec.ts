import type { Page } from 'playwright/test';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';

const GUIDE = 'Guide to this page';
const sheet = (page: Page) => page.getByRole('dialog', { name: GUIDE });
const task = (page: Page, name: string) => sheet(page).getByRole('region', { name });

test('the guide of a page opens from everywhere, with the same text', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  const ways: Record<string, () => Promise<void>> = {
    keys: async () => {
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('?');
      await page.getByRole('button', { name: GUIDE }).click();
    },
    'menu of the page': async () => {
      await page.getByRole('button', { name: 'More list actions' }).click();
      await page.getByRole('menuitem', { name: GUIDE }).click();
    },
    'menu of the connection': async () => {
      await page.getByRole('button', { name: /^Connection |, connection$/ }).click();
      await page.getByRole('menuitem', { name: GUIDE }).click();
    },
    palette: async () => {
      await page.keyboard.press('Control+k');
      await findGuide(page);
    },
  };
  for (const [way, open] of Object.entries(ways)) {
    await open();
    await expect(task(page, 'Find the devices that stopped reporting'), way).toContainText(
      'Press Filter, choose lastPairedAt',
    );
    await page.keyboard.press('Escape');
    await expect(sheet(page), way).toBeHidden();
    await expect(page.locator('body'), way).not.toBeFocused();
  }

  // the guide of another page can be selected; each page starts with its default guide
  await ways['palette']?.();
  await sheet(page).getByRole('combobox', { name: 'Guide' }).selectOption('Datastore');
  await expect(task(page, 'Find out why nothing was found')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const [path, words] of [
    ['/', 'See how many devices report'],
    ['/connections', 'Use several services'],
    ['/about', 'Open anything'],
  ] as const) {
    await page.goto(path);
    // clicks, because a key could be pressed before the new page handles keys
    await page.getByRole('button', { name: 'Go to', exact: true }).click();
    await findGuide(page);
    await expect(task(page, words)).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

async function findGuide(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Command' }).fill('guide to this');
  await page.keyboard.press('Enter');
}
