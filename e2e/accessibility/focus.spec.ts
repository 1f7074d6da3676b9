import type { Page } from 'playwright/test';
import { recordAnnouncements, takeAnnouncementsUntil } from '#e2e/helpers/announcements.ts';
import { buildDocumentsUrl, openDatastore } from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { buildCompareUrl } from '#urls/compare.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).press('Enter');

test('typing a product keeps focus and text while requests run', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  const product = page.getByRole('combobox', { name: 'Product starts with' });
  await product.pressSequentially('CAM-360', { delay: 20 });
  await expect(page).toHaveURL(/product=CAM-360$/);
  await page.keyboard.type('-PRO');
  await expect(page).toHaveURL(/product=CAM-360-PRO$/);
  await expect(product).toBeFocused();
  await expect(product).toHaveValue('CAM-360-PRO');
});

test('the document drawer is a landmark, which F6 enters and leaves', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await recordAnnouncements(page);
  await openDatastore(page, service);
  const cell = (row: number, column: number) =>
    page.locator(`[aria-rowindex="${row + 1}"]`).locator(`[aria-colindex="${column}"]`);
  await cell(1, 1).click();
  const id = await cell(1, 1).innerText();
  await takeAnnouncementsUntil(page, /rows 1–20/);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('complementary', { name: `Document ${id}` });
  await expect(drawer).toBeVisible();
  await expect(drawer).not.toHaveAttribute('aria-modal');
  await expect(cell(1, 1)).toBeFocused();
  expect(await takeAnnouncementsUntil(page, / opened/)).toEqual([`Document ${id} opened`]);
  for (let column = 2; column <= 6; column++) {
    await page.keyboard.press('ArrowRight');
    // some cells pass the focus to their link
    await expect(cell(1, column).and(page.locator(':focus-within'))).toBeVisible();
    // neither below the drawer nor cut by the grid's edge
    await expect(cell(1, column)).toBeInViewport({ ratio: 0.9 });
    const box = await cell(1, column).boundingBox();
    const beside = await drawer.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((beside?.x ?? 0) + 1);
  }
  await page.keyboard.press('F6');
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Shift+F6');
  await expect(cell(1, 6).and(page.locator(':focus-within'))).toBeVisible();
});

test('a click of a screen reader opens a document or a row menu', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  const cell = page.locator('[aria-rowindex="3"]').locator('[aria-colindex="2"]');
  // like a click from assistive technology: without pointer events
  await cell.evaluate((element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  await expect(page.getByRole('complementary', { name: /^Document / })).toBeVisible();
  await page.keyboard.press('Escape');
  const menu = page
    .getByRole('row')
    .and(page.locator('[aria-rowindex="5"]'))
    .getByRole('button', { name: /^Menu of row/ });
  await menu.evaluate((element: HTMLElement) => element.click());
  await page.getByRole('menuitem', { name: 'Open document' }).press('Enter');
  await expect(page.getByRole('complementary', { name: /^Document / })).toBeVisible();
});

test('the palette exposes the option that Enter selects', { tag: '@long' }, async ({ page, service }) => {
  await recordAnnouncements(page);
  await openSignedIn(page, service, '/about');
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: 'Command' });
  await expect(input).toHaveAttribute('aria-expanded', 'true');
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  const expectActive = async (at: number) => {
    await expect(options.nth(at)).toHaveAttribute('aria-selected', 'true');
    await expect(input).toHaveAttribute('aria-activedescendant', (await options.nth(at).getAttribute('id')) ?? 'none');
  };
  await expectActive(0);
  await page.keyboard.press('ArrowDown');
  await expectActive(1);
  await page.keyboard.type('datastore');
  expect(await takeAnnouncementsUntil(page, /^\d+ results?$/)).not.toHaveLength(0);
  await expectActive(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
});

