import type { Locator } from 'playwright/test';
import { expect } from '#e2e/helpers/fixtures.ts';

export async function expectInventoryCounts(dialog: Locator, ...counts: readonly (number | string)[]): Promise<void> {
  const table = dialog.getByRole('table', { name: 'Entries by result' });
  const titles = ['Found', 'Found, hidden', 'Not found', 'Duplicates', 'Unreadable', 'Heading'];
  await expect(table.getByRole('row').filter({ has: table.page().getByRole('rowheader') })).toHaveText(
    counts.map((count, at) => new RegExp(`^${count}${titles[at]}`)),
  );
}
