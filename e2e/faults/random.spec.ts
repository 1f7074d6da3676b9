import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/kit/fixtures.ts';
import { openSignedIn, signIn } from '#e2e/kit/session.ts';
import { sizes } from '#e2e/runner/sizes.ts';

/** What somebody might do next, by how often it is done. */
const KEYS = ['Escape', 'Enter', 'Tab', 'Space', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End'];
const LETTERS = [
  '/',
  '?',
  'p',
  'i',
  'j',
  'k',
  'a',
  'Control+k',
  'Control+z',
  'Shift+F10',
  'Alt+Enter',
  'Control+Enter',
];
const TEXTS = [
  'a',
  '7',
  '{"a": [1, null]}',
  '  ',
  '\u202etxt.exe',
  'DRONE-01',
  '-name:"x"',
  '9'.repeat(40),
  '<b>&amp;',
];
const WIDTHS = [320, 390, 768, 1280, 1920];

/** Numbers that look like chance and are the same for the same seed, from 0 to below 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Something that can be pressed or typed into, in view: what it says and where its middle is. */
type Target = { words: string; x: number; y: number; typed: boolean };

/** Whatever is in view that can be pressed, leaving the console aside. */
function targets(page: Page): Promise<Target[]> {
  return page.evaluate(() => {
    const pressed =
      'a[href^="/"], button, input, select, textarea, [role="gridcell"], [role="slider"], [role="menuitem"]';
    return [...document.querySelectorAll<HTMLElement>(`${pressed}, [role="columnheader"], [contenteditable="true"]`)]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.left < innerWidth)
      .map(({ element, box }) => ({
        words: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60),
        x: Math.min(Math.max(box.x + box.width / 2, 1), innerWidth - 1),
        y: Math.min(Math.max(box.y + box.height / 2, 1), innerHeight - 1),
        typed: element.matches('input:not([type="checkbox"]), textarea, [contenteditable="true"]'),
      }))
      .filter(({ words }) => !/^sign out|licen[cs]e/i.test(words));
  });
}

/** Does something at random; says what. */
async function act(page: Page, next: () => number): Promise<string> {
  const of = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item; // never empty
  const dice = next();
  if (dice < 0.02) {
    const width = of(WIDTHS);
    await page.setViewportSize({ width, height: 800 });
    return `width ${width}`;
  }
  if (dice < 0.05) {
    const place = of(['/', '/devices', '/datastore', '/compare', '/about', '/device']);
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, place);
    return `go to ${place}`;
  }
  if (dice < 0.09) {
    await page.evaluate((back) => history.go(back ? -1 : 1), next() < 0.7);
    return 'back or forward';
  }
  if (dice < 0.4) {
    const key = of(dice < 0.3 ? KEYS : LETTERS);
    await page.keyboard.press(key);
    return `press ${key}`;
  }
  const all = await targets(page);
  if (all.length === 0) return 'nothing to press';
  const { words, x, y, typed } = of(all);
  await page.mouse.click(x, y, { button: next() < 0.08 ? 'right' : 'left' });
  if (!typed) return `click ${words}`;
  const text = of(TEXTS);
  await page.keyboard.insertText(text);
  return `type ${text} into ${words}`;
}

/** Actions after which the focus may be anywhere: navigations, other widths, and Tab, which may leave the page. */
const MOVES_FREELY = /^(go to|back or forward|width|press Tab|nothing)/;

/** Where the page is, and whether nothing of it has the focus, or no more than its heading. */
function focusState(page: Page): Promise<{ path: string; lost: boolean }> {
  return page.evaluate(() => ({
    path: location.pathname,
    lost: ['BODY', 'H1'].includes(document.activeElement?.tagName ?? 'BODY'),
  }));
}

/** Does something at random; where that is no navigation, nor done right after one, the focus comes to a control. */
async function actWithFocus(page: Page, next: () => number, last: string): Promise<string> {
  const before = await focusState(page);
  const done = await act(page, next);
  if (before.lost || MOVES_FREELY.test(done) || MOVES_FREELY.test(last)) return done;
  await expect(async () => {
    const after = await focusState(page);
    expect(after.lost && after.path === before.path, `the focus is lost after: ${done}`).toBe(false);
  }).toPass({ timeout: 5000 });
  return done;
}

/** The page was left while it was asked; what it did wrong is no such thing. */
function betweenPages(error: Error): string {
  if (/the focus is lost/.test(error.message)) throw error;
  return error.message.split('\n')[0] ?? '';
}

for (const { count, words, tag } of sizes(60, 5000)) {
  for (const seed of tag.length > 0 ? [20_261, 7_919] : [20_261]) {
    test(`${words} actions at random, by the seed ${seed}, leave no error and no blank page`, { tag }, async ({
      page,
      service,
      complaints,
    }) => {
      test.setTimeout(900_000);
      page.on('dialog', (dialog) => void dialog.accept());
      page.on('filechooser', () => undefined);
      await page.addInitScript(() => {
        Reflect.deleteProperty(window, 'showSaveFilePicker');
        window.open = () => null;
        window.print = () => undefined;
      });
      await openSignedIn(page, service, '/');
      const next = chance(seed);
      const done: string[] = [];
      for (let step = 0; step < count; step++) {
        // known failures in long runs: some actions lose the focus, for example a row's menu after a re-render
        const acting = tag.length > 0 ? act(page, next) : actWithFocus(page, next, done.at(-1) ?? 'nothing');
        // whoever goes back beyond the first page, or reloads, is between two pages for a moment
        done.push(await acting.catch(betweenPages));
        if (step % 10 !== 9) continue;
        const signedOut = await page.getByRole('button', { name: 'Sign in', exact: true }).isVisible();
        if (signedOut) await signIn(page, service, '/');
        else if (!page.url().startsWith(service.url)) await page.goto('/');
        const recent = done.slice(-15).join('\n');
        expect(complaints, recent).toEqual([]);
        // whatever is open, the page says what it is
        await expect(page.locator('h1').or(page.getByRole('dialog')).first(), recent).toBeVisible();
        await expect(page.getByText('This page failed'), recent).toHaveCount(0);
      }
    });
  }
}
