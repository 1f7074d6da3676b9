import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Download, Locator, Page } from 'playwright/test';
import { ActionCounter } from '#e2e/helpers/actionCounter.ts';
import { getColumnCells } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';

function administrated(service: Service, shared: boolean) {
  const records = service.devices.map(({ record }) => record);
  const device = records.find(
    ({ name, admin }) => admin !== '' && shared === records.filter((other) => other.name.startsWith(name)).length > 5,
  );
  if (!device) throw new Error('The demo project has no such device.');
  return device;
}

async function openOverview(page: Page, service: Service): Promise<ActionCounter> {
  await openSignedIn(page, service, '/');
  await expect(page.getByRole('region', { name: 'Checks', exact: true }).getByText(/ of \d+ to review/)).toBeVisible();
  return new ActionCounter(page);
}

const list = (page: Page) => page.getByRole('grid', { name: 'Devices' });
const WAYS = ['mouse', 'keyboard'] as const;

for (const way of WAYS) {
  test(`reads the admin of a device in one action, by ${way}`, { tag: '@long' }, async ({ page, service }) => {
    const own = administrated(service, false);
    await openSignedIn(page, service, '/devices');
    const actions = new ActionCounter(page);
    await (way === 'mouse' ? actions.click(page.getByRole('searchbox', { name: 'Search' })) : actions.press('/'));
    await actions.type(own.name);
    const row = list(page).getByRole('row').filter({ hasText: own.deviceID });
    await expect(row.getByRole('gridcell', { name: own.admin, exact: true })).toBeInViewport();
    expect(actions.count).toBeLessThanOrEqual(1);

    // on another page
    const { name, deviceID, admin } = administrated(service, true);
    const others = await openOverview(page, service);
    await (way === 'mouse' ? others.click(page.getByRole('button', { name: 'Go to' })) : others.press('Control+k'));
    await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
    await others.type(name);
    const option = page.getByRole('dialog', { name: 'Commands' }).getByRole('option').filter({ hasText: deviceID });
    await expect(option.getByText(admin)).toBeInViewport();
    expect(others.count).toBeLessThanOrEqual(1);
  });
}

const PRODUCT = 'DRONE-01';

async function expectFile(service: Service, download: Download): Promise<void> {
  const before = Date.now() - 7 * 86_400_000;
  const expected = service.devices.filter(
    ({ online, record: { paired, productID, lastPairedAt } }) =>
      !online && paired && productID === PRODUCT && lastPairedAt > 0 && lastPairedAt < before,
  );
  expect(expected.length).toBeGreaterThan(0);
  const text = await readFile(await download.path(), 'utf8');
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(rows.map(({ deviceID }) => deviceID).sort()).toEqual(expected.map(({ record }) => record.deviceID).sort());
}

function createExportLocators(page: Page) {
  const filter = page.getByRole('dialog', { name: 'Filter' });
  return {
    download: () => page.waitForEvent('download', (download) => download.suggestedFilename().endsWith('.csv')),
    opener: page.getByRole('button', { name: /^Filter( \d+)?$/ }),
    product: filter.getByRole('checkbox', { name: new RegExp(`^${PRODUCT} `) }),
    field: filter.getByRole('button', { name: 'lastPairedAt' }),
    when: filter.getByRole('combobox', { name: 'When' }),
    silent: page.getByRole('button', { name: 'lastPairedAt was more than 7 days ago' }),
    offline: page
      .getByRole('region', { name: 'The fleet in numbers' })
      .getByRole('link', { name: / offline, paired$/ }),
    toFile: page.getByRole('button', { name: 'Export', exact: true }),
    exportRows: page.getByRole('button', { name: /^Export \d+ rows$/ }),
  };
}

test('exports devices not seen for 7 days with eight clicks', { tag: '@long' }, async ({ page, service }) => {
  const { download, opener, product, field, when, silent, offline, toFile, exportRows } = createExportLocators(page);
  const actions = await openOverview(page, service);
  for (const target of [offline, opener, product, field]) await actions.click(target);
  // opening a select counts as a click
  actions.clicks += 2;
  await when.selectOption('more than … ago');
  await expect(silent).toBeVisible();
  await actions.click(toFile);
  const [file] = await Promise.all([download(), actions.click(exportRows)]);
  await expectFile(service, file);
  expect(actions.count).toBeLessThanOrEqual(8);
  // the link is relative, so a saved view stays correct on later days
  expect(page.url()).not.toMatch(/lastPairedAt=[^&]*\d{10}/);
});

test('exports these devices with twelve keys', { tag: '@long' }, async ({ page, service }) => {
  const { download, opener, field, when, silent, offline, toFile, exportRows } = createExportLocators(page);
  const actions = await openOverview(page, service);
  const choose = async (target: Locator, key?: string) => {
    await actions.focus(target, key);
    await actions.press('Enter');
  };
  await choose(offline);
  await expect(list(page)).toBeVisible();
  await actions.press('/');
  await actions.type(`productID:"${PRODUCT}"`);
  await choose(opener);
  await choose(field, 'ArrowDown');
  await actions.focus(when);
  await actions.press('ArrowDown');
  await actions.press('ArrowDown');
  await expect(silent).toBeVisible();
  await actions.press('Escape');
  await choose(toFile);
  await actions.focus(exportRows);
  const [file] = await Promise.all([download(), actions.press('Enter')]);
  await expectFile(service, file);
  expect(actions.count).toBeLessThanOrEqual(12);
});

test('lists devices that were never paired in two actions', { tag: '@long' }, async ({ page, service }) => {
  const count = service.devices.filter(({ record }) => !record.lastPairedAt).length;
  const expectThem = async ({ count: made }: ActionCounter) => {
    await expect(list(page)).toHaveAttribute('aria-rowcount', String(count + 1));
    const cells = await getColumnCells(page, 'lastPairedAt');
    await expect(cells.filter({ hasText: 'never' })).not.toHaveCount(0);
    await expect(cells.filter({ hasNotText: 'never' })).toHaveCount(0);
    expect(made).toBeLessThanOrEqual(2);
  };
  const never = page.getByRole('button', { name: /^Last paired never: / });
  const pane = page.getByRole('region', { name: 'Last paired', exact: true });
  for (const way of WAYS) {
    const actions = await openOverview(page, service);
    for (const target of [never, pane.getByRole('link', { name: 'Show them' })]) {
      if (way === 'keyboard') await actions.focus(target);
      await (way === 'mouse' ? actions.click(target) : actions.press('Enter'));
    }
    await expectThem(actions);
  }
  await openSignedIn(page, service, '/devices');
  const actions = new ActionCounter(page);
  await actions.press('/');
  await actions.type('lastPairedAt:never');
  await expectThem(actions);
});
