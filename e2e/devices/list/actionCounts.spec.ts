import { waitForConnectivity } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { expectInventoryCounts } from './expectInventoryCounts.ts';
import { seedIrregularDevices } from './seedIrregularDevices.ts';

function countActions() {
  let count = 0;
  const act = async (work: () => Promise<unknown>, actions = 1) => {
    count += actions;
    await work();
  };
  return Object.assign(act, { count: () => count });
}

test('exports CSV of paired, offline devices of a product not seen for 7 days in at most eight actions', {
  tag: '@long',
}, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await waitForConnectivity(page);
  const act = countActions();
  await act(() => page.keyboard.press('/'));
  await page.keyboard.type('productID:"DRONE-01" paired:paired connectivity:offline');
  await act(() => page.getByRole('button', { name: /^Filter( \d+)?$/ }).click());
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await act(() => filter.getByRole('button', { name: 'lastPairedAt' }).click());
  await act(() => filter.getByRole('combobox', { name: 'When' }).selectOption('more than … ago'), 2);
  await expect(page.getByRole('group', { name: 'Filters' }).getByText(/more than 7 days ago/)).toBeVisible();
  await act(() => page.getByRole('button', { name: 'Export', exact: true }).click());
  const write = page.getByRole('button', { name: /^Export [\d,]+ rows?$/ });
  await expect(write).toBeEnabled();
  const [file] = await Promise.all([page.waitForEvent('download'), act(() => write.click())]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(act.count()).toBeLessThanOrEqual(8);
});

test('matches serial numbers in another case by field, and copies them as a link, in at most six actions', {
  tag: '@long',
}, async ({ page, service }) => {
  const { credentials, devices } = await seedIrregularDevices(service, 400);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, credentials, '/devices?column=deviceID&column=serial');
  await expect(page.getByText('400 devices', { exact: true })).toBeVisible();
  const picked = devices.filter((_, index) => index % 8 === 3);
  const serials = picked.map(({ serial }) => String(serial).toUpperCase());
  await page.evaluate((text) => navigator.clipboard.writeText(text), serials.join('\n'));
  const act = countActions();
  await act(() => page.keyboard.press('i'));
  const dialog = page.getByRole('dialog', { name: 'Reconcile' });
  const lines = dialog.getByRole('textbox', { name: 'Your list' });
  await expect(lines).toBeFocused();
  await act(() => page.keyboard.press('ControlOrMeta+v'));
  await expectInventoryCounts(dialog, 50, 0, 0, 0, 0);
  const readAs = dialog.getByRole('combobox', { name: 'Match by' });
  await expect(readAs.getByRole('option', { selected: true })).toHaveText('serial (best match)');
  await act(() => dialog.getByRole('button', { name: 'Show the 50 devices found' }).click());
  await act(() => page.getByRole('button', { name: 'More list actions' }).click());
  await act(() => page.getByRole('menuitem', { name: 'Copy link' }).click());
  expect(act.count()).toBeLessThanOrEqual(6);
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
