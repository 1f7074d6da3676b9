import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn, signIn } from '#e2e/helpers/session.ts';

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

function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

type Target = { words: string; x: number; y: number; typed: boolean };

function targets(page: Page): Promise<Target[]> {
  return page.evaluate(() => {
    const pressed =
      'a[href^="/"], button, input, select, textarea, [role="gridcell"], [role="slider"], [role="menuitem"]';
    return [...document.querySelectorAll<HTMLElement>(`${pressed}, [role="columnheader"], [contenteditable="true"]`)]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.left < innerWidth)
      .map(({ element, box }) => ({
        element,
        words: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60),
        x: Math.min(Math.max(box.x + box.width / 2, 1), innerWidth - 1),
        y: Math.min(Math.max(box.y + box.height / 2, 1), innerHeight - 1),
        typed: element.matches('input:not([type="checkbox"]), textarea, [contenteditable="true"]'),
      }))
      .filter(({ element, x, y }) => {
        // a browser removes the focus when a disabled control is clicked
        if (element.matches(':disabled')) return false;
        // true if a click hits the element or an overlay; false if the element is scrolled out of its pane
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (element.contains(hit) || hit.closest('#root') === null);
      })
      .map(({ words, x, y, typed }) => ({ words, x, y, typed }))
      .filter(({ words }) => !/^sign out|licen[cs]e/i.test(words));
  });
}

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

const MOVES_FREELY = /^(go to|back or forward|width|press Tab|nothing)/;

type Focus = { path: string; tag: string; behind?: { path: string; tag: string } };

const NO_CONTROL = ['BODY', 'H1'];

function watchFocus(): void {
  addEventListener('focusin', ({ target }) => {
    // the input that receives keys while an overlay loads is removed when the overlay closes
    if (!(target instanceof Element) || target.matches('[aria-label$=", loading"]')) return;
    const inOverlay = target.closest('[role="dialog"], [role="menu"], dialog') !== null;
    const path = location.pathname;
    if (!inOverlay) Reflect.set(window, 'focusOnPage', { path, tag: target.tagName });
    const onPage = Reflect.get(window, 'focusOnPage') ?? { path, tag: 'BODY' };
    Reflect.set(window, 'focusBehind', inOverlay ? onPage : undefined);
  });
}

function getTagBehind({ path, behind }: Focus): string | undefined {
  return behind && behind.path !== path ? 'H1' : behind?.tag;
}

function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => ({
    path: location.pathname,
    tag: document.activeElement?.tagName ?? 'BODY',
    behind: Reflect.get(window, 'focusBehind'),
  }));
}

/** Detects actions after which no element has the focus. Navigations and the first action after one are exempt. */
class FocusCheck {
  readonly #page: Page;
  #last: Focus | undefined;
  /** True if a navigation may still be pending. The heading of the new page then takes the focus. */
  #arriving = true;

  constructor(page: Page) {
    this.#page = page;
  }

  beginAnew(): void {
    this.#arriving = true;
  }

  async look(done: string): Promise<void> {
    const [last, arriving] = [this.#last, this.#arriving];
    let now = await focusOf(this.#page);
    const isLost = () =>
      NO_CONTROL.includes(now.tag) &&
      now.path === last?.path &&
      !NO_CONTROL.includes(last.tag) &&
      now.tag !== getTagBehind(last);
    const free = MOVES_FREELY.test(done);
    if (isLost() && !free && !arriving) {
      await expect(async () => {
        now = await focusOf(this.#page);
        expect(isLost(), `the focus is lost after: ${done} ${JSON.stringify(last)} ${JSON.stringify(now)}`).toBe(false);
      }).toPass({ timeout: 5000 });
    }
    this.#arriving = free || now.path !== last?.path;
    this.#last = now;
  }
}

function betweenPages(error: Error): string {
  return error.message.split('\n')[0] ?? '';
}

/** Maximum number of lost focuses per 3,000 actions. Overlays may belong to a page that a previous action replaced. */
const LOST_FOCUS_MAX = 3;

for (const seed of [20_261, 7_919]) {
  test(`3,000 random actions with seed ${seed} cause no error and no blank page`, { tag: '@long' }, async ({
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
    await page.addInitScript(watchFocus);
    await openSignedIn(page, service, '/');
    const focus = new FocusCheck(page);
    const next = chance(seed);
    const done: string[] = [];
    const lost: string[] = [];
    for (let step = 0; step < 3000; step++) {
      // reload and history actions can interrupt the evaluation
      done.push(await act(page, next).catch(betweenPages));
      await focus.look(done.at(-1) ?? '').catch((error: Error) => {
        if (/the focus is lost/.test(error.message)) lost.push(betweenPages(error));
      });
      if (step % 10 !== 9) continue;
      const signedOut = await page.getByRole('button', { name: 'Sign in', exact: true }).isVisible();
      const away = !page.url().startsWith(service.url);
      if (signedOut || away) focus.beginAnew();
      if (signedOut) await signIn(page, service, '/');
      else if (away) await page.goto('/');
      const recent = done.slice(-15).join('\n');
      expect(complaints, recent).toEqual([]);
      // the page has a heading or a dialog in any state
      await expect(page.locator('h1').or(page.getByRole('dialog')).first(), recent).toBeVisible();
      await expect(page.getByText('This page failed'), recent).toHaveCount(0);
    }
    const allowed = Math.floor((3000 / 3000) * LOST_FOCUS_MAX);
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(allowed);
  });
}
