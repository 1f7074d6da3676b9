import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { datastorePath } from '#paths/datastore.ts';
import { devicePath } from '#paths/device.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './helpers.ts';

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

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('sign-in', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Use the demo project' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Enter the token.')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('devices', async ({ page, service }) => {
      await signIn(page, service, '/devices');
      await expect(page.getByRole('grid')).toBeVisible();
      await expect(page.getByRole('gridcell').nth(0)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page
        .getByRole('checkbox', { name: /^Select [A-Z]/ })
        .nth(1)
        .check();
      await expect(page.getByRole('button', { name: 'Copy IDs' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('device', async ({ page, service }) => {
      await signIn(page, service, devicePath(service.devices[0]?.record.deviceID ?? '', 'status'));
      await expect(page.getByText(/ ms · /)).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('unknown device', async ({ page, service }) => {
      await signIn(page, service, devicePath('unknown'));
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('datastore', async ({ page, service }) => {
      await signIn(page, service, datastorePath(QUERY));
      await expect(page.getByRole('table')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('datastore without a query', async ({ page, service }) => {
      await signIn(page, service, '/datastore');
      expect(await violations(page)).toEqual([]);
    });

    test('the command palette', async ({ page, service }) => {
      await signIn(page, service, '/datastore');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: 'Command' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('an open facet', async ({ page, service }) => {
      await signIn(page, service);
      await page.getByRole('button', { name: 'productID', exact: true }).click();
      await expect(page.getByRole('checkbox').nth(0)).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('the choice of columns', async ({ page, service }) => {
      await signIn(page, service, '/devices?pin=deviceID&pin=name');
      await page.getByRole('button', { name: 'Columns' }).click();
      await expect(page.getByRole('button', { name: 'Pin name' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('a failed page', async ({ page, service }) => {
      await signIn(page, service, '/datastore');
      const fault = { kind: 'error', status: 403, code: 'FORBIDDEN', message: 'Not for you.' };
      await service.control('fault', { operation: 'pipeline', times: 5, fault });
      await page.goto(datastorePath(QUERY));
      await expect(page.getByRole('alert')).toBeVisible();
      await service.control('calm', {});
      expect(await violations(page)).toEqual([]);
    });

    test('connections and about', async ({ page, service }) => {
      await page.goto('/connections');
      await page.getByRole('button', { name: 'Add a connection' }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      expect(await violations(page)).toEqual([]);
      await signIn(page, service, '/about');
      expect(await violations(page)).toEqual([]);
    });

    test('an address that is no page', async ({ page, service }) => {
      await signIn(page, service, '/nowhere');
      await expect(page.getByText('There is no page at this address')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}
