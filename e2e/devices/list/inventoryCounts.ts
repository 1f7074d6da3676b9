import type { Locator } from 'playwright/test';
import { expect } from '#e2e/kit/fixtures.ts';

/** How many entries were found, hidden, not found, duplicate and unreadable, and how many are headings where there are any. */
export async function expectCounts(dialog: Locator, ...counts: readonly (number | string)[]): Promise<void> {
  const table = dialog.getByRole('table', { name: 'Entries by outcome' });
  const titles = ['Found', 'Found, hidden', 'Not found', 'Duplicates', 'Unreadable', 'Heading'];
  await expect(table.getByRole('row').filter({ has: table.page().getByRole('rowheader') })).toHaveText(
    counts.map((count, at) => new RegExp(`^${count}${titles[at]}`)),
  );
}
