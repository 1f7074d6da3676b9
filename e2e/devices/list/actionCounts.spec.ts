import { ActionCounter } from '#e2e/helpers/actionCounter.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { expectInventoryCounts } from './expectInventoryCounts.ts';
import { seedIrregularDevices } from './seedIrregularDevices.ts';

test('links to devices by their serial numbers in six actions', { tag: '@long' }, async ({ page, service }) => {
  const { credentials, devices } = await seedIrregularDevices(service, 400);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, credentials, '/devices?column=deviceID&column=serial');
  await expect(page.getByText('400 devices', { exact: true })).toBeVisible();
  const picked = devices.filter((_, index) => index % 8 === 3);
  const serials = picked.map(({ serial }) => String(serial).toUpperCase());
  await page.evaluate((text) => navigator.clipboard.writeText(text), serials.join('\n'));
  const actions = new ActionCounter(page);
  await actions.press('i');
  const dialog = page.getByRole('dialog', { name: 'Reconcile' });
  const lines = dialog.getByRole('textbox', { name: 'Your list' });
  await expect(lines).toBeFocused();
  await actions.press('ControlOrMeta+v');
  await expectInventoryCounts(dialog, 50, 0, 0, 0, 0);
  const readAs = dialog.getByRole('combobox', { name: 'Match by' });
  await expect(readAs.getByRole('option', { selected: true })).toHaveText('serial (best match)');
  await actions.click(dialog.getByRole('button', { name: 'Show the 50 devices found' }));
  await actions.click(page.getByRole('button', { name: 'More list actions' }));
  await actions.click(page.getByRole('menuitem', { name: 'Copy link' }));
  expect(actions.count).toBeLessThanOrEqual(6);
  await expect(page.getByText(/The link lists the 50 devices shown instead of your pasted list/)).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(new URLSearchParams(link.hash.slice(1)).getAll('is.deviceID')).toEqual(picked.map(({ deviceID }) => deviceID));

  // the reading can be changed, also to a nested field
  await page.keyboard.press('i');
  await readAs.selectOption('name');
  await expectInventoryCounts(dialog, 0, 0, 50, 0, 0);
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await lines.fill('location.asset\na000007\nA000008\nA000008\nA999999\n---');
  await expect(readAs.getByRole('option', { selected: true })).toHaveText('location.asset (best match)');
  await expectInventoryCounts(dialog, 2, 0, 1, 1, 1, 1);
});
