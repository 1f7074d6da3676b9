import type { Page } from 'playwright/test';
import {
  createAppShellPageObject,
  createDevicePageObject,
  createDevicesPageObject,
  createGridPageObject,
  createOverviewPageObject,
} from '#e2e/testing/pageObjects.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { expect, openSignedIn, type Service } from './fixtures.ts';

export const clickRefresh = (page: Page) => createAppShellPageObject(page).refresh.click();
export const refreshDeviceList = (page: Page) => createDevicesPageObject(page).refresh();
export const getFirstRow = (page: Page) => createGridPageObject(page).firstRow;
export const getColumnCells = (page: Page, field: string) => createGridPageObject(page).cells(field);

export async function refreshAndAcceptShorterList(page: Page): Promise<void> {
  await clickRefresh(page);
  await page.getByRole('button', { name: 'Show the new list' }).click();
}

/** Waits until connectivity is loaded. The list then sends no further requests. */
export async function waitForConnectivity(page: Page): Promise<void> {
  await expect(page.getByRole('gridcell', { name: 'online', exact: true })).not.toHaveCount(0);
}

/**
 * Waits until the list is sorted by a field.
 * @returns the IDs of the first rows
 */
export async function waitForIdsSortedBy(page: Page, field: string): Promise<string[]> {
  await expect(page.getByText(new RegExp(`· by ${field}`))).toBeVisible();
  return (await getColumnCells(page, 'deviceID')).allTextContents();
}

export async function selectDevices(page: Page, ids: readonly string[]): Promise<void> {
  const { search, checkbox, selection } = createDevicesPageObject(page);
  for (const id of ids) {
    await search.fill(id);
    await checkbox(id).check();
    // the selection bar replaces the toolbar with the search
    await expect(selection).toBeVisible();
  }
}

export async function expectVisibleText(page: Page, words: string): Promise<void> {
  await expect(page.getByText(words, { exact: true })).toBeVisible();
}

export function getDemoDevice(service: Service) {
  const device = service.devices[3]?.record;
  if (!device) throw new Error('The demo project holds too few devices.');
  return device;
}

export async function openDemoDevicePage(page: Page, service: Service) {
  const device = getDemoDevice(service);
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name);
  return device;
}

export const getRecordRegion = (page: Page) => createDevicePageObject(page).record;

export const formatCountText = (count: number) => count.toLocaleString('en');
export const getFleetNumbersRegion = (page: Page) => createOverviewPageObject(page).numbers;
export const getOverviewPane = (page: Page, title: string) => createOverviewPageObject(page).pane(title);

export async function openOverview(page: Page, service: Service): Promise<void> {
  await openSignedIn(page, service, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  await expect(getOverviewPane(page, 'Checks').getByText(/ of \d+ to review/)).toBeVisible();
}

export async function expectDeviceListCount(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1));
}
