import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** Rules that are not on by themselves, or that only best practice asks for. */
const RULES = {
  'target-size': { enabled: true },
  'landmark-unique': { enabled: true },
  'focus-order-semantics': { enabled: true },
  'aria-prohibited-attr': { enabled: true },
};

/** What axe finds wrong with a page, each with where. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).options({ rules: RULES }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
