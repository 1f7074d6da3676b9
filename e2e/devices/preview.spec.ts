import { getFirstRow, waitForIdsSortedBy } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';

test('P opens the preview, arrow keys move it, Space selects, P closes it', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?asc=name');
  const ids = await waitForIdsSortedBy(page, 'name');
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('p');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText(ids[0] ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(preview).toContainText(ids[1] ?? '');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 of 2,000 selected')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(preview).toContainText(ids[2] ?? '');
  await expect(page).toHaveURL(/\/devices\?/);
  await page.keyboard.press('p');
  await expect(preview).toHaveCount(0);
});

test('clicking the edge of a row opens the preview, and × closes it and focuses the row', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, '/devices');
  const id = await getFirstRow(page).getByRole('rowheader').textContent();
  await getFirstRow(page).getByTitle('Preview (P)').click();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText(id ?? '');
  await preview.getByRole('button', { name: 'Close the preview' }).click();
  await expect(preview).toHaveCount(0);
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
  await expect(page.getByRole('complementary', { name: 'Preview' })).toHaveCount(0);
});

test('the link keeps the previewed device through reload, Back and sharing', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, '/devices?asc=name');
  const ids = await waitForIdsSortedBy(page, 'name');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('p');
  await page.keyboard.press('ArrowDown');
  const second = `${service.url}/devices?asc=name#preview=${ids[1]}`;
  await expect(page).toHaveURL(second);
  await page.reload();
  await expect(preview).toContainText(ids[1] ?? '');
  await preview.getByRole('link', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/devices\/[^/]+$/);
  await page.goBack();
  await expect(page).toHaveURL(second);
  await expect(preview).toContainText(ids[1] ?? '');
  // the same device in another order
  await page.getByRole('button', { name: 'name', exact: true }).click();
  await expect(page).toHaveURL(/desc=name/);
  await expect(preview).toContainText(ids[1] ?? '');
  await preview.getByRole('button', { name: 'Close the preview' }).click();
  await expect(page).not.toHaveURL(/preview/);
});

test('opening a device right after moving the preview keeps it open, and Back returns to the list', {
  tag: '@long',
}, async ({ page, service }) => {
  await page.clock.install();
  await openSignedIn(page, service, '/devices?asc=name#search=pump');
  const ids = await waitForIdsSortedBy(page, 'name');
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/preview=/);
  // the paused clock leaves no time between the step and the key
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(ids[1] ?? '');
  await page.keyboard.press('Enter');
  await page.clock.resume();
  const opened = `${service.url}/devices/${ids[1]}`;
  await expect(page).toHaveURL(opened);
  await expect(page.getByRole('complementary', { name: 'Preview' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(opened);
  await page.goBack();
  await expect(page).toHaveURL(/\/devices\?asc=name#search=pump/);
});

test('reports and ignores a preview of a device that is not in the list', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, preview: 'gone/away 🚁' }));
  await expect(page.getByText('and were ignored: preview gone/away 🚁.')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Preview' })).toHaveCount(0);
});

test('Escape closes the preview before it clears the selection, and keeps the focus in the grid', {
  tag: '@long',
}, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?asc=name');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  const cell = getFirstRow(page).getByRole('gridcell').nth(2);
  const selected = page.getByText('1 of 2,000 selected');
  await cell.click();
  await page.keyboard.press('Space');
  await page.keyboard.press('p');
  await expect(preview).toBeVisible();
  // an overlay handles Escape first
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
  await expect(preview).toBeVisible();
  await cell.click();
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  await expect(page).not.toHaveURL(/preview/);
  await expect(cell).toBeFocused();
  await expect(selected).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(selected).toHaveCount(0);
  await page.keyboard.press('p');
  await preview.getByRole('link', { name: 'Open' }).focus();
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  await expect(getFirstRow(page).getByRole('rowheader').getByRole('link')).toBeFocused();
});

test('the preview says when a search excludes its device', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?asc=name');
  const [id = ''] = await waitForIdsSortedBy(page, 'name');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  const search = page.getByRole('searchbox', { name: 'Search' });
  await getFirstRow(page).getByTitle('Preview (P)').click();
  await search.fill(`-"${id}"`);
  await expect(preview.getByText('Not in the rows shown')).toBeVisible();
  await expect(preview).toContainText(id);
  await search.fill('');
  await expect(preview.getByText('Not in the rows shown')).toHaveCount(0);
});
