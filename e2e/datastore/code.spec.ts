import type { Page } from 'playwright/test';
import { LOGS } from '#e2e/kit/datastore.ts';
import { expect, type Service, test } from '#e2e/kit/fixtures.ts';
import { openSignedIn, signIn } from '#e2e/kit/session.ts';
import { GONE, Wire } from '#e2e/kit/wire.ts';
import { datastorePath } from '#paths/datastore.ts';

/** Code that is loaded when it is wanted, while the service does not give it: the page stays, and asks again. */

const QUERY = { ...LOGS, pipeline: [{ type: 'match', filter: { level: 'info' } }] };
const unloaded = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' });
const again = (page: Page) => unloaded(page).getByRole('button', { name: 'Try again' });

/** Signed in where the code of one chunk does not come until it is `back`. */
async function without(page: Page, service: Service, chunk: string) {
  let gone = true;
  const file = new RegExp(`/${chunk}-[^/]*\\.js`);
  const wire = await new Wire(service.url, (line) => (gone && file.test(line) ? GONE : undefined)).open();
  await openSignedIn(page, service, `${wire.url}${datastorePath(QUERY)}`);
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  return {
    close: () => wire.close(),
    back: () => {
      gone = false;
    },
  };
}

test('the JSON editor and the chart are missed in their place alone', async ({ page, service }) => {
  for (const [chunk, group, choice] of [
    ['JsonEditor', 'Editor', 'JSON'],
    ['ResultChart', 'View', 'Chart'],
  ] as const) {
    const wire = await without(page, service, chunk);
    await page.getByRole('radiogroup', { name: group, exact: true }).getByText(choice).click();
    await expect(unloaded(page)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue('logs');
    wire.back();
    await again(page).click();
    await expect(unloaded(page)).toHaveCount(0);
    const there = chunk === 'JsonEditor' ? page.getByRole('textbox', { name: /JSON/ }) : page.getByRole('slider');
    await expect(there).toBeVisible();
    await wire.close();
  }
});

test('a popover that is missed says so, can be closed, and opens when it is asked for again', async ({
  page,
  service,
}) => {
  const wire = await without(page, service, 'PopoverPanel');
  const opener = page.getByRole('button', { name: 'Export', exact: true });
  await opener.click();
  await unloaded(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(unloaded(page)).toHaveCount(0);
  await opener.click();
  await expect(unloaded(page)).toBeVisible();
  wire.back();
  await again(page).click();
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible();
  await page.keyboard.press('Escape');
  await opener.click();
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible();
  await wire.close();
});

test('a menu and the drawer of a document are missed without a harm', async ({ page, service }) => {
  const menu = await without(page, service, 'MenuPanel');
  await page.getByRole('button', { name: 'More for stage 1' }).click();
  await expect(unloaded(page)).toBeVisible();
  menu.back();
  await again(page).click();
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await menu.close();
  const drawer = await without(page, service, 'DrawerPanel');
  await page.locator('[aria-rowindex="2"] > [aria-colindex="1"]').click();
  await page.keyboard.press('p');
  await expect(unloaded(page)).toBeVisible();
  drawer.back();
  await again(page).click();
  await expect(page.getByRole('dialog').getByText('1 of 20')).toBeVisible();
  await drawer.close();
});

test('the JSON editor looks as it should where code runs before the head of the page is read', async ({
  page,
  service,
}) => {
  await signIn(page, service, datastorePath(QUERY));
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  const code = page.waitForResponse(/\/DatastorePage-[^/]*\.js/);
  await page.route('**/color-scheme.js', async (route) => {
    // it has run when it can be imported again
    const address = (await code).url();
    await page.evaluate((url) => import(url), address);
    await route.continue();
  });
  await page.reload();
  await page.getByRole('radiogroup', { name: 'Editor', exact: true }).getByText('JSON').click();
  // a style that the content policy drops fails the test too
  await expect(page.getByRole('textbox', { name: 'Pipeline as JSON' })).toHaveCSS('white-space', 'break-spaces');
});
