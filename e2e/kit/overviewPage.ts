import type { Page } from 'playwright/test';
import { expect, type Service } from './fixtures.ts';
import { openSignedIn } from './session.ts';

export const number = (count: number) => count.toLocaleString('en');
export const sum = (page: Page) => page.getByRole('region', { name: 'The fleet in numbers' });
export const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

export async function openOverview(page: Page, service: Service): Promise<void> {
  await openSignedIn(page, service, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  await expect(pane(page, 'Checks').getByText(/ of 9 to look at/)).toBeVisible();
}

export async function expectListed(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1));
}
