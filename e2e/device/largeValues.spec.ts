import type { Page } from 'playwright/test';
import { buildDocumentsUrl } from '#e2e/helpers/datastorePage.ts';
import { getDemoDevice, getRecordRegion } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const SIZE = 1_000_000;
const IN_PAGE_MAX = 100_000;

const inPage = (page: Page) => page.evaluate(() => document.body.textContent?.length ?? 0);

test('C9 truncates a 1 MB value, and shows all of it in a viewer', { tag: '@long' }, async ({ page, service }) => {
  const device = { ...getDemoDevice(service), note: `${'long '.repeat(SIZE / 5)}END` };
  await mockServiceResponse(service, 'device', { code: 'DEVICE-DETAILS-FETCHED', message: '', device });
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await getRecordRegion(page).getByRole('button', { name: 'Show all 1,000,003 characters' }).click();
  const viewer = getRecordRegion(page).getByRole('region', { name: 'the full value' });
  await expect(viewer).toBeVisible();
  expect(await inPage(page)).toBeLessThan(IN_PAGE_MAX);
  await expect(viewer).not.toContainText('END');
  const drawn = () => viewer.evaluate((element) => element.textContent?.length ?? 0);
  const before = await drawn();
  await viewer.evaluate((element) => element.scrollTo(0, element.scrollHeight / 20));
  await expect.poll(drawn).toBeGreaterThan(before);
});

test('C9 truncates a 1 MB value in a list and in a document', { tag: '@long' }, async ({ page, service }) => {
  const large = { ...getDemoDevice(service), name: 'n'.repeat(SIZE / 2), note: { list: ['x'.repeat(SIZE / 2)] } };
  const list = { code: 'DEVICES-LIST-FETCHED', message: '', nDevices: 1, devices: [large] };
  await mockServiceResponse(service, 'devices', list);
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('link', { name: large.deviceID, exact: true })).toBeVisible();
  expect(await inPage(page)).toBeLessThan(IN_PAGE_MAX);

  const documents = { code: 'DATASTORE-DOCUMENTS-FETCHED', message: '', nDocuments: 1, documents: [large] };
  await mockServiceResponse(service, 'pipeline', documents);
  await page.goto(buildDocumentsUrl());
  await expect(page.getByRole('rowheader', { name: large.deviceID })).toBeVisible();
  expect(await inPage(page)).toBeLessThan(IN_PAGE_MAX);
});
