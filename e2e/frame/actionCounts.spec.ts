import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Download, Page } from 'playwright/test';
import { getColumnCells, waitForIdsSortedBy } from '#e2e/helpers/deviceList.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { ActionCounter } from './actionCounter.ts';

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
  await expect(page.getByRole('region', { name: 'Checks', exact: true }).getByText(/ of 9 to review/)).toBeVisible();
  return new ActionCounter(page);
}

const list = (page: Page) => page.getByRole('grid', { name: 'Devices' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });

test.describe('finds a device by its name and reads its admin in one action', () => {
  test('in the list, by mouse', { tag: '@long' }, async ({ page, service }) => {
    const { name, deviceID, admin } = administrated(service, false);
    await openSignedIn(page, service, '/devices');
    const actions = new ActionCounter(page);
    await actions.click(search(page));
    await actions.type(name);
    const row = list(page).getByRole('row').filter({ hasText: deviceID });
    await expect(row.getByRole('gridcell', { name: admin, exact: true })).toBeInViewport();
    expect(actions.count).toBeLessThanOrEqual(1);
  });

  test('in the list, by keyboard', { tag: '@long' }, async ({ page, service }) => {
    const { name, deviceID, admin } = administrated(service, false);
    await openSignedIn(page, service, '/devices');
    const actions = new ActionCounter(page);
    await actions.press('/');
    await actions.type(name);
    const row = list(page).getByRole('row').filter({ hasText: deviceID });
    await expect(row.getByRole('gridcell', { name: admin, exact: true })).toBeInViewport();
    expect(actions.count).toBeLessThanOrEqual(1);
  });

  for (const [how, open] of [
    ['mouse', (actions: ActionCounter, page: Page) => actions.click(page.getByRole('button', { name: 'Go to' }))],
    ['keyboard', (actions: ActionCounter) => actions.press('Control+k')],
  ] as const) {
    test(`on any other page, by ${how}`, { tag: '@long' }, async ({ page, service }) => {
      const { name, deviceID, admin } = administrated(service, true);
      const actions = await openOverview(page, service);
      await open(actions, page);
      await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
      await actions.type(name);
      await expect(palette(page).getByRole('option').filter({ hasText: deviceID }).getByText(admin)).toBeInViewport();
      expect(actions.count).toBeLessThanOrEqual(1);
    });
  }
});

test.describe('exports paired, offline devices of one product in five actions', () => {
  const PRODUCT = 'DRONE-01';

  async function expectFile(service: Service, download: Download, silentDays?: number): Promise<void> {
    const isWanted = ({ online, record: { paired, productID, lastPairedAt } }: Service['devices'][number]) =>
      !online &&
      paired &&
      productID === PRODUCT &&
      (silentDays === undefined || (lastPairedAt > 0 && lastPairedAt < Date.now() - silentDays * 86_400_000));
    const expected = service.devices.filter(isWanted);
    expect(expected.length).toBeGreaterThan(0);
    const text = await readFile(await download.path(), 'utf8');
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(rows.map(({ deviceID }) => deviceID).sort()).toEqual(expected.map(({ record }) => record.deviceID).sort());
  }

  const fileOf = (page: Page) =>
    page.waitForEvent('download', (download) => download.suggestedFilename().endsWith('.csv'));
  const filter = (page: Page) => page.getByRole('dialog', { name: 'Filter' });
  const product = (page: Page) => filter(page).getByRole('checkbox', { name: new RegExp(`^${PRODUCT} `) });
  const offline = (page: Page) =>
    page.getByRole('region', { name: 'The fleet in numbers' }).getByRole('link', { name: / offline, paired$/ });
  const toFile = (page: Page) => page.getByRole('button', { name: 'Export', exact: true });
  const exportRows = (page: Page) => page.getByRole('button', { name: /^Export \d+ rows$/ });

  test('by mouse', { tag: '@long' }, async ({ page, service }) => {
    const actions = await openOverview(page, service);
    await actions.click(offline(page));
    await actions.click(page.getByRole('button', { name: /^Filter( \d+)?$/ }));
    await actions.click(product(page));
    await expect(page.getByRole('group', { name: 'Filters' }).getByText(`productID is ${PRODUCT}`)).toBeVisible();
    await actions.click(toFile(page));
    const [download] = await Promise.all([fileOf(page), actions.click(exportRows(page))]);
    await expectFile(service, download);
    expect(actions.count).toBeLessThanOrEqual(5);
  });

  test('by keyboard', { tag: '@long' }, async ({ page, service }) => {
    const actions = await openOverview(page, service);
    await actions.focus(offline(page));
    await actions.press('Enter');
    await expect(list(page)).toBeVisible();
    await actions.press('/');
    await actions.type(`productID:"${PRODUCT}"`);
    await expect(page.getByText(/^[\d,]+ of [\d,]+ devices$/)).toBeVisible();
    await actions.focus(toFile(page));
    await actions.press('Enter');
    await actions.focus(exportRows(page));
    const [download] = await Promise.all([fileOf(page), actions.press('Enter')]);
    await expectFile(service, download);
    expect(actions.count).toBeLessThanOrEqual(5);
  });

  const field = (page: Page) => filter(page).getByRole('button', { name: 'lastPairedAt' });
  const when = (page: Page) => filter(page).getByRole('combobox', { name: 'When' });
  const silent = (page: Page) => page.getByRole('button', { name: 'lastPairedAt was more than 7 days ago' });

  test('those not seen for 7 days, by mouse with eight clicks', { tag: '@long' }, async ({ page, service }) => {
    const actions = await openOverview(page, service);
    await actions.click(offline(page));
    await actions.click(page.getByRole('button', { name: /^Filter( \d+)?$/ }));
    await actions.click(product(page));
    await actions.click(field(page));
    // opening a select counts as a click
    actions.count++;
    await when(page).selectOption('more than … ago');
    actions.count++;
    await expect(silent(page)).toBeVisible();
    await actions.click(toFile(page));
    const [download] = await Promise.all([fileOf(page), actions.click(exportRows(page))]);
    await expectFile(service, download, 7);
    expect(actions.count).toBeLessThanOrEqual(8);
    // the link is relative, so a saved view stays correct on later days
    expect(page.url()).not.toMatch(/lastPairedAt=[^&]*\d{10}/);
  });

  test('those not seen for 7 days, by keyboard with twelve keys', { tag: '@long' }, async ({ page, service }) => {
    const actions = await openOverview(page, service);
    await actions.focus(offline(page));
    await actions.press('Enter');
    await expect(list(page)).toBeVisible();
    await actions.press('/');
    await actions.type(`productID:"${PRODUCT}"`);
    await actions.focus(page.getByRole('button', { name: /^Filter( \d+)?$/ }));
    await actions.press('Enter');
    await actions.focus(field(page), 'ArrowDown');
    await actions.press('Enter');
    await actions.focus(when(page));
    await actions.press('ArrowDown');
    await actions.press('ArrowDown');
    await expect(silent(page)).toBeVisible();
    await actions.press('Escape');
    await actions.focus(toFile(page));
    await actions.press('Enter');
    await actions.focus(exportRows(page));
    const [download] = await Promise.all([fileOf(page), actions.press('Enter')]);
    await expectFile(service, download, 7);
    expect(actions.count).toBeLessThanOrEqual(12);
  });
});