async function expectFocus(page: Page, name: string): Promise<void> {
  await expect(async () => {
    const focused = await page.evaluate(() => document.activeElement?.tagName);
    expect(['BODY', 'H1', 'MAIN'], name).not.toContain(focused);
  }).toPass({ timeout: 30_000 });
}

test('an action moves the focus to its result or to the next item', async ({ page, service }) => {
  const pipeline = [{ type: 'match', filter: { level: 'error', temperature: 1_000_000 } }];
  await openDatastore(page, service, { pipeline });
  await press(page, 'Why no results?');
  await expect(page.getByRole('list', { name: 'Queries tried' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Results' }).locator(':focus')).toHaveCount(1);

  await page.goto('/devices#search=nothing+has+this');
  await press(page, /^Remove: /);
  await expect(page.getByRole('grid')).toBeVisible();
  await expectFocus(page, 'Remove');

  await press(page, 'Views');
  const views = page.getByRole('dialog', { name: 'Saved views' });
  for (const name of ['One', 'Two']) {
    await views.getByRole('textbox', { name: 'View name' }).fill(name);
    await page.keyboard.press('Enter');
  }
  await views.getByRole('button', { name: 'Delete One' }).press('Enter');
  await expect(views.getByRole('button', { name: 'Delete One' })).toHaveCount(0);
  await expect(views.locator(':focus')).toHaveCount(1);
});

test('loading, dismissing and removing leave the focus in the page', { tag: '@long' }, async ({ page, service }) => {
  await service.seed({ documents: { rows: Array.from({ length: 65 }, (_, n) => ({ documentID: `row ${n}`, n })) } });
  await openDatastore(page, service, { collection: 'rows' });
  await press(page, 'Load up to 1,000');
  await expect(page.getByText('rows 1–65, the end')).toBeVisible();
  await expectFocus(page, 'Load up to 1,000');

  await page.goto(buildDocumentsUrl({ collection: 'rows', page: 9 }));
  await press(page, 'Dismiss');
  await expect(page.getByText('There is no page 9.')).toHaveCount(0);
  await expectFocus(page, 'Dismiss');

  const deviceIDs = service.devices.slice(0, 3).map(({ record }) => record.deviceID);
  await page.goto(buildCompareUrl({ deviceIDs, different: false }));
  await press(page, `Remove ${deviceIDs[1]}`);
  await expect(page.getByRole('button', { name: `Remove ${deviceIDs[1]}` })).toHaveCount(0);
  await expectFocus(page, 'Remove');
});

test('F6, / and the palette move the focus and return it', { tag: '@firefox' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await page.getByRole('main').focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Collection' })).toBeFocused();
  await page.keyboard.press('F6');
  await expect(page.getByRole('region', { name: 'Results' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Shift+F6');
  await expect(page.getByRole('combobox', { name: 'Collection' })).toBeFocused();
  // also the first time, when its code loads
  const run = page.getByRole('button', { name: 'Run' });
  for (const _ of ['first', 'second']) {
    await run.focus();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(run).toBeFocused();
  }
});

test('/ opens the query in a narrow window', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await openDatastore(page, service);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await page.getByRole('main').focus();
  await page.keyboard.press('/');
  const collection = page.getByRole('dialog', { name: 'Query' }).getByRole('combobox', { name: 'Collection' });
  await expect(collection).toBeFocused();
  await expect(collection).toHaveValue('logs');
});

test('clicking a toast or outside a dialog does not move the focus', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDeviceUrl(service.devices[3]?.record.deviceID ?? ''));
  await press(page, 'More device actions');
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  const field = page.getByRole('combobox', { name: 'Field', exact: true });
  await field.focus();
  await page.getByText(/^(Copied|Copying failed)/).click();
  await expect(field).toBeFocused();
  await page.getByRole('main').focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.locator(':focus')).toHaveCount(1);
  // a right click does not close the menu
  await page.mouse.click(5, 5, { button: 'right' });
  await expect(keys.locator(':focus')).toHaveCount(1);
});
