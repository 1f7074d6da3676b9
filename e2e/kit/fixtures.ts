import { test as base } from '#e2e/testing/index.ts';
import { demoData } from './demoData.ts';

export { expect, type Service } from '#e2e/testing/index.ts';

/**
 * As whoever tests from elsewhere has it; a worker's demo is a copy, and a test says itself when it is signed in.
 */
export const test = base.extend<{ typing: undefined }>({
  startFrom: [({ browserName: _ }, use) => use(demoData()), { scope: 'worker' }],
  signedIn: false,
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
