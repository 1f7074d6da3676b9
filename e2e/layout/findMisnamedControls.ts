import type { Locator, Page } from 'playwright/test';
import { isElementVisible } from './inPage/textFaults.ts';

type ReadControl = { role: string; words: string; hint: boolean; place: string };

const ROLE_SELECTORS = {
  button: 'button:not([role])',
  link: 'a[href]:not([role])',
  tab: '[role=tab]',
  menuitem: '[role=menuitem]',
  option: '[role=option]',
  columnheader: '[role=columnheader], thead th',
  checkbox: 'input[type=checkbox]',
  radio: 'input[type=radio]',
  combobox: 'select, input[role=combobox]',
  searchbox: 'input[type=search]:not([role])',
  textbox: 'input:is([type=text], [type=password], :not([type])):not([role]), textarea',
};
const CONTAINERS = `dialog, [role=dialog], [role=menu], [role=row], tr, li, dd, section, [role=region], [role=group], fieldset,
  [role=radiogroup], [role=status], [role=alert], nav, aside`;

function readControls(): ReadControl[] {
  let places = 0;
  const found: ReadControl[] = [];
  for (const marked of document.querySelectorAll('[data-read], [data-place]')) {
    marked.removeAttribute('data-read');
    marked.removeAttribute('data-place');
  }
  // controls below an overlay were read before it opened
  const opened = [...document.querySelectorAll('dialog, [role=dialog], [role=menu]')].filter(isElementVisible);
  for (const [role, selector] of Object.entries(ROLE_SELECTORS)) {
    for (const control of document.querySelectorAll<HTMLInputElement>(selector)) {
      if (opened.length > 0 && !opened.some((over) => over.contains(control))) continue;
      const isField = control.matches('input, select, textarea');
      const labels = isField ? [...(control.labels ?? [])] : [control];
      if (![control, ...labels].some(isElementVisible) || control.closest('[aria-hidden=true], [inert]')) continue;
      const said = labels.map(getVisibleWords).join(' ').trim();
      const words = said || control.getAttribute('placeholder');
      if (!words) continue;
      const place = control.parentElement?.closest<HTMLElement>(CONTAINERS) ?? document.body;
      place.dataset['place'] ??= String(++places);
      control.dataset['read'] = String(found.length);
      found.push({ role, words, hint: said === '', place: place.dataset['place'] });
    }
  }
  return found;
}

function getVisibleWords(element: Element): string {
  const isSkipped = (at: Element) =>
    at.matches('kbd, select, textarea, svg, [aria-hidden=true], th button') ||
    (at.id !== '' && document.querySelector(`[aria-describedby~="${at.id}"]`)) ||
    !isElementVisible(at);
  const parts = [...element.childNodes].map((node) => {
    if (!(node instanceof Element)) return node.textContent ?? '';
    const words = isSkipped(node) ? '' : getVisibleWords(node);
    return getComputedStyle(node).display.startsWith('inline') ? words : ` ${words} `;
  });
  return parts.join('').replaceAll(/\s+/g, ' ');
}

const READ_CONTROLS_SCRIPT = `(() => {
  const [ROLE_SELECTORS, CONTAINERS] = ${JSON.stringify([ROLE_SELECTORS, CONTAINERS])};
  ${[isElementVisible, getVisibleWords, readControls].join('\n')}
  return readControls();
})()`;

/**
 * Finds controls without a unique locator: their visible text must be the start of a single name in the page or in
 * their container. Inputs without a label are located by their placeholder.
 */
export async function findMisnamedControls(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (const [at, { role, words, hint, place }] of (
    await page.evaluate<ReadControl[]>(READ_CONTROLS_SCRIPT)
  ).entries()) {
    const within = page.locator(`[data-place="${place}"]`);
    const finds = async (where: Page | Locator, name: string | RegExp) => {
      const found = hint ? where.getByPlaceholder(words, { exact: true }) : getByRoleName(where, role, name);
      const marks = await found.evaluateAll((all) => all.map((one) => one.getAttribute('data-read')));
      return marks.length === 1 && marks[0] === String(at);
    };
    const begins = createPrefixPattern(words);
    if ((await finds(page, begins)) || (await finds(within, begins)) || (await finds(within, words.trim()))) continue;
    wrong.push(`no ${role}, or not one alone, is found by “${words.trim()}”`);
  }
  return wrong;
}

function getByRoleName(where: Page | Locator, role: string, name: string | RegExp): Locator {
  return where.getByRole(role as 'button', { name, exact: true });
}

function createPrefixPattern(words: string): RegExp {
  const letters = [...words.replaceAll(/\s/g, '')].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/, '\\$&'));
  return new RegExp(`^${letters.join('\\s*').replace('…', '.*')}`, 'i');
}
