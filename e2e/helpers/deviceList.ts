import { expect, type Page } from 'playwright/test';
import { createAppShellPageObject, createDevicesPageObject, createGridPageObject } from '#e2e/testing/pageObjects.ts';

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
