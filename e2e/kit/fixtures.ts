import { test as base } from '#e2e/testing/index.ts';
import { demoData } from './demoData.ts';

export { expect, type Service } from '#e2e/testing/index.ts';

/**
 * As whoever tests from elsewhere has it; a worker's demo is a copy, and a test says itself when it is signed in.
 */
export const test = base.extend<{ typing: undefined }>({
  startFrom: [({ browserName: _ }, use) => use(demoData()), { scope: 'worker' }],
  signedIn: false,
  // what is announced says once more what is seen: a text is looked for in the page alone
  page: async ({ page }, use) => {
    const seen = page.locator('body > :not(#announcements)');
    await use(Object.assign(page, { getByText: seen.getByText.bind(seen) }));
  },
  typing: [
    async ({ context, browserName }, use) => {
      if (browserName === 'firefox') await context.addInitScript(insertAsTyped);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** What Playwright fills in by WebDriver BiDi sets a value past React, which hears of none: the browser itself inserts it. */
function insertAsTyped(): void {
  const insert = (text: string) => void document.execCommand('insertText', false, text);
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => undefined });
}
