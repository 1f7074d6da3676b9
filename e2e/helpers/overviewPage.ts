import type { Page } from 'playwright/test';
import { createOverviewPageObject } from '#e2e/testing/pageObjects.ts';
import { expect, type Service } from './fixtures.ts';
import { openSignedIn } from './session.ts';

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
