import type { Page } from 'playwright/test';
import { expect, openSignedIn, signIn, test } from '#e2e/helpers/fixtures.ts';

const KEYS = ['Escape', 'Enter', 'Tab', 'Space', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End'];
const SHORTCUTS = [
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
const PATHS = ['/', '/devices', '/datastore', '/compare', '/about', '/device'];
const CONTROLS =
  'a[href^="/"], button, input, select, textarea, [role="gridcell"], [role="slider"], [role="menuitem"], [role="columnheader"], [contenteditable="true"]';

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

type Target = { words: string; x: number; y: number; typed: boolean };

function findTargets(page: Page): Promise<Target[]> {
  return page.evaluate(
    (controls) =>
      [...document.querySelectorAll<HTMLElement>(controls)]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.left < innerWidth)
        .map(({ element, box }) => ({
          words: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60),
          x: Math.min(Math.max(box.x + box.width / 2, 1), innerWidth - 1),
          y: Math.min(Math.max(box.y + box.height / 2, 1), innerHeight - 1),
          typed: element.matches('input:not([type="checkbox"]), textarea, [contenteditable="true"]'),
        }))
        .filter(({ words }) => !/^sign out|licen[cs]e/i.test(words)),
    CONTROLS,
  );
}

async function act(page: Page, next: () => number): Promise<string> {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item; // never empty
  const dice = next();
  if (dice < 0.02) {
    const width = pick(WIDTHS);
    await page.setViewportSize({ width, height: 800 });
    return `width ${width}`;
  }
  if (dice < 0.05) {
    const place = pick(PATHS);
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
    const key = pick(dice < 0.3 ? KEYS : SHORTCUTS);
    await page.keyboard.press(key);
    return `press ${key}`;
  }
  const targets = await findTargets(page);
  if (targets.length === 0) return 'nothing to press';
  const { words, x, y, typed } = pick(targets);
  await page.mouse.click(x, y, { button: next() < 0.08 ? 'right' : 'left' });
  if (!typed) return `click ${words}`;
  const text = pick(TEXTS);
  await page.keyboard.insertText(text);
  return `type ${text} into ${words}`;
}

test('3,000 random actions cause no error or blank page', { tag: '@long' }, async ({ page, service, complaints }) => {
  test.setTimeout(900_000);
  page.on('dialog', (dialog) => void dialog.accept());
  page.on('filechooser', () => undefined);
  await page.addInitScript(() => {
    window.open = () => null;
    window.print = () => undefined;
  });
  await openSignedIn(page, service, '/');
  const next = createRandom(20_261);
  const done: string[] = [];
  for (let step = 0; step < 3000; step++) {
    // reload and history actions can interrupt the evaluation
    done.push(await act(page, next).catch((error: Error) => error.message.split('\n')[0] ?? ''));
    if (step % 10 !== 9) continue;
    const signedOut = await page.getByRole('button', { name: 'Sign in', exact: true }).isVisible();
    if (signedOut) await signIn(page, service, '/');
    else if (!page.url().startsWith(service.url)) await page.goto('/');
    const recent = done.slice(-15).join('\n');
    expect(complaints, recent).toEqual([]);
    // the page has a heading or a dialog in any state
    await expect(page.locator('h1').or(page.getByRole('dialog')).first(), recent).toBeVisible();
    await expect(page.getByText('This page failed'), recent).toHaveCount(0);
  }
});
