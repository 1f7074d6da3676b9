import type { Locator, Page } from 'playwright/test';
import { expect } from '#e2e/kit/fixtures.ts';

/** More stops than any page has. */
const STOPS_MOST = 80;

/**
 * What somebody does, counted: each click, and each key that does something. Typing words is none of it, nor is going
 * along by Tab or arrows, which does nothing yet.
 */
export class Actions {
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

  /** Goes on by a key that only moves the focus, until something has it. */
  async goTo(target: Locator, key = 'Tab'): Promise<void> {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < STOPS_MOST; stop++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.#page.keyboard.press(key);
    }
    throw new Error(`No ${key} leads to ${target}.`);
  }
}

/** Browsers that cannot write to disk as a file grows hand it over at the end: so it is seen here. */
export async function withoutPicker(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
}
