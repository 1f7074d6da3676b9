import { useLayoutEffect } from 'react';

/** Number of modal overlays that are open. */
let modals = 0;

/** Makes the page behind a modal overlay inert while it is open: neither Tab nor a screen reader reaches it. */
export function useInertPage(opened: boolean): void {
  // the page's root is the document's
  useLayoutEffect(() => {
    const root = document.getElementById('root');
    if (!opened || !root) return;
    modals++;
    root.inert = true;
    return () => {
      modals--;
      root.inert = modals > 0;
    };
  }, [opened]);
}
