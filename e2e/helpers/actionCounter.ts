import type { Locator, Page } from 'playwright/test';
import { expect } from './fixtures.ts';

const MAX_TAB_STOPS = 80;

/**
 * Counts what a user does. `count` has the actions: clicks, and keys that have an effect. `keyCount` has all keys, also
 * those that type names or move the focus.
 */
export class ActionCounter {
  clicks = 0;
  #keys = 0;
  #otherKeys = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get count(): number {
    return this.clicks + this.#keys;
  }

  get keyCount(): number {
    return this.#keys + this.#otherKeys;
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  async press(...keys: string[]): Promise<void> {
    this.#keys += keys.length;
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Types a name. Values, which a user types in any case, are typed by the keyboard of the page. */
  async type(text: string): Promise<void> {
    this.#otherKeys += text.length;
    await this.#page.keyboard.type(text);
  }

  async focus(target: Locator, key = 'Tab'): Promise<void> {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < MAX_TAB_STOPS; stop++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      this.#otherKeys++;
      await this.#page.keyboard.press(key);
    }
    throw new Error(`No ${key} leads to ${target}.`);
  }
}
