import { brotliCompressSync } from 'node:zlib';
import type { Page, Response } from 'playwright/test';
import { expect, test } from '#e2e/kit/fixtures.ts';
import { firstRow } from '#e2e/kit/list.ts';
import { signIn } from '#e2e/kit/session.ts';

const SIGN_IN_LIMIT = 125_000;
const LIST_LIMIT = 155_000;

/** The scripts that a page sends for, workers' too. */
function watchScripts(page: Page): () => Promise<string[]> {
  const answers: Response[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) answers.push(response);
  });
  return () => Promise.all(answers.map((answer) => answer.text()));
}

function weight(scripts: readonly string[]): number {
  return scripts.map((script) => brotliCompressSync(script).length).reduce((sum, size) => sum + size, 0);
}

test('sign-in loads at most 125 kB of script, as brotli packs it', async ({ page, service }) => {
  // sent for ahead of its need, once somebody is there to sign in: a pointer over the page is enough
  await page.route(/(OverviewPage|Frame|readFleet|devices|pages|shared)-[^/]*\.js$/, (route) => route.abort());
  const scripts = watchScripts(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const loaded = await scripts();
  expect(loaded.length, service.url).toBeGreaterThan(1);
  expect(weight(loaded)).toBeLessThanOrEqual(SIGN_IN_LIMIT);
});

test('a device list loads at most 155 kB of script, and nothing that opens later in it', async ({ page, service }) => {
  // sent for ahead of its need, once the list has stood for a while
  await page.route('**/tools-*.js', (route) => route.abort());
  await signIn(page, service);
  const scripts = watchScripts(page);
  await page.reload();
  await expect(firstRow(page)).toBeVisible();
  const first = await scripts();
  expect(weight(first)).toBeLessThanOrEqual(LIST_LIMIT);

  const palette = (script: string) => script.includes('Nothing has this name');
  expect(first.filter(palette)).toEqual([]);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  expect((await scripts()).filter(palette)).toHaveLength(1);
});
