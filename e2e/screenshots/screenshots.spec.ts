import { writeFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright/test';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';
import { SCREENSHOT_SPECS } from './screenshots.ts';

/**
 * Time at which the images are taken: the end of the demo data. `npm run pictures` creates all images of the
 * documentation.
 */

const NOW = '2026-01-01T12:00:00Z';
const SHOWN_ORIGIN = 'https://fleet.example.com';

const DESKTOP_VIEWPORT = { width: 1440, height: 900 };
const PHONE_VIEWPORT = { width: 390, height: 844 };

test.use({ baseURL: SHOWN_ORIGIN, contextOptions: { reducedMotion: 'reduce' } });

for (const { file, path, prepare, theme = 'light', phone } of SCREENSHOT_SPECS) {
  test.describe(() => {
    test.use({ viewport: phone ? PHONE_VIEWPORT : DESKTOP_VIEWPORT, colorScheme: theme, hasTouch: phone === true });
    test(`screenshot ${file}`, async ({ page, service, context }) => {
      await proxyToService(service, context);
      await page.clock.setFixedTime(NOW);
      if (path === '/login') await page.goto(path);
      else await openSignedIn(page, service, path);
      // late requests differ between pages, and must be done before the image is taken
      await page.waitForLoadState('networkidle');
      await prepare?.(page);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      await hideVaryingContent(page);
      const picture = await captureWhenStill(page);
      writeFileSync(`docs/pictures/${file}.webp`, picture);
    });
  });
}

async function proxyToService({ url }: Service, context: BrowserContext): Promise<void> {
  await context.route(`${SHOWN_ORIGIN}/**`, async (route) => {
    const request = route.request();
    const headers = { ...request.headers(), host: new URL(url).host, origin: url };
    await route.fulfill({ response: await route.fetch({ url: request.url().replace(SHOWN_ORIGIN, url), headers }) });
  });
}

async function hideVaryingContent(page: Page): Promise<void> {
  await page.evaluate(() => {
    const hidden = new CSSStyleSheet();
    hidden.replaceSync('* { caret-color: transparent !important } .cm-cursor { display: none !important }');
    document.adoptedStyleSheets.push(hidden);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      text.nodeValue = text.nodeValue?.replace(/\b\d+ ms\b/g, '48 ms') ?? '';
    }
  });
}

async function captureWhenStill(page: Page): Promise<Buffer> {
  const browser = await page.context().newCDPSession(page);
  let seen = '';
  await expect
    .poll(
      async () => {
        const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 100 });
        const same = data === seen;
        seen = data;
        return same;
      },
      { intervals: [500] },
    )
    .toBe(true);
  return Buffer.from(seen, 'base64');
}
