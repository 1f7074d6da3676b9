import type { Locator } from 'playwright/test';
import { expect } from '#e2e/kit/fixtures.ts';

/** Expects the counts of found, hidden, not found, duplicate, unreadable and, if given, heading entries. */
export async function expectCounts(dialog: Locator, ...counts: readonly (number | string)[]): Promise<void> {
  const table = dialog.getByRole('table', { name: 'Entries by outcome' });
  const titles = ['Found', 'Found, hidden', 'Not found', 'Duplicates', 'Unreadable', 'Heading'];
  await expect(table.getByRole('row').filter({ has: table.page().getByRole('rowheader') })).toHaveText(
    counts.map((count, at) => new RegExp(`^${count}${titles[at]}`)),
  );
}
