import { test as base } from '#e2e/testing/index.ts';
import { getDemoDataPath } from './demoData.ts';

export * from '#e2e/testing/index.ts';

/** Time limits of tests tagged as long and of Firefox tests, in ms. Other tests have the limit of the configuration. */
const LONG_TEST_TIMEOUT_MS = 600_000;

/** The public fixtures, with a prepared copy of the demo data and pages that start signed out. */
export const test = base.extend<{ typing: undefined; timeLimit: undefined }>({
  startFrom: [({ browserName: _ }, use) => use(getDemoDataPath()), { scope: 'worker' }],
  signedIn: false,
  // announcements repeat visible text, so text locators exclude the live region
  page: async ({ page }, use) => {
    const seen = page.locator('body > :not(#announcements)');
    await use(Object.assign(page, { getByText: seen.getByText.bind(seen) }));
  },
  timeLimit: [
    async ({ browserName }, use, testInfo) => {
      if (testInfo.tags.includes('@long') || browserName === 'firefox') testInfo.setTimeout(LONG_TEST_TIMEOUT_MS);
      await use(undefined);
    },
    { auto: true },
  ],
  typing: [
    async ({ context, browserName }, use) => {
      if (browserName === 'firefox') await context.addInitScript(patchTextInsertion);
      await use(undefined);
    },
    { auto: true },
  ],
});

/**
 * Inserts text with `execCommand`, as if it were typed. WebDriver BiDi sets values without the events that React
 * handles.
 */
function patchTextInsertion(): void {
  const insert = (text: string) => void document.execCommand('insertText', false, text);
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => undefined });
}
