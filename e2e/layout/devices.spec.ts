import type { Page } from 'playwright/test';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { buildCompareUrl } from '#urls/compare.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { expectValidLayout, type LayoutCases } from './expectValidLayout.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const close = (page: Page) => page.keyboard.press('Escape');

const DEVICES: LayoutCases = {
  device: async (page, service) => {
    const { deviceID = '' } = service.devices.find(({ record }) => record.paired)?.record ?? {};
    await page.goto(buildDeviceUrl(deviceID, 'status'));
    await expect(page.getByText(/ ms · /)).toBeVisible();
    await button(page, 'Watch').click();
    await page.getByLabel('Collection').fill('logs');
    await button(page, 'Show documents').click();
    await expect(page.getByRole('grid', { name: 'Documents for this device' })).toBeVisible();
  },
  'device as JSON': async (page, service) => {
    const { deviceID = '' } = service.devices.find(({ record }) => record.paired)?.record ?? {};
    await page.goto(buildDeviceUrl(deviceID, 'admin', 'json'));
    await expect(page.getByText(/ ms · /)).toBeVisible();
  },
  'more of the device': async (page) => {
    await button(page, /^More device actions/).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'unknown device': async (page) => {
    await page.goto(buildDeviceUrl('unknown'));
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'two compared': async (page, service) => {
    await page.goto(
      buildCompareUrl({
        deviceIDs: service.devices.slice(0, 2).map(({ record }) => record.deviceID),
        different: false,
      }),
    );
    await expect(page.getByRole('rowheader', { name: /productID/ })).toBeVisible();
  },
  'five compared': async (page, service) => {
    const ids = service.devices.slice(0, 4).map(({ record }) => record.deviceID);
    await page.goto(buildCompareUrl({ deviceIDs: [...ids, 'unknown'], different: false }));
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'a device to add': async (page, service) => {
    const ids = service.devices.slice(0, 3).map(({ record }) => record.deviceID);
    await page.goto(buildCompareUrl({ deviceIDs: ids, different: false }));
    await button(page, 'Device: add').click();
  },
};

const FRAME: LayoutCases = {
  about: async (page) => {
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  keys: async (page) => {
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
  'what can be done': async (page) => {
    await button(page, 'Guide to this page').click();
    await expect(page.getByRole('dialog', { name: 'Guide to this page' })).toBeVisible();
  },
  'connection menu': async (page) => {
    await close(page);
    await button(page, /, connection$/).click();
    await expect(page.getByRole('menuitem', { name: 'Lock' })).toBeVisible();
  },
  palette: async (page) => {
    await close(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill('d');
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  },
  nowhere: async (page) => {
    await page.goto('/nowhere');
    await expect(page.getByText('There is no page at this address')).toBeVisible();
  },
  connections: async (page) => {
    await page.goto('/connections');
    await button(page, 'Add a connection').click();
    await button(page, 'Add').click();
  },
};

const SIGNED_OUT: LayoutCases = {
  'sign-in': async (page) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Use the demo project' })).toBeVisible();
  },
  'sign-in, incomplete': async (page) => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter the token.')).toBeVisible();
  },
  'sign-in, refused': async (page) => {
    await page.getByLabel('API key', { exact: true }).fill('wrong-key');
    await page.getByLabel('Token', { exact: true }).fill('wrong-token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).not.toHaveCount(0);
  },
  'sign-in, with a connection of a long name': async (page) => {
    await page.evaluate(() => {
      const name = 'Plant South, hall 12, the second line of assembly, before it is renewed';
      const list = [{ id: 'long', name, baseUrl: 'https://south.example/api' }];
      localStorage.setItem('fleetlens.connections', JSON.stringify({ v: 1, value: { last: 'long', list } }));
    });
    await page.goto('/');
    await expect(page.getByRole('radio', { name: /^Plant South/ })).toBeChecked();
  },
};

test('a device, a comparison and the frame are fully visible', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/about');
  await expectValidLayout(page, service, { ...DEVICES, ...FRAME });
});

test('sign-in is fully visible at every width', { tag: '@long' }, ({ page, service }) =>
  expectValidLayout(page, service, SIGNED_OUT),
);
