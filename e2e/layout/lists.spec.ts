import type { Page } from 'playwright/test';
import { clickRefresh, getFirstRow, waitForConnectivity } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/sampleDevices.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { expectValidLayout, type LayoutCase } from './expectValidLayout.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const close = (page: Page) => page.keyboard.press('Escape');

const LISTS: LayoutCase[] = [
  {
    name: 'overview',
    open: async (page) => {
      await page.goto('/');
      await expect(page.getByText(/ of 9 to review/)).toBeVisible();
    },
  },
  {
    name: 'overview, range',
    open: async (page) => {
      await page.getByRole('slider', { name: 'Registered from' }).focus();
      await page.keyboard.press('PageUp');
      await page
        .getByRole('region', { name: 'Last paired', exact: true })
        .getByRole('radio', { name: 'Table' })
        .check();
    },
  },
  {
    name: 'devices',
    open: async (page) => {
      await page.goto('/devices');
      await waitForConnectivity(page);
    },
  },
  {
    name: 'devices, asked and filtered',
    open: async (page) => {
      await page.goto(
        '/devices?type=paired&filter=online&productID=DRONE-01&desc=lastPairedAt#is.paired=true&is.status=true',
      );
      await expect(button(page, 'Clear all')).toBeVisible();
    },
  },
  {
    name: 'filter',
    open: async (page) => {
      await page.goto('/devices#is.paired=true');
      await button(page, /^paired is/).click();
      await expect(
        page.getByRole('dialog', { name: 'Filter' }).getByRole('checkbox', { name: /^paired/ }),
      ).toBeChecked();
    },
  },
  {
    name: 'filter of times',
    open: async (page) => {
      await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'registeredAt' }).click();
      await expect(page.getByRole('slider', { name: 'registeredAt to' })).toBeVisible();
    },
  },
  {
    name: 'columns',
    open: async (page) => {
      await close(page);
      await button(page, /^Columns/).click();
      await expect(page.getByRole('button', { name: 'Pin name' })).toBeVisible();
    },
  },
  {
    name: 'saved views',
    open: async (page) => {
      await close(page);
      await button(page, /^Views/).click();
      await page.getByRole('textbox', { name: 'View name' }).fill('Paired, offline and in the north');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: /^Rename Paired/ })).toBeVisible();
    },
  },
  {
    name: 'devices, with a saved view',
    open: async (page) => {
      await close(page);
    },
  },
  {
    name: 'more of the list',
    open: async (page) => {
      await button(page, 'More list actions').click();
      await expect(page.getByRole('menuitem', { name: 'Reconcile an inventory' })).toBeVisible();
    },
  },
  {
    name: 'reconcile',
    open: async (page) => {
      await page.getByRole('menuitem', { name: 'Reconcile an inventory' }).click();
      await page.getByRole('textbox', { name: 'Your list' }).fill('NO-SUCH-1\nheading\nDRONE-01-00001\nDRONE-01-0002');
      await expect(page.getByText('Result 4 entries')).toBeVisible();
    },
  },
  {
    name: 'export',
    open: async (page) => {
      await close(page);
      await page.goto('/devices');
      await button(page, 'Export').click();
      await expect(page.getByRole('button', { name: 'Export 2,000 rows' })).toBeVisible();
    },
  },
  {
    name: 'selection',
    open: async (page) => {
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
  },
  {
    name: 'preview',
    open: async (page) => {
      await getFirstRow(page).getByRole('rowheader').focus();
      await page.keyboard.press('p');
      await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
    },
  },
  {
    name: 'nothing matches',
    open: async (page) => {
      await page.goto('/devices#search=valve&is.paired=true');
      await expect(page.getByText('No devices match all 2 filters')).toBeVisible();
    },
  },
  {
    name: 'changes',
    open: async (page, service) => {
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
  },
  {
    name: 'changes listed',
    open: async (page) => {
      await button(page, 'Show changes').click();
      await expect(page.getByRole('dialog', { name: /changed/ })).toBeVisible();
    },
  },
  {
    name: 'long names',
    open: async (page, service) => {
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
  },
  {
    name: 'long names, overview',
    open: async (page) => {
      await page.goto('/');
      await expect(page.getByText(/ of 9 to review/)).toBeVisible();
    },
  },
  {
    name: 'no devices',
    open: async (page, service) => {
      await mockDeviceList(service, []);
      await page.goto('/');
      await expect(page.getByText('No devices are registered in this project')).toBeVisible();
    },
  },
  {
    name: 'failed list',
    open: async (page, service) => {
      await mockServiceResponse(service, 'devices', { code: 'FORBIDDEN', message: 'Not for you.' }, 403);
      await page.goto('/devices?type=registered');
      await expect(page.getByRole('alert').filter({ hasText: 'Could not load the devices' })).toBeVisible();
    },
  },
];

test('the overview and the device list are fully visible at every width', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, '/about');
  await expectValidLayout(page, service, LISTS);
});
