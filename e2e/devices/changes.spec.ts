import type { Page } from 'playwright/test';
import { clickRefresh, refreshDeviceList } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceListBody, createDeviceRecord } from '#e2e/helpers/mockServiceResponse.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';

const BEFORE = ['A', 'B', 'C', 'D', 'E'].map((id) => createDeviceRecord(id, id === 'C' ? { paired: false } : {}));
const AFTER = [
  createDeviceRecord('A'),
  createDeviceRecord('B'),
  createDeviceRecord('C'),
  createDeviceRecord('E', { admin: 'b@example.com', name: 'Pump E, moved' }),
  createDeviceRecord('F'),
];

async function serveNext(service: Service, devices: object[], online: readonly string[]): Promise<void> {
  const connected = online.map((id) => createDeviceRecord(id));
  for (const list of [devices, connected]) {
    const body = JSON.stringify(createDeviceListBody(list));
    await service.fault({ kind: 'body', body }, { operation: 'devices', times: 1 });
  }
}

async function openChanged(page: Page, service: Service): Promise<void> {
  await serveNext(service, BEFORE, ['B', 'C']);
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('gridcell', { name: 'online', exact: true })).toHaveCount(2);
  await serveNext(service, AFTER, ['A', 'C', 'F']);
  await clickRefresh(page);
  await expect(
    page.getByText(
      '1 came online, 1 went offline, 1 paired, 1 with another admin, 1 with another name, 1 new, 1 gone; a device',
    ),
  ).toBeVisible();
}

test('a refresh shows what changed, and rows keep their place until it is applied', async ({ page, service }) => {
  await openChanged(page, service);
  await expect(page.getByText('6 changed', { exact: true })).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveText(['A', 'B', 'C', 'D', 'E']);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('rowheader')).toHaveText(['A', 'B', 'C', 'E', 'F']);
  await expect(page.getByText('6 changed', { exact: true })).toBeHidden();

  // still in the log after further refreshes and another page
  await serveNext(service, [...AFTER, createDeviceRecord('G')], ['A', 'C', 'F']);
  await clickRefresh(page);
  await expect(page.getByText('1 changed', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(6);
  const openLog = async () => {
    await chooseFromMenu(page, 'More list actions', 'What changed');
  };
  await openLog();
  const back = page.getByRole('grid', { name: 'What changed' });
  await expect(back).toHaveAttribute('aria-rowcount', '9');
  await expect(back.getByRole('row').nth(1)).toContainText('Gnew–Pump G');
  await expect(back.getByRole('row').filter({ hasText: 'admin' })).toContainText('Eadminann@example.comb@example.com');
  await page.keyboard.press('Escape');

  // a reload starts a new log
  await page.reload();
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await openLog();
  await expect(page.getByText('No changes have been applied yet.')).toBeVisible();
});

test('lists changes by field, and applies them', { tag: '@long' }, async ({ page, service }) => {
  await openChanged(page, service);
  await page.getByRole('button', { name: 'Show changes' }).click();
  const dialog = page.getByRole('dialog', { name: '6 changed' });
  const rows = dialog.getByRole('row');
  const expected = [
    ['A', 'connectivity', 'offline', 'online'],
    ['B', 'connectivity', 'online', 'offline'],
    ['C', 'paired', 'unpaired', 'paired'],
    ['E', 'name', 'Pump E', 'Pump E, moved'],
    ['E', 'admin', 'ann@example.com', 'b@example.com'],
    ['F', 'new', '–', 'Pump F'],
    ['D', 'gone', 'Pump D', '–'],
  ];
  await expect(rows).toHaveCount(expected.length + 1);
  for (const [index, cells] of expected.entries()) {
    await expect(dialog.locator(`[role="row"][aria-rowindex="${index + 2}"]`)).toHaveText(cells.join(''));
  }
  const kinds = dialog.getByRole('combobox', { name: 'Changes shown' });
  await expect(kinds.getByRole('option')).toHaveText([
    'all 7 fields',
    'connectivity 2',
    'paired 1',
    'name 1',
    'admin 1',
    'new 1',
    'gone 1',
  ]);
  await kinds.selectOption('connectivity 2');
  await expect(rows).toHaveCount(3);
  await expect(dialog.getByRole('rowheader')).toHaveText(['A', 'B']);
  await kinds.selectOption('gone 1');
  await expect(dialog.getByRole('gridcell', { name: 'Pump D' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('rowheader')).toHaveText(['A', 'B', 'C', 'E', 'F']);
});

test('A applies changes, unless single-key shortcuts are switched off', { tag: '@long' }, async ({ page, service }) => {
  await openChanged(page, service);
  await page.evaluate(() => {
    localStorage.setItem('fleetlens.singleKeys', JSON.stringify({ v: 1, value: false }));
    dispatchEvent(new StorageEvent('storage', { key: 'fleetlens.singleKeys' }));
  });
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('a');
  await page.keyboard.press('i');
  await expect(page.getByText('6 changed', { exact: true })).toBeVisible();
  await page.evaluate(() => {
    localStorage.removeItem('fleetlens.singleKeys');
    dispatchEvent(new StorageEvent('storage', { key: 'fleetlens.singleKeys' }));
  });
  // retried until the page handles keys again
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(page.getByText('6 changed', { exact: true })).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('rowheader')).toHaveText(['A', 'B', 'C', 'E', 'F']);
});

test('shows the new list at once when nothing changed', { tag: '@long' }, async ({ page, service }) => {
  await serveNext(service, BEFORE, ['B']);
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('gridcell', { name: 'online', exact: true })).toHaveCount(1);
  await serveNext(service, BEFORE, ['B']);
  await refreshDeviceList(page);
  await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();
});

test('leaving the page applies pending changes', { tag: '@long' }, async ({ page, service }) => {
  await openChanged(page, service);
  await page.getByRole('searchbox', { name: 'Search' }).fill('"D"');
  await expect(page.getByRole('rowheader')).toHaveText(['D']);
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('link', { name: 'Datastore' }).click();
  await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Devices' }).click();
  await expect(page.getByRole('rowheader')).toHaveText(['A', 'B', 'C', 'E', 'F']);
});

test('lists changes of custom fields as the grid shows them', { tag: '@long' }, async ({ page, service }) => {
  const list = (minute: number, charging: boolean) => [
    createDeviceRecord('A', { seenAt: Date.UTC(2026, 0, 31, 12, minute), charging }),
  ];
  await serveNext(service, list(0, true), []);
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('gridcell', { name: 'offline', exact: true })).toBeVisible();
  await serveNext(service, list(1, false), []);
  await clickRefresh(page);
  await page.getByRole('button', { name: 'Show changes' }).click();
  const rows = page.getByRole('dialog', { name: '1 changed' }).getByRole('row');
  await expect(rows).toContainText(['', 'AseenAt2026-01-31 12:00:002026-01-31 12:01:00', 'Achargingyesno']);
});
