import type { Page } from 'playwright/test';
import { buildDocumentsUrl, openDatastore } from '#e2e/helpers/datastorePage.ts';
import { clickRefresh, getFirstRow } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { mockDeviceList } from '#e2e/helpers/mockServiceResponse.ts';
import { buildCompareUrl } from '#urls/compare.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { DASHBOARDS_PATH } from '#urls/routePaths.ts';
import { findAxeViolations } from './axe.ts';

const QUERY = {
  pipeline: [
    { type: 'match', filter: { temperature: 25 } },
    { type: 'project', specs: { temperature: 1 } },
    { type: 'sort', specs: { time: -1 } },
  ],
};

test('sign-in', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter the token.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use the demo project' })).toBeVisible();
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
  await expect(page.getByText(/ of \d+ to review/)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('slider', { name: 'Registered from' }).focus();
  await page.keyboard.press('PageUp');
  await page.getByRole('region', { name: 'Last paired', exact: true }).getByRole('radio', { name: 'Table' }).check();
  await expect(page.getByRole('link', { name: 'Show them: Registered' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('dashboard', async ({ page, service }) => {
  await openSignedIn(page, service, DASHBOARDS_PATH);
  await expect(page.getByText('No dashboard yet')).toBeVisible();
  expect(await findAxeViolations(page), 'empty').toEqual([]);
  await page.getByRole('button', { name: /Morning/ }).click();
  await expect(page.getByRole('region', { name: 'Newest errors' }).getByRole('row')).toHaveCount(7);
  await page.getByRole('button', { name: 'Arrange' }).click();
  expect(await findAxeViolations(page), 'arranging').toEqual([]);
  for (const dialog of ['Edit…', 'Limit…']) {
    await page.getByRole('button', { name: 'More of Paired, offline' }).click();
    await page.getByRole('menuitem', { name: dialog }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findAxeViolations(page), dialog).toEqual([]);
    await page.keyboard.press('Escape');
  }
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
  await mockDeviceList(
    service,
    service.devices.slice(20).map(({ record }) => record),
  );
  await clickRefresh(page);
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(page.getByRole('dialog').getByRole('gridcell')).not.toHaveCount(0);
  await service.calm();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('what opens over the device list', { tag: '@long' }, async ({ page, service }) => {
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
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('p');
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
  expect(await findAxeViolations(page), 'preview').toEqual([]);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Export [\d,]+ rows$/ })).toBeVisible();
  expect(await findAxeViolations(page), 'export').toEqual([]);
});

test('a device, a comparison, and pages that fail', { tag: '@long' }, async ({ page, service }) => {
  const records = service.devices.map(({ record }) => record);
  const { deviceID = '' } = records.find(({ paired }) => paired) ?? {};
  const compared = [...records.slice(0, 4).map((record) => record.deviceID), 'unknown'];
  const alert = page.getByRole('alert');
  for (const [path, shown] of [
    [buildDeviceUrl(deviceID, 'status'), page.getByText(/ ms · /)],
    [buildDeviceUrl('unknown'), alert],
    [buildCompareUrl({ deviceIDs: compared, different: false }), alert],
    ['/about', page.getByRole('heading', { level: 1 })],
    ['/nowhere', page.getByText('There is no page at this address')],
  ] as const) {
    await openSignedIn(page, service, path);
    await expect(shown).toBeVisible();
    expect(await findAxeViolations(page), path).toEqual([]);
  }
  await page.goto('/connections');
  await page.getByRole('button', { name: 'Add a connection' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  expect(await findAxeViolations(page), 'connections').toEqual([]);

  await page.goto(buildDeviceUrl(deviceID, 'status', 'json'));
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByRole('img', { name: 'status over time' })).toBeVisible();
  expect(await findAxeViolations(page), 'watched field').toEqual([]);
  await page.getByLabel('Collection').fill('logs');
  await page.getByRole('button', { name: 'Show documents' }).click();
  await expect(page.getByRole('grid', { name: 'Documents for this device' })).toBeVisible();
  expect(await findAxeViolations(page), 'documents of a device').toEqual([]);
});

test('datastore, with rows and with an error', async ({ page, service }) => {
  await openDatastore(page, service, QUERY);
  await expect(page.getByRole('grid')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  const fault = { kind: 'error', status: 403, code: 'FORBIDDEN', message: 'Not for you.' } as const;
  await service.fault(fault, { operation: 'pipeline' });
  await clickRefresh(page);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await findAxeViolations(page), 'failed').toEqual([]);
});

test('datastore without a query, and the palette over it, without motion', async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeVisible();
  expect(await findAxeViolations(page), 'palette').toEqual([]);
  // axe ran with reduced motion
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
        const lasts = (durations: string) => durations.split(',').some((text) => Number.parseFloat(text) > 0.01);
        return (animationName !== 'none' && lasts(animationDuration)) || lasts(transitionDuration);
      }).length,
  );
  expect(moving).toBe(0);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
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

async function violationsAtWidths(page: Page): Promise<string[]> {
  const found = new Map<number, string[]>();
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    found.set(width, await findAxeViolations(page));
  }
  return [...found].flatMap(([width, ids]) => ids.map((id) => `${width}: ${id}`));
}

test('overlays and notices at several widths', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/');
  await page.getByRole('button', { name: 'More actions for Products' }).click();
  await page.getByRole('menuitem', { name: 'Copy as table' }).waitFor();
  expect(await violationsAtWidths(page), 'menu of a pane').toEqual([]);
  await page.keyboard.press('Escape');

  await mockDeviceList(service, []);
  await clickRefresh(page);
  const keep = page.getByRole('button', { name: 'Keep the list' });
  await keep.waitFor();
  expect(await violationsAtWidths(page), 'shorter list').toEqual([]);
  await keep.click();
  await service.calm();

  await page.goto(buildDocumentsUrl());
  await page.locator('[aria-rowindex="2"]').locator('[aria-colindex="1"]').dblclick();
  await expect(page.getByRole('complementary', { name: /^Document / })).toBeVisible();
  expect(await violationsAtWidths(page), 'document').toEqual([]);

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