test.describe('lists devices that were never paired in two actions', () => {
  const expectThem = async (page: Page, service: Service) => {
    const count = service.devices.filter(({ record }) => !record.lastPairedAt).length;
    await expect(list(page)).toHaveAttribute('aria-rowcount', String(count + 1));
    const cells = await getColumnCells(page, 'lastPairedAt');
    await expect(cells.filter({ hasText: 'never' })).not.toHaveCount(0);
    await expect(cells.filter({ hasNotText: 'never' })).toHaveCount(0);
  };
  const never = (page: Page) => page.getByRole('button', { name: /^Last paired never: / });
  const show = (page: Page) =>
    page.getByRole('region', { name: 'Last paired', exact: true }).getByRole('link', { name: 'Show them' });

  test('by mouse', { tag: '@long' }, async ({ page, service }) => {
    const actions = await openOverview(page, service);
    await actions.click(never(page));
    await actions.click(show(page));
    await expectThem(page, service);
    expect(actions.count).toBeLessThanOrEqual(2);
  });

  test('by keyboard', { tag: '@long' }, async ({ page, service }) => {
    const actions = await openOverview(page, service);
    await actions.focus(never(page));
    await actions.press('Enter');
    await actions.focus(show(page));
    await actions.press('Enter');
    await expectThem(page, service);
    expect(actions.count).toBeLessThanOrEqual(2);
  });

  test('in the list, by typing in the search', { tag: '@long' }, async ({ page, service }) => {
    await openSignedIn(page, service, '/devices');
    const actions = new ActionCounter(page);
    await actions.press('/');
    await actions.type('lastPairedAt:never');
    await expectThem(page, service);
    expect(actions.count).toBeLessThanOrEqual(2);
  });
});

test.describe('opens the next device of a list in one action', () => {
  async function openFirst(page: Page, service: Service): Promise<[ActionCounter, next: string]> {
    await openSignedIn(page, service, '/devices?asc=name');
    const [first = '', second = ''] = await waitForIdsSortedBy(page, 'name');
    await page.getByRole('link', { name: first, exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'Devices in the list' })).toContainText('1 of');
    return [new ActionCounter(page), second];
  }

  test('by mouse', { tag: '@long' }, async ({ page, service }) => {
    const [actions, next] = await openFirst(page, service);
    await actions.click(page.getByRole('button', { name: 'Next device' }));
    await expect(page).toHaveURL(service.url + buildDeviceUrl(next));
    expect(actions.count).toBe(1);
  });

  test('by keyboard', { tag: '@long' }, async ({ page, service }) => {
    const [actions, next] = await openFirst(page, service);
    await actions.press('j');
    await expect(page).toHaveURL(service.url + buildDeviceUrl(next));
    expect(actions.count).toBe(1);
  });
});
