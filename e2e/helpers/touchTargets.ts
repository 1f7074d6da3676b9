import type { Locator } from 'playwright/test';

const MIN_TARGET_PX = 44;

export function findRowIconsBelowMinWidth(within: Locator): Promise<string[]> {
  return within.evaluate((area, least) => {
    const icons = [...area.querySelectorAll<HTMLElement>('button[data-size="row"][data-tip]')];
    const shown = icons.filter((icon) => icon.checkVisibility() && !icon.closest('[aria-hidden="true"]'));
    return shown
      .filter(({ offsetWidth }) => offsetWidth < least)
      .map((icon) => `${icon.ariaLabel} ${icon.offsetWidth}`);
  }, MIN_TARGET_PX);
}

/**
 * Finds controls that are lower than a touch target. Measures the area that responds to touch, upwards and downwards
 * from the center.
 */
export function findTouchTargetsBelowMinHeight(within: Locator): Promise<string[]> {
  return within.evaluate((area, least) => {
    const low: string[] = [];
    for (const target of area.querySelectorAll<HTMLElement>('a, button, input, select')) {
      if (!target.checkVisibility() || target.closest('[aria-hidden="true"]')) continue;
      // a checkbox responds on its label or cell
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
  }, MIN_TARGET_PX);
}
