import type { Page } from 'playwright/test';
import { getFirstRow, waitForIdsSortedBy } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';

const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

test('P opens the preview, arrow keys move it, Space selects, P closes it', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?asc=name');
  const ids = await waitForIdsSortedBy(page, 'name');
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('p');
  await expect(preview(page)).toContainText(ids[0] ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(preview(page)).toContainText(ids[1] ?? '');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 of 2,000 selected')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(preview(page)).toContainText(ids[2] ?? '');
  await expect(page).toHaveURL(/\/devices\?/);
  await page.keyboard.press('p');
  await expect(preview(page)).toHaveCount(0);
});

test('the edge of a row opens the preview, and × closes it', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  const id = await getFirstRow(page).getByRole('rowheader').textContent();
  await getFirstRow(page).getByTitle('Preview (P)').click();
  await expect(preview(page)).toContainText(id ?? '');
  await preview(page).getByRole('button', { name: 'Close the preview' }).click();
  await expect(preview(page)).toHaveCount(0);
  await expect(getFirstRow(page).getByRole('rowheader').getByRole('link')).toBeFocused();
});

test('P does nothing when single-key shortcuts are switched off', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/about');
  await page.evaluate(() => localStorage.setItem('fleetlens.singleKeys', JSON.stringify({ v: 1, value: false })));
  await page.goto('/devices');
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('p');
  await page.keyboard.press('ArrowDown');
  // the URL changes at once, the preview follows after a pause
  await expect(page).toHaveURL(`${service.url}/devices`);
  await expect(preview(page)).toHaveCount(0);
});

test('the link keeps the preview through reload and Back', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?asc=name');
  const ids = await waitForIdsSortedBy(page, 'name');
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('p');
  await page.keyboard.press('ArrowDown');
  const second = `${service.url}/devices?asc=name#preview=${ids[1]}`;
  await expect(page).toHaveURL(second);
  await page.reload();
  await expect(preview(page)).toContainText(ids[1] ?? '');
  await preview(page).getByRole('link', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/devices\/[^/]+$/);
  await page.goBack();
  await expect(page).toHaveURL(second);
  await expect(preview(page)).toContainText(ids[1] ?? '');
  // the same device in another order
  await page.getByRole('button', { name: 'name', exact: true }).click();
  await expect(page).toHaveURL(/desc=name/);
  await expect(preview(page)).toContainText(ids[1] ?? '');
  await preview(page).getByRole('button', { name: 'Close the preview' }).click();
  await expect(page).not.toHaveURL(/preview/);
});

test('a device opened right after a preview stays open', { tag: '@long' }, async ({ page, service }) => {
  await page.clock.install();
  await openSignedIn(page, service, '/devices?asc=name#search=pump');
  const ids = await waitForIdsSortedBy(page, 'name');
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/preview=/);
  // the paused clock leaves no time between the step and the key
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('ArrowDown');
  await expect(preview(page)).toContainText(ids[1] ?? '');
  await page.keyboard.press('Enter');
  await page.clock.resume();
  const opened = `${service.url}/devices/${ids[1]}`;
  await expect(page).toHaveURL(opened);
  await expect(preview(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(opened);
  await page.goBack();
  await expect(page).toHaveURL(/\/devices\?asc=name#search=pump/);
});

test('Escape closes the preview, then clears the selection', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?asc=name');
  const cell = getFirstRow(page).getByRole('gridcell').nth(2);
  const selected = page.getByText('1 of 2,000 selected');
  await cell.click();
  await page.keyboard.press('Space');
  await page.keyboard.press('p');
  await expect(preview(page)).toBeVisible();
  // an overlay handles Escape first
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
  await expect(preview(page)).toBeVisible();
  await cell.click();
  await page.keyboard.press('Escape');
  await expect(preview(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/preview/);
  await expect(cell).toBeFocused();
  await expect(selected).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(selected).toHaveCount(0);
  await page.keyboard.press('p');
  await preview(page).getByRole('link', { name: 'Open' }).focus();
  await page.keyboard.press('Escape');
  await expect(preview(page)).toHaveCount(0);
  await expect(getFirstRow(page).getByRole('rowheader').getByRole('link')).toBeFocused();
});

test('the preview says when a search excludes its device', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?asc=name');
  const [id = ''] = await waitForIdsSortedBy(page, 'name');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await getFirstRow(page).getByTitle('Preview (P)').click();
  await search.fill(`-"${id}"`);
  await expect(preview(page).getByText('Not in the rows shown')).toBeVisible();
  await expect(preview(page)).toContainText(id);
  await search.fill('');
  await expect(preview(page).getByText('Not in the rows shown')).toHaveCount(0);
});
