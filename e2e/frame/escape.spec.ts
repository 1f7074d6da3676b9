import { openDatastore } from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';

test('a popover in a drawer closes before the drawer does', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDatastore(page, service);
  await page.getByRole('button', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog', { name: 'Query' });
  const history = drawer.getByRole('button', { name: 'History' });
  await history.click();
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'History' })).toHaveCount(0);
  await expect(history).toBeFocused();
  await drawer.getByRole('combobox', { name: 'Collection' }).press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused();
});

test('a popover without controls closes, also after a click', { tag: '@long' }, async ({ page, service }) => {
  const pipeline = [{ type: 'match', filter: { level: 'info' } }];
  await openDatastore(page, service, { pipeline });
  const peek = page.getByRole('button', { name: 'Peek at the result after stage 1' });
  await peek.click();
  const dialog = page.getByRole('dialog', { name: 'After stage 1' });
  await dialog.getByText('documents on the first page').click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(peek).toBeFocused();
});

test('overlays above the document drawer close one at a time, the last one first', async ({ page, service }) => {
  await openDatastore(page, service);
  await page.locator('[aria-rowindex="3"]').locator('[aria-colindex="1"]').click();
  await page.keyboard.press('p');
  const documents = page.getByRole('button', { name: 'Next document' });
  await expect(documents).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  const runs = page.getByRole('dialog', { name: 'History' });
  await expect(runs).toBeVisible();
  await page.keyboard.press('Control+k');
  const commands = page.getByRole('dialog', { name: 'Commands' });
  await expect(commands).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(commands).toHaveCount(0);
  await expect(runs).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(runs).toHaveCount(0);
  await expect(documents).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(documents).toHaveCount(0);
});

test('of two drawers, the last opened closes first', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openDatastore(page, service);
  await page.locator('[aria-rowindex="3"]').locator('[aria-colindex="1"]').click();
  await page.keyboard.press('p');
  const documents = page.getByRole('button', { name: 'Next document' });
  await expect(documents).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
  const query = page.getByRole('dialog', { name: 'Query' });
  await expect(query).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(query).toHaveCount(0);
  await expect(documents).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(documents).toHaveCount(0);
});

test('stepping through documents keeps position and cell', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await page.getByRole('button', { name: 'Load up to 1,000' }).click();
  await expect(page.getByText('rows 1–1,000')).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Documents' });
  await grid.evaluate((element) => element.scrollTo(0, 1000));
  const cell = page.locator('[aria-rowindex="36"]').locator('[aria-colindex="3"]');
  await cell.click();
  const scrolled = await grid.evaluate((element) => element.scrollTop);
  await page.keyboard.press('p');
  const next = page.getByRole('button', { name: 'Next document' });
  await next.click();
  await next.click();
  await expect(page.getByRole('complementary')).toContainText('37 of 1,000');
  await page.keyboard.press('Escape');
  await expect(next).toHaveCount(0);
  await expect(cell).toBeFocused();
  expect(await grid.evaluate((element) => element.scrollTop)).toBe(scrolled);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[aria-rowindex="37"]').locator('[aria-colindex="3"]')).toBeFocused();
});

test('suggestions of the JSON editor close before its drawer', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDatastore(page, service);
  await page.getByRole('button', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog', { name: 'Query' });
  await drawer.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  const editor = drawer.getByRole('textbox', { name: 'Pipeline as JSON' });
  await editor.fill('[{"type": "match", "filter": {}}]');
  await editor.press('Control+End');
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('"le');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(drawer).toBeVisible();
  // typing reopens the suggestions, so Escape closes them
  await page.keyboard.type('v');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('v');
  await page.getByRole('option', { name: 'level' }).click();
  await page.keyboard.type(': "info"');
  await expect(editor).toContainText('{"level": "info"}');
});
