export type LayoutBox = { left: number; right: number; top: number; bottom: number };

export const TEXT_FIELD_SELECTOR =
  'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden]), textarea';
export const SCROLLABLE_SELECTOR = 'textarea, input, [role=textbox], pre, table, [role=grid]';

/** True if an element is visible, not only available to screen readers. */
export function isElementVisible(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (getComputedStyle(at).clipPath === 'inset(50%)') return false;
  }
  return element.getClientRects().length > 0;
}

export type VisibleText = { parent: HTMLElement; node: CharacterData; box: LayoutBox; lines: LayoutBox[] };

export function findVisibleTexts(): VisibleText[] {
  const found: VisibleText[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode as CharacterData;
    const parent = node.parentElement;
    if (!parent || node.data.trim() === '' || parent.matches('option, script, style') || !isElementVisible(parent))
      continue;
    range.selectNodeContents(node);
    found.push({ parent, node, box: range.getBoundingClientRect(), lines: [...range.getClientRects()] });
  }
  return found;
}

export function describeElement(element: Element, text = element.textContent): string {
  const role = element.getAttribute('role');
  const kind = role ? `[${role}]` : element.tagName.toLowerCase();
  const styled = element.getAttribute('class')?.split(' ').at(-1) ?? '';
  return `${kind}.${styled} “${(element.getAttribute('aria-label') ?? text).trim().slice(0, 60)}”`;
}

export function findUnwantedScrolling(): string[] {
  const { scrollWidth, scrollHeight } = document.documentElement;
  const found: string[] = [];
  if (scrollWidth > innerWidth) found.push(`the page slides sideways by ${scrollWidth - innerWidth}`);
  if (document.querySelector('#main') && scrollHeight > innerHeight)
    found.push(`the page slides down by ${scrollHeight - innerHeight}`);
  for (const element of document.querySelectorAll('body *')) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
    if (!/auto|scroll/.test(getComputedStyle(element).overflowX)) continue;
    const inIt = [...element.querySelectorAll('pre, table, [role=grid]')];
    const scrolled = inIt.some((rows) => findHorizontalScrollContainer(rows) === element);
    if (element.matches(SCROLLABLE_SELECTOR) || scrolled || !isElementVisible(element)) continue;
    found.push(`${describeElement(element)} slides sideways by ${element.scrollWidth - element.clientWidth}`);
  }
  return found;
}

export function findHorizontalScrollContainer(element: Element): Element | undefined {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return at;
  }
  return undefined;
}

export function findHorizontalClip(element: Element, box: LayoutBox): { by: Element; px: number } | undefined {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    const { overflowX, position } = getComputedStyle(at);
    if (overflowX !== 'visible') {
      const { left, right } = at.getBoundingClientRect();
      const px = Math.max(left - box.left, box.right - right);
      if (px > 1) return /auto|scroll/.test(overflowX) ? undefined : { by: at, px: Math.round(px) };
    }
    if (position === 'fixed') break;
  }
  const px = Math.max(-box.left, box.right - innerWidth);
  return px > 1 ? { by: document.body, px: Math.round(px) } : undefined;
}

/** Finds texts that are almost invisible, or that are truncated although there is space beside them. */
export function findTruncationFaults(
  { parent, box }: VisibleText,
  texts: readonly VisibleText[],
  controls: readonly Element[],
): string[] {
  const hidden = findHorizontalClip(parent, box);
  if (!hidden) return [];
  const { by, px } = hidden;
  const cell = by.closest('[role=gridcell], [role=rowheader], [role=columnheader]');
  // columns grow with their content up to this width, or have a width set by the user
  if (cell?.closest('[role=grid]') && cell.getBoundingClientRect().width >= 319) return [];
  const { left, right } = by.getBoundingClientRect();
  const seen = Math.min(right, box.right) - Math.max(left, box.left);
  if (seen < 24)
    return [`${describeElement(by)} is a stump: ${Math.round(seen)} px of “${parent.textContent.slice(0, 40)}”`];
  if (!cell && getComputedStyle(by).textOverflow !== 'ellipsis')
    return [`${describeElement(parent)} is clipped by ${px}, unmarked`];
  const room = measureFreeWidth(by, texts, controls);
  return room > 40 ? [`${describeElement(by)} is cut by ${px} beside ${room} px of room`] : [];
}

export function measureFreeWidth(
  element: Element,
  texts: readonly VisibleText[],
  controls: readonly Element[],
): number {
  const row = findRowContainer(element);
  const { left, right } = row.getBoundingClientRect();
  const band = (row.matches('table, [role=table], dl') ? row : element).getBoundingClientRect();
  const inRow = (box: LayoutBox) =>
    box.bottom > band.top + 1 && box.top < band.bottom - 1 && box.right > left && box.left < right;
  const hint = element.closest('h1, h2, h3, button') ? resolveColorToken('muted') : '';
  const inks: LayoutBox[] = [
    ...texts
      .filter(({ parent }) => row.contains(parent) && getComputedStyle(parent).color !== hint)
      .map(({ box }) => box),
    ...controls
      .filter((control) => row.contains(control) && !control.matches('a'))
      .map((c) => c.getBoundingClientRect()),
    ...findIcons(row).map((mark) => mark.getBoundingClientRect()),
    element.getBoundingClientRect(),
  ];
  const ends = inks.filter(inRow).sort((one, other) => one.left - other.left);
  let [at, widest] = [left, 0];
  for (const ink of ends) {
    widest = Math.max(widest, ink.left - at);
    at = Math.max(at, Math.min(ink.right, right));
  }
  return Math.round(Math.max(widest, right - at));
}

export function resolveColorToken(token: string): string {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(--${token})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Finds icons and dots before text, and bars that cannot shrink further. */
export function findIcons(row: Element): Element[] {
  // native checkboxes are replaced by a drawn one
  const icons = [...row.querySelectorAll('svg, canvas, img, [data-word], input')];
  // they shrink to 40 px before a text is truncated
  const bars = [...row.querySelectorAll('[style*="--share"]')].filter(({ clientWidth }) => clientWidth <= 40);
  return [...icons, ...bars].filter((mark) => mark.checkVisibility());
}

export function findRowContainer(element: Element): Element {
  const table = element.closest('table, [role=table], dl');
  if (table) return table;
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { overflowX, borderLeftWidth, borderRightWidth, backgroundColor } = getComputedStyle(at);
    const edged = borderLeftWidth !== '0px' || borderRightWidth !== '0px' || backgroundColor !== 'rgba(0, 0, 0, 0)';
    if (at === document.body || edged || overflowX !== 'visible') return at;
  }
  return document.body;
}

/** Finds words that break across lines. Long tokens, such as keys and URLs, may break. */
export function findBrokenWords({ parent, node, lines }: VisibleText): string[] {
  if (lines.length < 2) return [];
  const range = document.createRange();
  const readable = [...node.data.matchAll(/\S+/g)].filter(([token]) => token.length <= 24);
  const words = readable.flatMap(({ 0: token, index }) =>
    [...token.matchAll(/\p{L}+/gu)].map((word) => ({ word: word[0], from: index + word.index })),
  );
  return words.flatMap(({ word, from }) => {
    range.setStart(node, from);
    range.setEnd(node, from + word.length);
    const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
    return new Set(tops).size > 1 ? [`${describeElement(parent)} breaks “${word}”`] : [];
  });
}
