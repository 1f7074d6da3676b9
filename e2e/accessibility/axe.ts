import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';

/** Rules that are not on by themselves, or that only best practice asks for. */
const RULES = {
  'target-size': { enabled: true },
  'landmark-unique': { enabled: true },
  'focus-order-semantics': { enabled: true },
  'aria-prohibited-attr': { enabled: true },
};
/** What depends on a theme: all that it changes are colours. */
const OF_COLOURS = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page in either theme, each with where; the page is light afterwards. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // nothing fades from one theme to the other while it is looked at
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await analyse(page, { runOnly: OF_COLOURS });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await analyse(page, { rules: RULES });
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}

/** Within the page, which has no frames; to say where something is right as well would take three times as long. */
function analyse(page: Page, options: RunOptions): Promise<string[]> {
  return page.evaluate(
    async (options) => {
      const { violations: found } = await window.axe.run(document, options);
      // ARIA has a separator that takes the focus as a widget, with a value; axe knows none but what lies between texts
      const isWidget = (selector: unknown) =>
        document.querySelector(String(selector))?.matches('[role="separator"][aria-valuenow]');
      return found.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ target }) => id !== 'focus-order-semantics' || !isWidget(target[0]))
          .map(({ target }) => `${id}: ${target.join(' ')}`),
      );
    },
    { ...options, resultTypes: ['violations' as const] },
  );
}

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}
