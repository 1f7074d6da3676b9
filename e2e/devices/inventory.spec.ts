import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expectInventoryCounts } from '#e2e/devices/list/expectInventoryCounts.ts';
import { refreshDeviceList, waitForConnectivity } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';

async function openReconcile(page: Page) {
  await chooseFromMenu(page, 'More list actions', 'Reconcile an inventory');
  return page.getByRole('dialog', { name: 'Reconcile' });
}

async function openReconcileOfAll(page: Page, service: Service) {
  await openSignedIn(page, service, '/devices');
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  return openReconcile(page);
}

function some(service: Service) {
  const all = service.devices.map(({ record }) => record);
  const product = all[0]?.productID ?? '';
  const own = all.filter(({ productID }) => productID === product).slice(0, 2);
  const others = all.filter(({ productID }) => productID !== product).slice(0, 3);
  return { product, own: own.map(({ deviceID }) => deviceID), others: others.map(({ deviceID }) => deviceID) };
}

test('gives each entry of a pasted list exactly one outcome', async ({ page, service }) => {
  const { product, own, others } = some(service);
  const asked: string[] = [];
  await openSignedIn(page, service, `/devices#is.productID=${product}`);
  await expect(page.getByText(/^[\d,]+ of 2,000 devices$/)).toBeVisible();
  await waitForConnectivity(page);
  const dialog = await openReconcile(page);
  page.on('request', (request) => asked.push(request.url()));
  const [a = '', b = ''] = own;
  const text = ['asset tag', `"${a}", ${b}; ${others.join('\t')}`, a, 'NO-SUCH-1', 'nobody@example.com'].join('\n');
  const lines = dialog.getByRole('textbox', { name: 'Your list' });
  await lines.fill(text);
  await expectInventoryCounts(dialog, 2, 3, 2, 1, 1);
  await expect(dialog.getByRole('button', { name: 'line 4', exact: true })).toBeVisible();
  // outcome per line, and the number hidden by filters
  await expect(lines).toHaveText(/asset tag.*not an ID or e-mail.*duplicate of line 2.*NO-SUCH-1.*not found/);
  await expect(dialog.getByText('productID hides 3', { exact: true })).toBeVisible();
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);

  await dialog.getByRole('checkbox', { name: 'in the order of your list' }).check();
  await dialog.getByRole('button', { name: 'Show the 5 devices found' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([...own, ...others]);
  await expect(page).toHaveURL(/#is\.inventory=listed$/);
  await expect(page.getByRole('group', { name: 'Filters' }).getByText('inventory is listed')).toBeVisible();

  // the list survives a refresh and a reload; a tab without it shows a notice
  await refreshDeviceList(page);
  await expect(page.getByRole('rowheader')).toHaveText([...own, ...others]);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveText([...own, ...others]);
  await page.evaluate(() => addEventListener('pagehide', () => sessionStorage.removeItem('fleetlens.work')));
  await page.reload();
  await expect(page.getByText(/kept only in the tab where it was pasted/)).toBeVisible();
});

test('shows devices missing from the list, and exports outcomes', { tag: '@long' }, async ({ page, service }) => {
  const { product, own } = some(service);
  const count = service.devices.filter(({ record }) => record.productID === product).length;
  await openSignedIn(page, service, `/devices#is.productID=${product}`);
  await expect(page.getByText(/^[\d,]+ of 2,000 devices$/)).toBeVisible();
  const dialog = await openReconcile(page);
  await dialog.getByRole('textbox', { name: 'Your list' }).fill(`${own.join(' ')}\nNO-SUCH-1\n=HYPERLINK-2`);
  await expectInventoryCounts(dialog, 2, 0, 2, 0, 0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export 2 not found' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('inventory-not-found.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toEqual(['line,entry,outcome', '2,NO-SUCH-1,not found', "3,'=HYPERLINK-2,not found"]);

  await dialog.getByRole('button', { name: /^Show the [\d,]+ shown devices/ }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count - 2 + 1));
});

test('I opens the dialog, which lists the entries that are not found', { tag: '@long' }, async ({ page, service }) => {
  const [id = ''] = some(service).own;
  await openSignedIn(page, service, '/devices');
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await page.getByRole('rowheader').first().focus();
  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: 'Reconcile' });
  const lines = dialog.getByRole('textbox', { name: 'Your list' });
  await expect(lines).toBeFocused();
  await lines.fill(`heading\n${id.toLowerCase()}O\nno-such-device-1\nfooting`);
  await expectInventoryCounts(dialog, 0, 0, 2, 0, 2);
  await expect(dialog.getByText('2 lines unreadable: 1; 4')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([/^.+O line 2$/, 'no-such-device-1 line 3']);
  await dialog.getByRole('button', { name: 'line 2', exact: true }).click();
  await expect(lines).toBeFocused();
  // goes to the next marked line
  await dialog.getByRole('button', { name: 'Next line to check' }).click();
  await expect(lines).toBeFocused();
  await page.keyboard.press('Delete');
  await expectInventoryCounts(dialog, 0, 0, 1, 0, 2);
});

test('typing replaces marked lines', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await page.clock.install();
  const dialog = await openReconcileOfAll(page, service);
  const lines = dialog.getByRole('textbox', { name: 'Your list' });
  await lines.fill('NO-SUCH-1\nNO-SUCH-1 8');
  await expectInventoryCounts(dialog, 0, 0, 1, 0, 1);
  // keys within half a second are one undo step; the paused clock makes typing time irrelevant
  await page.clock.pauseAt(Date.now() + 10_000);
  await lines.press('Control+a');
  await page.keyboard.type('NO');
  await page.clock.resume();
  await expect(lines).toHaveText(/^NOnot an ID or e-mail$/);
  await lines.press('Control+z');
  await expectInventoryCounts(dialog, 0, 0, 1, 0, 1);
});

