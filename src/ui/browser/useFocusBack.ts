import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/**
 * Gives the focus back once an overlay closes, unless it is elsewhere by then: to what it hangs under, or else to what had
 * it before it opened.
 */
export function useFocusBack(
  root: RefObject<HTMLElement | null>,
  opened: boolean,
  from?: RefObject<HTMLElement | null>,
): void {
  const origin = useEffectEvent(() => from?.current ?? document.activeElement);
  // where the focus is, the document knows alone
  useLayoutEffect(() => {
    if (!opened) return;
    const before = origin();
    return () => {
      const { activeElement } = document;
      const lost = !activeElement || activeElement === document.body || root.current?.contains(activeElement);
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [root, opened]);
}
