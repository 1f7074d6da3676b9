import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';

const RULES = {
  'target-size': { enabled: true },
  'landmark-unique': { enabled: true },
  'focus-order-semantics': { enabled: true },
  'aria-prohibited-attr': { enabled: true },
};
const COLOR_RULES = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function findAxeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  // reduced motion: no transition between themes while axe runs
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await runAxe(page, { runOnly: COLOR_RULES });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await runAxe(page, { rules: RULES });
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}

/** Runs axe without frames. Passed rules are omitted, because listing them would triple the time. */
function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  return page.evaluate(
    async (options) => {
      const { violations: found } = await window.axe.run(document, options);
      // a focusable separator with a value is an ARIA widget; axe knows only the static role
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
