import { type RefObject, useLayoutEffect } from 'react';
import { isTabbable, TABBABLE_SELECTOR } from '#ui/browser/focus/tabbable.ts';

/** Focuses a popover on opening: its `data-autofocus` element, else its first control, else itself. */
export function useInitialFocus(dropdown: RefObject<HTMLElement | null>, opened: boolean): void {
  // focus is DOM state; the panel is positioned one task later
  useLayoutEffect(() => {
    if (!opened) return;
    // lazy content may not be rendered yet
    const observer = new MutationObserver(() => focus());
    const focus = () => {
      const { current } = dropdown;
      const { activeElement } = document;
      if (!current || (activeElement !== current && current.contains(activeElement))) return observer.disconnect();
      const controls = [...current.querySelectorAll<HTMLElement>(TABBABLE_SELECTOR)].filter(isTabbable);
      const first = controls.find((control) => control.hasAttribute('data-autofocus')) ?? controls[0];
      (first ?? current).focus({ preventScroll: true });
      if (first) observer.disconnect();
      else observer.observe(current, { childList: true, subtree: true });
    };
    const timer = setTimeout(focus);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [dropdown, opened]);
}
