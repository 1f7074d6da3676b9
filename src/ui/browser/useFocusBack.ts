import { type RefObject, useLayoutEffect } from 'react';

/** Gives the focus back to what had it before an overlay opened, unless it is elsewhere by then. */
export function useFocusBack(root: RefObject<HTMLElement | null>, opened: boolean): void {
  // where the focus is, the document knows alone
  useLayoutEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    return () => {
      const { activeElement } = document;
      const lost = !activeElement || activeElement === document.body || root.current?.contains(activeElement);
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [root, opened]);
}
