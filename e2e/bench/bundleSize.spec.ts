import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Response } from 'playwright/test';
import { getFirstRow } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn, signIn } from '#e2e/helpers/session.ts';
import { buildCompareUrl } from '#urls/compare.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const SIGN_IN_LIMIT = 130_000;
const LIST_LIMIT = 173_000;

/** Maximum size of the scripts that a page needs to show its heading, in bytes after brotli compression. */
const PAGE_LIMITS: readonly (readonly [name: string, path: string, limit: number])[] = [
  ['Overview', '/', 208_000],
  ['Connections', '/connections', 236_000],
  ['Device', buildDeviceUrl('CAM-360-00001'), 332_000],
  ['Compare', buildCompareUrl({ deviceIDs: ['CAM-360-00001', 'GATEWAY-B-00002'], different: false }), 198_000],
  ['Datastore', '/datastore', 356_000],
  ['About', '/about', 198_000],
];
const LESS = 'load what is not seen at once by import() where it is wanted';

function recordScripts(page: Page): Response[] {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response);
  });
  return scripts;
}

/** Returns the total size of the compressed copies that the service sends, in bytes. */
function measureCompressedSize(scripts: readonly Response[]): number {
  const files = scripts.map((script) => join('dist/console', `${new URL(script.url()).pathname}.br`));
  return files.map((file) => statSync(file).size).reduce((sum, size) => sum + size, 0);
}

test('sign-in loads at most 130 kB of brotli-compressed script', { tag: '@long' }, async ({ page, service }) => {
  // prefetched when a user is present; a pointer over the page is enough
  await page.route(/(OverviewPage|AppShell|readFleet|devices|pages|shared)-[^/]*\.js$/, (route) => route.abort());
  const scripts = recordScripts(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(scripts.length, service.url).toBeGreaterThan(1);
  expect(measureCompressedSize(scripts), LESS).toBeLessThanOrEqual(SIGN_IN_LIMIT);
});

test('the device list loads at most 166 kB of script, without lazily loaded code', { tag: '@long' }, async ({
  page,
  service,
}) => {
  // prefetched after the list was idle for a while
  await page.route('**/lazyPanels-*.js', (route) => route.abort());
  await signIn(page, service);
  const scripts = recordScripts(page);
  await page.reload();
  await expect(getFirstRow(page)).toBeVisible();
  expect(measureCompressedSize(scripts), LESS).toBeLessThanOrEqual(LIST_LIMIT);

  const findPaletteScripts = async () => {
    const texts = await Promise.all(scripts.map((script) => script.text()));
    return texts.filter((text) => text.includes('No results'));
  };
  expect(await findPaletteScripts()).toEqual([]);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  expect(await findPaletteScripts()).toHaveLength(1);
});

for (const [name, path, limit] of PAGE_LIMITS) {
  test(`${name} shows its heading after loading at most ${limit / 1000} kB of script`, { tag: '@long' }, async ({
    page,
    service,
  }) => {
    await page.addInitScript(() => {
      const shown = new MutationObserver(() => {
        if (!document.querySelector('h1')) return;
        Reflect.set(window, 'headingShownAt', Date.now());
        shown.disconnect();
      });
      shown.observe(document, { childList: true, subtree: true });
    });
    await openSignedIn(page, service, path);
    const responses: Response[] = [];
    page.on('response', (response) => {
      if (/\/assets\/.*\.js$/.test(new URL(response.url()).pathname)) responses.push(response);
    });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const shownAt: number = await page.evaluate(() => Reflect.get(window, 'headingShownAt'));
    // code that is loaded ahead while the page is idle is requested afterwards
    const needed = responses.filter((response) => response.request().timing().startTime <= shownAt);
    const bytes = measureCompressedSize(needed);
    expect(bytes, LESS).toBeLessThanOrEqual(limit);
    // a test that sees no script would pass with any
    expect(bytes).toBeGreaterThan(limit / 2);
  });
}