test('reads JSON, and matches by IDs or e-mails only', { tag: '@long' }, async ({ page, service }) => {
  const { own } = some(service);
  const [id = ''] = own;
  const dialog = await openReconcileOfAll(page, service);
  const lines = dialog.getByRole('textbox', { name: 'Your list' });
  await lines.fill(`["${id}"]`);
  await expectInventoryCounts(dialog, 1, 0, 0, 0, 0);
  // reads the ID, not a name that begins with it
  await lines.fill(`{"name":"${id} at the gate","deviceID":"${id}O"}`);
  await expectInventoryCounts(dialog, 0, 0, 1, 0, 0);
  await expect(dialog.getByRole('listitem')).toHaveText(`${id}O line 1`);

  const table = own.map((id) => `${id};nobody@example.com`).join('\n');
  await lines.fill(`${table}\nnobody@example.com`);
  await expectInventoryCounts(dialog, 2, 0, 1, 2, 0);
  await dialog.getByRole('combobox', { name: 'Match by' }).selectOption('IDs only');
  await expectInventoryCounts(dialog, 2, 0, 0, 0, 1);
  await expect(dialog.getByText('not an ID: ignored')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Match by' }).selectOption('e-mails only');
  await expectInventoryCounts(dialog, 0, 0, 1, 2, 0);
});

test('shows all matches where only selected devices were shown', { tag: '@long' }, async ({ page, service }) => {
  const { own, others } = some(service);
  const [first = ''] = own;
  await openSignedIn(page, service, `/devices#search=${first}`);
  await page.getByRole('checkbox', { name: `Select ${first}`, exact: true }).check();
  await page.getByRole('button', { name: 'More selection actions' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show only these' }).click();
  const dialog = await openReconcile(page);
  await dialog.getByRole('textbox', { name: 'Your list' }).fill([...others, first].join('\n'));
  await expect(dialog.getByText(/“Show only these” 3; some are hidden/)).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'in the order of your list' }).check();
  await dialog.getByRole('button', { name: 'Show the 4 devices found' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([...others, first]);
  await expect(page.getByText(/^rows 1–4 of 4 · in the order of your list$/)).toBeVisible();
});
