import { AxeBuilder } from '@axe-core/playwright';
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

/** What axe finds wrong with a page in either theme, each with where; the page is light afterwards. */
export async function violations(page: Page): Promise<string[]> {
  // nothing fades from one theme to the other while it is looked at
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await analyse(page, { runOnly: OF_COLOURS });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await analyse(page, { rules: RULES });
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}

async function analyse(page: Page, options: Parameters<AxeBuilder['options']>[0]): Promise<string[]> {
  // the console has no frames, which alone need a page of axe's own
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
