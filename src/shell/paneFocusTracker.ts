import { isTabbable, TABBABLE_CANDIDATES_SELECTOR } from '#ui/browser/focus/tabbable.ts';

export class PaneFocusTracker {
  readonly #lastFocused = new WeakMap<Element, HTMLElement>();

  readonly track = (): (() => void) => {
    const remember = ({ target }: FocusEvent) => {
      const pane = target instanceof HTMLElement ? target.closest('[data-pane]') : null;
      if (pane && target instanceof HTMLElement) this.#lastFocused.set(pane, target);
    };
    addEventListener('focusin', remember);
    return () => removeEventListener('focusin', remember);
  };

  /**
   * Moves the focus to the next or previous pane, to the element that was last focused there. Nested panes count
   * separately.
   * @returns false if there is no other pane
   */
  move(by: 1 | -1): boolean {
    const { activeElement } = document;
    if (activeElement?.closest('[aria-modal="true"], dialog')) return false;
    const panes = [...document.querySelectorAll('[data-pane]')].flatMap((pane) => {
      const target = this.#findTarget(pane);
      return target ? [{ pane, target }] : [];
    });
    const here = panes.findIndex(({ pane }) => pane === activeElement?.closest('[data-pane]'));
    const next = here < 0 ? (by > 0 ? 0 : panes.length - 1) : (here + by + panes.length) % panes.length;
    const to = panes[next];
    if (!to || next === here) return false;
    to.target.focus();
    return true;
  }

  #findTarget(pane: Element): HTMLElement | undefined {
    const last = this.#lastFocused.get(pane);
    if (last && pane.contains(last) && isTabbable(last)) return last;
    return [...pane.querySelectorAll<HTMLElement>(TABBABLE_CANDIDATES_SELECTOR)].find(
      (element) => element.closest('[data-pane]') === pane && isTabbable(element),
    );
  }
}

export function createPaneFocusTracker(): PaneFocusTracker {
  return new PaneFocusTracker();
}
