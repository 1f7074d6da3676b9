import type { Page } from 'playwright/test';
import { clickRefresh, getFirstRow, waitForConnectivity } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList, mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { expectValidLayout, type LayoutCases } from './expectValidLayout.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const close = (page: Page) => page.keyboard.press('Escape');

const LISTS: LayoutCases = {
  overview: async (page) => {
    await page.goto('/');
    await expect(page.getByText(/ of \d+ to review/)).toBeVisible();
  },
  'overview, range': async (page) => {
    await page.getByRole('slider', { name: 'Registered from' }).focus();
    await page.keyboard.press('PageUp');
    await page.getByRole('region', { name: 'Last paired', exact: true }).getByRole('radio', { name: 'Table' }).check();
  },
  devices: async (page) => {
    await page.goto('/devices');
    await waitForConnectivity(page);
  },
  'devices, asked and filtered': async (page) => {
    await page.goto(
      '/devices?type=paired&filter=online&productID=DRONE-01&desc=lastPairedAt#is.paired=true&is.status=true',
    );
    await expect(button(page, 'Clear all')).toBeVisible();
  },
  filter: async (page) => {
    await page.goto('/devices#is.paired=true');
    await button(page, /^paired is/).click();
    await expect(page.getByRole('dialog', { name: 'Filter' }).getByRole('checkbox', { name: /^paired/ })).toBeChecked();
  },
  'filter of times': async (page) => {
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'registeredAt' }).click();
    await expect(page.getByRole('slider', { name: 'registeredAt to' })).toBeVisible();
  },
  columns: async (page) => {
    await close(page);
    await button(page, /^Columns/).click();
    await expect(page.getByRole('button', { name: 'Pin name' })).toBeVisible();
  },
  'saved views': async (page) => {
    await close(page);
    await button(page, /^Views/).click();
    await page.getByRole('textbox', { name: 'View name' }).fill('Paired, offline and in the north');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Rename Paired/ })).toBeVisible();
  },
  'devices, with a saved view': async (page) => {
    await close(page);
  },
  'more of the list': async (page) => {
    await button(page, 'More list actions').click();
    await expect(page.getByRole('menuitem', { name: 'Reconcile an inventory' })).toBeVisible();
  },
  reconcile: async (page) => {
    await page.getByRole('menuitem', { name: 'Reconcile an inventory' }).click();
    await page.getByRole('textbox', { name: 'Your list' }).fill('NO-SUCH-1\nheading\nDRONE-01-00001\nDRONE-01-0002');
    await expect(page.getByText('Result 4 entries')).toBeVisible();
  },
  export: async (page) => {
    await close(page);
    await page.goto('/devices');
    await button(page, 'Export').click();
    await expect(page.getByRole('button', { name: 'Export 2,000 rows' })).toBeVisible();
  },
  selection: async (page) => {
    await close(page);
    await page
      .getByRole('checkbox', { name: /^Select [A-Z]/ })
      .nth(1)
      .check();
    await page
      .getByRole('checkbox', { name: /^Select [A-Z]/ })
      .nth(2)
      .check();
    await expect(page.getByText('2 of 2,000 selected')).toBeVisible();
  },
  preview: async (page) => {
    await getFirstRow(page).getByRole('rowheader').focus();
    await page.keyboard.press('p');
    await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
  },
  'nothing matches': async (page) => {
    await page.goto('/devices#search=valve&is.paired=true');
    await expect(page.getByText('No devices match all 2 filters')).toBeVisible();
  },
  changes: async (page, service) => {
    await page.goto('/devices');
    await waitForConnectivity(page);
    await mockDeviceList(service, [
      ...service.devices.slice(20).map(({ record }) => record),
      createDeviceRecord('A-VERY-LONG-ID-WITH-MANY-PARTS-0001', { admin: 'somebody.with.a.long.name@example.com' }),
      createDeviceRecord('D'),
    ]);
    await clickRefresh(page);
    await expect(button(page, 'Show changes')).toBeVisible();
  },
  'changes listed': async (page) => {
    await button(page, 'Show changes').click();
    await expect(page.getByRole('dialog', { name: /changed/ })).toBeVisible();
  },
  'long names': async (page, service) => {
    const productID = 'PRODUCT-FAMILY-OF-THE-NORTHERN-PLANT-REVISION-B';
    const devices = Array.from({ length: 30 }, (_, at) =>
      createDeviceRecord(`${productID}-${at}`, {
        productID: at % 3 ? 'SHORT' : productID,
        name: `Pump of the northern plant, second hall, line ${at}`,
        admin: 'somebody.with.a.long.name@example.com',
      }),
    );
    await mockDeviceList(service, devices);
    await page.goto(`/devices?desc=name#is.productID=${productID}`);
    await expect(getFirstRow(page)).toBeVisible();
  },
  'long names, overview': async (page) => {
    await page.goto('/');
    await expect(page.getByText(/ of \d+ to review/)).toBeVisible();
  },
  'no devices': async (page, service) => {
    await mockDeviceList(service, []);
    await page.goto('/');
    await expect(page.getByText('No devices are registered in this project')).toBeVisible();
  },
  'failed list': async (page, service) => {
    await mockServiceResponse(service, 'devices', { code: 'FORBIDDEN', message: 'Not for you.' }, 403);
    await page.goto('/devices?type=registered');
    await expect(page.getByRole('alert').filter({ hasText: 'Could not load the devices' })).toBeVisible();
  },
};

test('the overview and the device list are fully visible', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/about');
  await expectValidLayout(page, service, LISTS);
});
