import type { Locator, Page } from 'playwright/test';
import { expect } from '#e2e/helpers/fixtures.ts';

const MAX_TAB_STOPS = 80;

/**
 * Counts user actions: clicks, and keys that have an effect. Typing, and moving the focus by Tab or arrows, do not
 * count.
 */
export class ActionCounter {
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    this.count++;
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.count++;
    await this.#page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  async focus(target: Locator, key = 'Tab'): Promise<void> {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < MAX_TAB_STOPS; stop++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.#page.keyboard.press(key);
    }
    throw new Error(`No ${key} leads to ${target}.`);
  }
}
