import type { Page } from 'playwright/test';
import { overviewPlace } from '#e2e/testing/places.ts';
import { expect, type Service } from './fixtures.ts';
import { openSignedIn } from './session.ts';

export const number = (count: number) => count.toLocaleString('en');
export const sum = (page: Page) => overviewPlace(page).numbers;
export const pane = (page: Page, title: string) => overviewPlace(page).pane(title);

export async function openOverview(page: Page, service: Service): Promise<void> {
  await openSignedIn(page, service, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  await expect(pane(page, 'Checks').getByText(/ of 9 to look at/)).toBeVisible();
}

export async function expectListed(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1));
}
