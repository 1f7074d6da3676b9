import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page, Response } from 'playwright/test';
import { getFirstRow } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { signIn } from '#e2e/helpers/session.ts';

const SIGN_IN_LIMIT = 125_000;
const LIST_LIMIT = 157_000;
/** Maximum size per page, in bytes: the entry files, its own, and their static imports. */
const PAGE_LIMITS: Readonly<Record<string, number>> = {
  Login: 115_000,
  Connections: 177_500,
  Overview: 170_000,
  Devices: LIST_LIMIT,
  Device: 274_000,
  Compare: 170_000,
  Datastore: 308_000,
  About: 170_000,
  NotFound: LIST_LIMIT,
};
const LESS = 'load what is not seen at once by import() where it is wanted';
const ASSETS = 'dist/console/assets';

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
  // prefetched when a user is present; a pointer over the page is enough
  await page.route(/(OverviewPage|Frame|readFleet|devices|pages|shared)-[^/]*\.js$/, (route) => route.abort());
  const scripts = watchScripts(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const loaded = await scripts();
  expect(loaded.length, service.url).toBeGreaterThan(1);
  expect(weight(loaded), LESS).toBeLessThanOrEqual(SIGN_IN_LIMIT);
});

test('a device list loads at most 157 kB of script, and nothing that opens later in it', async ({ page, service }) => {
  // prefetched after the list was idle for a while
  await page.route('**/lazyPanels-*.js', (route) => route.abort());
  await signIn(page, service);
  const scripts = watchScripts(page);
  await page.reload();
  await expect(getFirstRow(page)).toBeVisible();
  const first = await scripts();
  expect(weight(first), LESS).toBeLessThanOrEqual(LIST_LIMIT);

  const palette = (script: string) => script.includes('No results');
  expect(first.filter(palette)).toEqual([]);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  expect((await scripts()).filter(palette)).toHaveLength(1);
});

test('no page is made of more script than its limit', () => {
  const index = readFileSync('dist/console/index.html', 'utf8');
  const first = [...index.matchAll(/src="\/assets\/([^"]+)"/g)].map(([, file = '']) => file);
  const start = readdirSync(ASSETS).find((file) => /^start-.*\.js$/.test(file)) ?? '';
  // the built table of src/pages.ts
  const pages = [...built(start).matchAll(/(\w+):\{address:.*?import\(`\.\/([^`]+)`/g)];
  expect(pages.map(([, name]) => name)).toEqual(Object.keys(PAGE_LIMITS));
  const over = pages.flatMap(([, name = '', file = '']) => {
    const sizes = [...made([...first, file])].map((one) => statSync(join(ASSETS, `${one}.br`)).size);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const limit = PAGE_LIMITS[name] ?? 0;
    return bytes > limit ? [`${name}: ${bytes} bytes, of at most ${limit}`] : [];
  });
  expect(over, LESS).toEqual([]);
});

function made(files: readonly string[], all = new Set<string>()): Set<string> {
  for (const file of files.filter((one) => !all.has(one))) {
    all.add(file);
    const imported = built(file).matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+)/g);
    made(
      [...imported].map(([, name = '']) => name),
      all,
    );
  }
  return all;
}

function built(file: string): string {
  return readFileSync(join(ASSETS, file), 'utf8');
}
