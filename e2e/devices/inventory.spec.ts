import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { startStubServer } from '#e2e/bench/stubServer.ts';
import { expectInventoryCounts } from '#e2e/devices/list/expectInventoryCounts.ts';
import { refreshDeviceList, waitForConnectivity } from '#e2e/helpers/deviceList.ts';
import { expectNoLongTasks } from '#e2e/helpers/expectNoLongTasks.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';

async function openReconcile(page: Page) {
  await page.getByRole('button', { name: 'More list actions' }).click();
  await page.getByRole('menuitem', { name: 'Reconcile an inventory' }).click();
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
  await dialog.getByRole('textbox', { name: 'Your list' }).fill(text);
  await expectInventoryCounts(dialog, 2, 3, 2, 1, 1);
  await expect(dialog.getByRole('button', { name: 'line 4', exact: true })).toBeVisible();
  // outcome per line, and the number hidden by filters
  const lines = dialog.getByRole('textbox', { name: 'Your list' });
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

test('shows devices missing from the pasted list, and exports the outcomes as a file', { tag: '@long' }, async ({
  page,
  service,
}) => {
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

test('I opens the dialog; suggests and accepts a similar ID, and lists unreadable lines', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const { own } = some(service);
  const [id = ''] = own;
  await openSignedIn(page, service, '/devices');
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await page.getByRole('grid').getByRole('link', { name: /./ }).and(page.locator('[tabindex="0"]')).focus();
  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: 'Reconcile' });
  await expect(dialog.getByRole('textbox', { name: 'Your list' })).toBeFocused();
  const mistyped = `${id.toLowerCase()}O`;
  await dialog.getByRole('textbox', { name: 'Your list' }).fill(`heading\n${mistyped}\nno-such-device-1\nfooting`);
  await expectInventoryCounts(dialog, 0, 0, 2, 0, 2);
  await expect(dialog.getByText('2 lines unreadable: 1; 4')).toBeVisible();
  await expect(dialog.getByText('no similar ID')).toHaveCount(1);
  await expect(dialog.getByText(new RegExp(`^similar to ${id}, without O`))).toBeVisible();
  await expect(dialog.locator('mark')).toHaveText('O');
  await dialog.getByRole('button', { name: `Use ${id}` }).click();
  await expectInventoryCounts(dialog, 1, 0, 1, 0, 2);
  const lines = dialog.getByRole('textbox', { name: 'Your list' });
  await expect(lines).toHaveText(new RegExp(`heading.*${id}no-such-device-1.*footing`));
  // goes to the next marked line
  await dialog.getByRole('button', { name: 'Next line to check' }).click();
  await expect(lines).toBeFocused();
  await page.keyboard.press('Delete');
  await expectInventoryCounts(dialog, 1, 0, 1, 0, 1);
});

test('typing replaces marked lines, without violating the content security policy', {
  tag: ['@firefox', '@long'],
}, async ({ page, service }) => {
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

test('reads JSON, does not warn about its heading, and accepts none of several similar IDs', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const { own } = some(service);
  const [id = ''] = own;
  const dialog = await openReconcileOfAll(page, service);
  const lines = dialog.getByRole('textbox', { name: 'Your list' });
  await lines.fill(`["${id}"]`);
  await expectInventoryCounts(dialog, 1, 0, 0, 0, 0);
  await expect(dialog.getByRole('button', { name: 'Show the 1 device found' })).toBeEnabled();
  await expect(dialog.getByRole('button', { name: 'Export 1 entry', exact: true })).toBeEnabled();
  const starts = service.devices.map(({ record }) => record.deviceID.slice(0, -1));
  const start = starts.find((own, at) => starts.indexOf(own) < at) ?? '';
  await lines.fill(`deviceID\n\u200b${id}\u00a0\n${start}`);
  await expectInventoryCounts(dialog, 1, 0, 1, 0, 0, 1);
  await expect(dialog.getByText(/unreadable:/)).toBeHidden();
  await expect(lines).toHaveText(/^deviceIDheading/);
  await expect(dialog.getByText(/^\d+ similar IDs, such as /)).toBeVisible();
  // replaces the ID, not a name that begins with it
  await lines.fill(`{"name":"${id}O at the gate","deviceID":"${id}O"}`);
  await dialog.getByRole('button', { name: `Use ${id}` }).click();
  await expect(lines).toHaveText(`{"name":"${id}O at the gate","deviceID":"${id}"}`);
  await expectInventoryCounts(dialog, 1, 0, 0, 0, 0);
});

test('matches only IDs or only e-mail addresses of a table with both', { tag: '@long' }, async ({ page, service }) => {
  const { own } = some(service);
  const dialog = await openReconcileOfAll(page, service);
  const text = own.map((id) => `${id};nobody@example.com`).join('\n');
  await dialog.getByRole('textbox', { name: 'Your list' }).fill(`${text}\nnobody@example.com`);
  await expectInventoryCounts(dialog, 2, 0, 1, 2, 0);
  await dialog.getByRole('combobox', { name: 'Match by' }).selectOption('IDs only');
  await expectInventoryCounts(dialog, 2, 0, 0, 0, 1);
  await expect(dialog.getByText('not an ID: ignored')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Match by' }).selectOption('e-mails only');
  await expectInventoryCounts(dialog, 0, 0, 1, 2, 0);
});

test(`finds 100,000 IDs among as many devices`, { tag: '@long' }, async ({ page }) => {
  const stub = await startStubServer();
  stub.setDevices(100_000);
  try {
    const response = await fetch(`${stub.url}/api/devices/get`, { method: 'POST', body: '{}' });
    const { devices } = (await response.json()) as { devices: { deviceID: string }[] }; // the test's own stub
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}/devices`);
    await expect(page.getByText(`100,000 devices`, { exact: true })).toBeVisible();
    const dialog = await openReconcile(page);
    const text = [...devices.map(({ deviceID }) => deviceID), 'NO-SUCH-1'].join('\n');
    const lines = dialog.getByRole('textbox', { name: 'Your list' });
    const paste = async (all: string) => {
      await lines.press('Control+a');
      await lines.evaluate((area, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', pasted);
        area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, all);
    };
    // each entry is similar to an ID; the search runs in time slices
    await expectNoLongTasks(page, async () => {
      await paste(devices.map(({ deviceID }) => `${deviceID}x`).join('\n'));
      await expectInventoryCounts(dialog, 0, 0, '100,000', 0, 0);
      await expect(dialog.getByRole('button', { name: `Use ${devices[0]?.deviceID}`, exact: true })).toBeVisible();
    });
    await paste(text);
    await expectInventoryCounts(dialog, '100,000', 0, 1, 0, 0);
    // each key compares the whole list without a long task
    await lines.press('Control+End');
    let last = 'NO-SUCH-1';
    await expectNoLongTasks(page, async () => {
      await lines.press('0');
      last += '0';
      await expect(dialog.getByText(last, { exact: true })).toBeVisible();
    });
    await dialog.getByRole('button', { name: `Show the 100,000 devices found` }).click();
    await expect(page.getByText(`100,000 devices`, { exact: true })).toBeVisible();
  } finally {
    stub.close();
  }
});

test('shows all matches, in their order, where only selected devices were shown', { tag: '@long' }, async ({
  page,
  service,
}) => {
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
