import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/**
 * Returns the focus when an overlay closes: to its trigger, otherwise to the previously focused element. Does nothing
 * if the user moved the focus.
 */
export function useReturnFocus(
  root: RefObject<HTMLElement | null>,
  opened: boolean,
  trigger?: RefObject<HTMLElement | null>,
): void {
  const origin = useEffectEvent(() => trigger?.current ?? document.activeElement);
  // focus is DOM state
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
