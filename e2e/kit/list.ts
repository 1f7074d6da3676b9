import { expect, type Locator, type Page } from 'playwright/test';

export const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click();
/** Asks for a list anew, and waits until it is there. */
export async function refreshList(page: Page): Promise<void> {
  const fetched = page.getByText(/^as of /).locator('time');
  const before = (await fetched.getAttribute('datetime')) ?? '';
  await refresh(page);
  await expect(fetched).not.toHaveAttribute('datetime', before);
}

/** The first row of a grid below its headings. */
export const firstRow = (page: Page) => page.getByRole('row').and(page.locator('[aria-rowindex="2"]'));

/** The cells of a grid's column, whose heading must be in the page. */
export async function columnCells(page: Page, field: string): Promise<Locator> {
  const heading = page.getByRole('columnheader', { name: field, exact: true });
  const index = await heading.getAttribute('aria-colindex');
  return page.locator(`:is([role="gridcell"], [role="rowheader"])[aria-colindex="${index}"]`);
}

/** A list asks nothing more once it knows which of its devices are online. */
export async function expectConnectivity(page: Page): Promise<void> {
  await expect(page.getByRole('gridcell', { name: 'online', exact: true })).not.toHaveCount(0);
}

/** The IDs of a list's first rows, once they stand in the order of a field. */
export async function idsBy(page: Page, field: string): Promise<string[]> {
  await expect(page.getByText(new RegExp(`· by ${field}`))).toBeVisible();
  return (await columnCells(page, 'deviceID')).allTextContents();
}

/** Selects devices one after another, each found by its ID. */
export async function selectDevices(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(id);
    await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
    // its tools take the place of the search's bar
    await expect(page.getByRole('group', { name: 'Selection' })).toBeVisible();
  }
}

/** A text that is whole as it stands. */
export async function expectWords(page: Page, words: string): Promise<void> {
  await expect(page.getByText(words, { exact: true })).toBeVisible();
}
