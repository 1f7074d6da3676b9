import { type RefObject, useLayoutEffect } from 'react';
import { isTabbable, TABBABLE } from '#ui/browser/focus/tabbable.ts';

/** Takes the focus as it opens: what is marked for it, or else its first control, or itself. */
export function useFocusInside(dropdown: RefObject<HTMLElement | null>, opened: boolean): void {
  // where the focus is, the document knows alone; a task later the panel has its place
  useLayoutEffect(() => {
    if (!opened) return;
    // the code of its content may be yet to come
    const observer = new MutationObserver(() => focus());
    const focus = () => {
      const { current } = dropdown;
      const { activeElement } = document;
      if (!current || (activeElement !== current && current.contains(activeElement))) return observer.disconnect();
      const controls = [...current.querySelectorAll<HTMLElement>(TABBABLE)].filter(isTabbable);
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
