import { expect, type Page } from 'playwright/test';
import { devicesPlace, framePlace, gridPlace } from '#e2e/testing/places.ts';

export const refresh = (page: Page) => framePlace(page).refresh.click();
export const refreshList = (page: Page) => devicesPlace(page).refresh();
export const firstRow = (page: Page) => gridPlace(page).firstRow;
export const columnCells = (page: Page, field: string) => gridPlace(page).cells(field);

/** Refreshes to a list of less than half of the devices and confirms the question about it. */
export async function refreshToShorterList(page: Page): Promise<void> {
  await refresh(page);
  await page.getByRole('button', { name: 'Show the new list' }).click();
}

/** Waits until connectivity is loaded; the list then sends no further requests. */
export async function expectConnectivity(page: Page): Promise<void> {
  await expect(page.getByRole('gridcell', { name: 'online', exact: true })).not.toHaveCount(0);
}

/** Waits for the sort by a field. @returns the IDs of the first rows */
export async function idsBy(page: Page, field: string): Promise<string[]> {
  await expect(page.getByText(new RegExp(`· by ${field}`))).toBeVisible();
  return (await columnCells(page, 'deviceID')).allTextContents();
}

export async function selectDevices(page: Page, ids: readonly string[]): Promise<void> {
  const { search, checkbox, selection } = devicesPlace(page);
  for (const id of ids) {
    await search.fill(id);
    await checkbox(id).check();
    // the selection bar replaces the tool bar with the search
    await expect(selection).toBeVisible();
  }
}

export async function expectWords(page: Page, words: string): Promise<void> {
  await expect(page.getByText(words, { exact: true })).toBeVisible();
}
