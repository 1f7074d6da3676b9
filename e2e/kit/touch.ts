import type { Locator } from 'playwright/test';

/** What a finger needs, in px. */
const LEAST = 44;

/** Buttons that are nothing but an icon and narrower than a finger needs. */
export function tooNarrow(within: Locator): Promise<string[]> {
  return within.evaluate((area, least) => {
    const icons = [...area.querySelectorAll<HTMLElement>('button[data-size="row"][data-tip]')];
    const shown = icons.filter((icon) => icon.checkVisibility() && !icon.closest('[aria-hidden="true"]'));
    return shown
      .filter(({ offsetWidth }) => offsetWidth < least)
      .map((icon) => `${icon.ariaLabel} ${icon.offsetWidth}`);
  }, LEAST);
}

/**
 * What can be pressed within an element and is lower than a finger needs. The area is what answers to a touch, whatever
 * is drawn: it is looked for upwards and downwards from the middle of each.
 */
export function tooLow(within: Locator): Promise<string[]> {
  return within.evaluate((area, least) => {
    const low: string[] = [];
    for (const target of area.querySelectorAll<HTMLElement>('a, button, input, select')) {
      if (!target.checkVisibility() || target.closest('[aria-hidden="true"]')) continue;
      // a box is ticked wherever its words, or its cell, are touched
      const whole = target.closest<HTMLElement>('label, [data-check]') ?? target;
      whole.scrollIntoView({ block: 'center', inline: 'center' });
      const { x, y, width, height } = whole.getBoundingClientRect();
      const hits = (at: number) => {
        const hit = document.elementFromPoint(x + width / 2, at);
        return hit !== null && (whole.contains(hit) || target.contains(hit));
      };
      let [top, bottom] = [y + height / 2, y + height / 2];
      if (!hits(top)) {
        low.push(`${target.tagName} ${target.getAttribute('aria-label') ?? target.textContent} is not reached`);
        continue;
      }
      while (hits(top - 1)) top--;
      while (hits(bottom + 1)) bottom++;
      const tall = Math.round(bottom - top + 1);
      if (tall < least)
        low.push(`${target.tagName} ${target.getAttribute('aria-label') ?? target.textContent} ${tall}`);
    }
    return low;
  }, LEAST);
}
