import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildCompareUrl } from '#urls/compare.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { expectValidLayout, type LayoutCase } from './expectValidLayout.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const close = (page: Page) => page.keyboard.press('Escape');

const DEVICES: LayoutCase[] = [
  {
    name: 'device',
    open: async (page, service) => {
      const { deviceID = '' } = service.devices.find(({ record }) => record.paired)?.record ?? {};
      await page.goto(buildDeviceUrl(deviceID, 'status'));
      await expect(page.getByText(/ ms · /)).toBeVisible();
      await button(page, 'Watch').click();
      await page.getByLabel('Collection').fill('logs');
      await button(page, 'Show documents').click();
      await expect(page.getByRole('grid', { name: 'Documents for this device' })).toBeVisible();
    },
  },
  {
    name: 'device as JSON',
    open: async (page, service) => {
      const { deviceID = '' } = service.devices.find(({ record }) => record.paired)?.record ?? {};
      await page.goto(buildDeviceUrl(deviceID, 'admin', 'json'));
      await expect(page.getByText(/ ms · /)).toBeVisible();
    },
  },
  {
    name: 'more of the device',
    open: async (page) => {
      await button(page, /^More device actions/).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'unknown device',
    open: async (page) => {
      await page.goto(buildDeviceUrl('unknown'));
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'two compared',
    open: async (page, service) => {
      await page.goto(
        buildCompareUrl({
          deviceIDs: service.devices.slice(0, 2).map(({ record }) => record.deviceID),
          different: false,
        }),
      );
      await expect(page.getByRole('rowheader', { name: /productID/ })).toBeVisible();
    },
  },
  {
    name: 'five compared',
    open: async (page, service) => {
      const ids = service.devices.slice(0, 4).map(({ record }) => record.deviceID);
      await page.goto(buildCompareUrl({ deviceIDs: [...ids, 'unknown'], different: false }));
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'a device to add',
    open: async (page, service) => {
      const ids = service.devices.slice(0, 3).map(({ record }) => record.deviceID);
      await page.goto(buildCompareUrl({ deviceIDs: ids, different: false }));
      await button(page, 'Device: add').click();
    },
  },
];

const FRAME: LayoutCase[] = [
  {
    name: 'about',
    open: async (page) => {
      await page.goto('/about');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    name: 'keys',
    open: async (page) => {
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
  {
    name: 'what can be done',
    open: async (page) => {
      await button(page, 'Guide to this page').click();
      await expect(page.getByRole('dialog', { name: 'Guide to this page' })).toBeVisible();
    },
  },
  {
    name: 'connection menu',
    open: async (page) => {
      await close(page);
      await button(page, /, connection$/).click();
      await expect(page.getByRole('menuitem', { name: 'Lock' })).toBeVisible();
    },
  },
  {
    name: 'palette',
    open: async (page) => {
      await close(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command' }).fill('d');
      await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
    },
  },
  {
    name: 'nowhere',
    open: async (page) => {
      await page.goto('/nowhere');
      await expect(page.getByText('There is no page at this address')).toBeVisible();
    },
  },
  {
    name: 'connections',
    open: async (page) => {
      await page.goto('/connections');
      await button(page, 'Add a connection').click();
      await button(page, 'Add').click();
    },
  },
];

const SIGNED_OUT: LayoutCase[] = [
  {
    name: 'sign-in',
    open: async (page) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Use the demo project' })).toBeVisible();
    },
  },
  {
    name: 'sign-in, incomplete',
    open: async (page) => {
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Enter the token.')).toBeVisible();
    },
  },
  {
    name: 'sign-in, refused',
    open: async (page) => {
      await page.getByLabel('API key', { exact: true }).fill('wrong-key');
      await page.getByLabel('Token', { exact: true }).fill('wrong-token');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).not.toHaveCount(0);
    },
  },
  {
    name: 'sign-in, with a connection of a long name',
    open: async (page) => {
      await page.evaluate(() => {
        const name = 'Plant South, hall 12, the second line of assembly, before it is renewed';
        const list = [{ id: 'long', name, baseUrl: 'https://south.example/api' }];
        localStorage.setItem('fleetlens.connections', JSON.stringify({ v: 1, value: { last: 'long', list } }));
      });
      await page.goto('/');
      await expect(page.getByRole('radio', { name: /^Plant South/ })).toBeChecked();
    },
  },
];

test('a device, a comparison and the frame are fully visible at every width', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, '/about');
  await expectValidLayout(page, service, [...DEVICES, ...FRAME]);
});

test('sign-in is fully visible at every width', { tag: '@long' }, ({ page, service }) =>
  expectValidLayout(page, service, SIGNED_OUT),
);
