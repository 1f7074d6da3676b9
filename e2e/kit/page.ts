import { expect, type Page } from 'playwright/test';
import { framePlace } from '#e2e/testing/places.ts';

export const alert = (page: Page) => framePlace(page).alert;

export const work = (page: Page, title: string | RegExp) => framePlace(page).work(title);

/** Marks the page as it is now; what it gives fails when the page was loaded anew since. */
export async function withoutReload(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Reflect.set(window, 'marked', true));
  return async () => expect(await page.evaluate(() => Reflect.get(window, 'marked'))).toBe(true);
}

/** Has pages be busy as they go: the next one is there before such a page has stored anything that late. */
export async function goSlowly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const busy = () => {
      const until = performance.now() + 400;
      while (performance.now() < until);
    };
    addEventListener('pagehide', busy, { capture: true });
  });
}

/** Goes to the page of the connections from any other, as a signed-in person does. */
export async function editConnections(page: Page): Promise<void> {
  const { connection, menuitem } = framePlace(page);
  await connection.click();
  await menuitem('Edit connections').click();
}

/** How much of an element's contents is beyond its edges; px. */
export function cutAway({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): [number, number] {
  return [Math.max(0, scrollWidth - clientWidth), Math.max(0, scrollHeight - clientHeight)];
}
