import { expect, type Page } from 'playwright/test';
import type { Service } from './fixtures.ts';

/** Signs in as a person does, from wherever the page is sent to. */
export async function signIn(page: Page, service: Pick<Service, 'apiKey' | 'token'>, path = '/devices'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
