import { getFirstRow } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildCompareUrl } from '#urls/compare.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { findAxeViolations } from './axe.ts';

test('a watched field, the JSON view, and the documents of a device', { tag: '@long' }, async ({ page, service }) => {
  const { deviceID = '' } = service.devices.find(({ record }) => record.paired)?.record ?? {};
  await openSignedIn(page, service, buildDeviceUrl(deviceID, 'status', 'json'));
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByRole('img', { name: 'status over time' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByLabel('Collection').fill('logs');
  await page.getByRole('button', { name: 'Show documents' }).click();
  await expect(page.getByRole('grid', { name: 'Documents for this device' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('device comparison', { tag: '@long' }, async ({ page, service }) => {
  const deviceIDs = [...service.devices.slice(0, 4).map(({ record }) => record.deviceID), 'unknown'];
  await openSignedIn(page, service, buildCompareUrl({ deviceIDs, different: false }));
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('device preview and export', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('p');
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Export 2,000 rows' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});
