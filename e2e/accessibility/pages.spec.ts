import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { clickRefresh, getFirstRow } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { findAxeViolations } from './axe.ts';

const QUERY = {
  collection: 'logs',
  documentID: '',
  pipeline: [
    { type: 'match', filter: { temperature: 25 } },
    { type: 'project', specs: { temperature: 1 } },
    { type: 'sort', specs: { time: -1 } },
  ],
  page: 1,
  view: 'table',
} as const;

test('sign-in', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Use the demo project' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter the token.')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('overview', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 1280, height: 320 });
  await service.fault({ kind: 'never' }, { operation: 'devices', times: 1 });
  await openSignedIn(page, service, '/');
  const awaited = page.getByRole('progressbar', { name: 'Loading the devices' });
  await expect(awaited).toBeVisible();
  // only a part of the skeleton fits into a low window
  expect(await findAxeViolations(page), 'awaited').toEqual([]);
  await service.release();
  await expect(page.getByText(/ of 9 to review/)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('slider', { name: 'Registered from' }).focus();
  await page.keyboard.press('PageUp');
  await page.getByRole('region', { name: 'Last paired', exact: true }).getByRole('radio', { name: 'Table' }).check();
  await expect(page.getByRole('link', { name: 'Show them: Registered' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('devices', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(getFirstRow(page)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page
    .getByRole('checkbox', { name: /^Select [A-Z]/ })
    .nth(1)
    .check();
  await expect(page.getByRole('button', { name: 'Copy IDs' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('changes after a refresh', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('gridcell', { name: 'online', exact: true })).not.toHaveCount(0);
  const devices = service.devices.slice(20).map(({ record }) => record);
  const list = { code: 'DEVICES-LIST-FETCHED', message: '', nDevices: devices.length, devices };
  await mockServiceResponse(service, 'devices', list);
  await clickRefresh(page);
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(page.getByRole('dialog').getByRole('gridcell')).not.toHaveCount(0);
  await service.calm();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('Filter, Columns, Saved views and Reconcile open over the device list', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, '/devices?type=paired&pin=deviceID&pin=name');
  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: /^DRONE-01 / })).toBeVisible();
  expect(await findAxeViolations(page), 'filter').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('button', { name: 'Pin name' })).toBeVisible();
  expect(await findAxeViolations(page), 'columns').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('textbox', { name: 'View name' }).fill('Paired');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Rename Paired' })).toBeVisible();
  expect(await findAxeViolations(page), 'saved views').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More list actions' }).click();
  await page.getByRole('menuitem', { name: 'Reconcile an inventory' }).click();
  await page.getByRole('textbox', { name: 'Your list' }).fill('NO-SUCH-1\nheading');
  await expect(page.getByText('Result 2 entries')).toBeVisible();
  expect(await findAxeViolations(page), 'reconcile').toEqual([]);
});

test('device', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDeviceUrl(service.devices[0]?.record.deviceID ?? '', 'status'));
  await expect(page.getByText(/ ms · /)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('unknown device', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDeviceUrl('unknown'));
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('datastore', async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await expect(page.getByRole('grid')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('datastore without a query, and the command palette over it', async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeVisible();
  expect(await findAxeViolations(page), 'palette').toEqual([]);
});

test('a failed page', async ({ page, service }) => {
  const fault = { kind: 'error', status: 403, code: 'FORBIDDEN', message: 'Not for you.' } as const;
  await service.fault(fault, { operation: 'pipeline', times: 5 });
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await expect(page.getByRole('alert')).toBeVisible();
  await service.calm();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('the keyboard shortcuts, the command palette, and a menu', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/about');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Guide to this page' }).click();
  await expect(page.getByRole('dialog', { name: 'Guide to this page' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  // the guide overflows and is scrolled by keyboard
  await page.getByRole('combobox', { name: 'Guide' }).selectOption('Datastore');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /, connection$/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Lock' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('connections and about', { tag: '@long' }, async ({ page, service }) => {
  await page.goto('/connections');
  await page.getByRole('button', { name: 'Add a connection' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  expect(await findAxeViolations(page)).toEqual([]);
  await openSignedIn(page, service, '/about');
  expect(await findAxeViolations(page)).toEqual([]);
});

test('page not found', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/nowhere');
  await expect(page.getByText('There is no page at this address')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

async function violationsAtWidths(page: Page): Promise<string[]> {
  const found = new Map<number, string[]>();
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    found.set(width, await findAxeViolations(page));
  }
  return [...found].flatMap(([width, ids]) => ids.map((id) => `${width}: ${id}`));
}

test('a pane menu, a suspicious refresh, a document, the keyboard shortcuts, and a waiting export', {
  tag: '@long',
}, async ({ page, service }) => {
  await openSignedIn(page, service, '/');
  await page.getByRole('button', { name: 'More actions for Products' }).click();
  await page.getByRole('menuitem', { name: 'Copy as table' }).waitFor();
  expect(await violationsAtWidths(page), 'menu of a pane').toEqual([]);
  await page.keyboard.press('Escape');

  await mockServiceResponse(service, 'devices', {
    code: 'DEVICES-LIST-FETCHED',
    message: '',
    nDevices: 0,
    devices: [],
  });
  await clickRefresh(page);
  const keep = page.getByRole('button', { name: 'Keep the list' });
  await keep.waitFor();
  expect(await violationsAtWidths(page), 'shorter list').toEqual([]);
  await keep.click();
  await service.calm();

  await page.goto(buildDatastoreUrl(LOGS_URL_STATE));
  await page.locator('[aria-rowindex="2"]').locator('[aria-colindex="1"]').dblclick();
  await expect(page.getByRole('complementary', { name: /^Document / })).toBeVisible();
  expect(await violationsAtWidths(page), 'document').toEqual([]);

  await page.goto('/about');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await violationsAtWidths(page), 'keys').toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/devices?column=deviceID');
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await service.fault({ kind: 'latency', ms: 3_600_000 }, { operation: 'devices', times: 1 });
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('checkbox', { name: 'connectivity' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Export' })).toContainText('waits until connectivity is loaded');
  expect(await findAxeViolations(page), 'export that waits').toEqual([]);
  await page.getByRole('button', { name: /^Export 2,000 rows$/ }).click();
  await expect(page.getByRole('region', { name: 'Background tasks' })).toContainText('Waiting for connectivity');
  expect(await violationsAtWidths(page), 'work that waits').toEqual([]);
  await service.release();
});

test('wider text spacing truncates no text', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await expect(
    page.getByRole('gridcell').and(page.locator('[aria-colindex="3"]')).filter({ hasText: /./ }),
  ).not.toHaveCount(0);
  const spacing = 'letter-spacing: 0.12em; word-spacing: 0.16em; line-height: 1.5';
  for (const path of ['/about', '/connections', buildDatastoreUrl(QUERY)]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // the spacing of WCAG 1.4.12, set like a browser extension does
    await page.evaluate((wider) => {
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        for (const rule of wider.split(';')) {
          const [name = '', value = ''] = rule.split(':');
          element.style.setProperty(name.trim(), value.trim(), 'important');
        }
      }
    }, spacing);
    const cut = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'main button, main label, main p, main dt, main dd, main h2, header button, header a',
        ),
      ]
        .filter((element) => element.checkVisibility() && getComputedStyle(element).overflow !== 'visible')
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map((element) => element.textContent),
    );
    expect(cut, path).toEqual([]);
  }
});
