import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Whoever pressed a button of what is gone then goes on from where it was, not from the top of the document. */
export function useFocusKept(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  // the document forgets where the focus was
  useLayoutEffect(() => {
    const element = root.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const main = element.closest('main') ?? document.querySelector('main');
      main?.focus({ preventScroll: true });
    };
  }, []);
  return root;
}
